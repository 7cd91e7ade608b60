import { parseArgs } from 'node:util';
import { play, settingOf } from './simulatedDay.js';

// npm run torture:days -- [--seed N] [--minutes M] [--days N] [--steps N] [--only] [--keep-going]
// Simulates random days on which people, agents and git change specs. Reports lost changes, changes recorded for the wrong
// actor, specs claimed by two actors, and findings that no command fixes.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '1' },
    days: { type: 'string', default: '1000000' },
    steps: { type: 'string', default: '30' },
    'keep-going': { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const until = Date.now() + Number(values.minutes) * 60_000;
const all = Array.from({ length: Number(values.steps) }, (_, i) => i + 1);
const print = (text: string) => process.stdout.write(`${text}\n`);
/** Returns the kind of a failure. A day with fewer steps counts as the same failure only if it has the same kind. */
const kind = (failure = '') => /^[^:\d]*/.exec(failure)?.join() ?? '';

/** Removes steps from a day as long as the day still fails in the same way. */
async function shrunk(seed: number, steps: readonly number[], failure: string): Promise<readonly number[]> {
  let kept = steps;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      const { failures } = await play(seed, fewer);
      if (failures.some((one) => kind(one) === kind(failure))) kept = fewer;
      else at += size;
    }
  return kept;
}

let [days, steps, failed] = [0, 0, 0];
for (let seed = first; days < Number(values.days) && Date.now() < until; seed += 1) {
  const played = await play(seed, all);
  days += 1;
  steps += played.steps;
  if (played.failures.length === 0) {
    if (process.stderr.isTTY) process.stderr.write(`${String(days)} days\r`);
    continue;
  }
  failed += 1;
  const [failure = ''] = played.failures;
  const kept = values.whole ? all : await shrunk(seed, all.slice(0, played.steps || all.length), failure);
  const { trail, failures } = kept === all ? played : await play(seed, kept);
  print(`seed ${String(seed)} ${JSON.stringify(settingOf(seed))}, steps ${kept.join(' ')}`);
  for (const line of trail) print(`  ${line}`);
  for (const line of failures) print(`  FAILED ${line}`);
  if (!values['keep-going']) break;
}
print(`${String(days)} days, ${String(steps)} steps, seeds from ${String(first)}: ${String(failed)} failed`);
process.exitCode = failed > 0 ? 1 : 0;
