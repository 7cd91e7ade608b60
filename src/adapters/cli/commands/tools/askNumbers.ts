import { cancel, select } from '@clack/prompts';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { PublishedNumber } from '../../../../application/validation/repairFindings.js';
import { answerOf } from '../../answerOf.js';
import { safeText } from '../../layout/safeText.js';

/**
 * Which of two specs keeps a number, where others may know the later one by it already. @returns those that keep it.
 * @throws SpectoolError `CANCELLED` when the user would have none of it.
 */
export async function askNumbers(published: readonly PublishedNumber[]): Promise<readonly string[]> {
  const keep: string[] = [];
  for (const { number, published: known, earliest } of published) {
    const answer = await answerOf((until) =>
      select({
        ...until,
        message: `Two specs have the number ${String(number)}. Which one keeps it?`,
        options: [
          { value: known, label: safeText(known), hint: 'published: others may know it by this number' },
          { value: earliest, label: safeText(earliest), hint: 'created earlier' },
        ],
        initialValue: known,
      }),
    );
    if (answer === undefined) {
      cancel('Nothing was changed.');
      throw new SpectoolError('CANCELLED', 'Nothing was fixed.');
    }
    keep.push(answer);
  }
  return keep;
}
