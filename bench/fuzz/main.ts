import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { TARGETS } from './fuzzTargets.js';

// Runs parsers on damaged inputs and reports failures: npm run fuzz -- [--seconds 60] [--seed N] [--only documents]
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const targets = TARGETS.filter(({ name }) => values.only === undefined || name === values.only);
const each = (Number(values.seconds) * 1000) / targets.length;
let total = 0;
let failed = false;
for (const { name, property } of targets) {
  const { numRuns, counterexample, errorInstance } = await fc.check(property, {
    seed: Number(values.seed),
    numRuns: 1_000_000_000,
    interruptAfterTimeLimit: each,
    markInterruptAsFailure: false,
  });
  total += numRuns;
  process.stdout.write(`${name}: ${String(numRuns)} cases\n`);
  if (counterexample === null) continue;
  failed = true;
  process.stdout.write(
    `  ${JSON.stringify(counterexample)}\n  ${String((errorInstance as Error | undefined)?.stack)}\n`,
  );
}
process.stdout.write(`${String(total)} cases, seed ${values.seed}: ${failed ? 'FAILED' : 'all held'}\n`);
process.exitCode = failed ? 1 : 0;
