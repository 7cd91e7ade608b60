import { SpectoolError } from '../../errors/spectoolError.js';
import type { Insisted } from '../change.js';
import type { ActiveSpec } from '../spec.js';

/** Fields that every spec must carry, and what may be said against one. */
export interface Keeping {
  readonly required: readonly string[];
  readonly force?: boolean;
  readonly reason?: string;
}

/**
 * What is said of a change that leaves a spec without these fields.
 * @throws SpectoolError `FIELD_INVALID` where one of them is required, without force and a reason.
 */
export function takingAway(
  fields: readonly string[],
  { required, force = false, reason = '' }: Keeping = { required: [] },
  { labels: { ref } }: ActiveSpec,
): Insisted {
  const missed = fields.filter((field) => required.includes(field));
  const [field] = missed;
  if (field === undefined) return {};
  if (force && reason.trim() !== '') return { forced: true, reason };
  const named = missed.map((one) => `"${one}"`).join(', ');
  throw new SpectoolError(
    'FIELD_INVALID',
    `${named}: the configuration requires it of every spec (frontmatter.required), and ${ref} would lose it.`,
    {
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, unset: missed, force: true },
          needs: ['reason'],
          to: 'take it away all the same',
        },
      ],
      details: { spec: ref, field },
    },
  );
}
