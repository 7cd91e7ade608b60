import type { Advice } from '../../domain/errors/advice.js';
import { type CommandWords, withAdvice } from '../presentation/adviceWords.js';
import { commandFor } from './commandTable.js';
import { definitionOf } from './definition.js';

/** A hint with what is advised put into words. @param program asked how it is called, where there is something to say. */
export async function advisedHint(
  hint: string | undefined,
  advice: readonly Advice[] = [],
  program?: () => string,
): Promise<string | undefined> {
  const worded: (readonly [Advice, CommandWords])[] = [];
  for (const one of advice) {
    const entry = commandFor(one.useCase);
    if (entry !== undefined) worded.push([one, definitionOf(entry, await entry.load())]);
  }
  return hint === undefined && worded.length === 0 ? undefined : withAdvice(hint, worded, program?.());
}
