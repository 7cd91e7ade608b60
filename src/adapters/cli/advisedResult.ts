import type { AdviceHint } from './cliContext.js';
import type { Warning } from '../../application/useCase.js';
import type { FindingSummary, Finding } from '../../domain/findings/finding.js';

/**
 * Returns a use case's result with all advice (suggested next steps) replaced by command lines, in the hints of warnings and
 * notes and in the fixes of findings.
 */
export async function advisedResult<Result>(result: Result, advisedHint: AdviceHint): Promise<Result> {
  const { warnings, notes, findings, summary } = result as {
    readonly warnings?: unknown;
    readonly notes?: unknown;
    readonly findings?: unknown;
    readonly summary?: unknown;
  };
  return {
    ...result,
    ...(Array.isArray(warnings) && {
      warnings: await inTurn(warnings as readonly Warning[], (one) => advisedWarning(one, advisedHint)),
    }),
    ...(Array.isArray(notes) && {
      notes: await inTurn(notes as readonly Warning[], (one) => advisedWarning(one, advisedHint)),
    }),
    ...(Array.isArray(summary) && {
      summary: await inTurn(summary as readonly FindingSummary[], (one) => advisedFinding(one, advisedHint)),
    }),
    ...(Array.isArray(findings) && {
      findings: await inTurn(findings as readonly Finding[], (one) => advisedFinding(one, advisedHint)),
    }),
  };
}

export async function advisedWarning(
  { advice, ...warning }: Warning,
  advisedHint: AdviceHint,
): Promise<Warning> {
  const hint = await advisedHint(warning.hint, advice);
  return { ...warning, ...(hint !== undefined && { hint }) };
}

async function advisedFinding<One extends Finding | FindingSummary>(
  { advice, ...finding }: One,
  advisedHint: AdviceHint,
): Promise<One> {
  const fix = await advisedHint(finding.fix, advice);
  return { ...finding, ...(fix !== undefined && { fix }) } as One;
}

async function inTurn<Item>(
  items: readonly Item[],
  change: (item: Item) => Promise<Item>,
): Promise<readonly Item[]> {
  const changed: Item[] = [];
  for (const item of items) changed.push(await change(item));
  return changed;
}
