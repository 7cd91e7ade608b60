import type { Divergence } from '../../domain/log/divergence.js';
import type { Advice } from '../../domain/errors/advice.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { Warning } from '../warning.js';
import { isKeptByTool, standardField } from '../../domain/spec/fields.js';

const PLACES: ReadonlySet<string> = new Set(['ref', 'sequence', 'group', 'archived', 'id', 'updated']);

/** What two branches set differently, and how to settle it. @param spec as its folder is named. */
export function divergenceWarnings(spec: string, diverged: readonly Divergence[]): readonly Warning[] {
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two worked on this: branches set ${field} differently: ${candidates.map(({ value }, i) => JSON.stringify(value) + (i === 0 ? ' (current)' : '')).join(' and ')}.`,
    hint: 'Once the text has no conflict marks, choose one value.',
    advice: candidates.slice(0, 2).flatMap(({ value }, i) => {
      const advice = settlingAdvice(spec, field, value, i === 0 ? 'keep the current one' : 'take the other');
      return advice === undefined ? [] : [advice];
    }),
  }));
}

/** How to make one value of a field the one; undefined for what follows by itself with the next change. */
export function settlingAdvice(
  spec: string,
  field: string,
  value: JsonValue | undefined,
  to?: string,
): Advice | undefined {
  const isNone = value === null || value === undefined;
  // Where it stands and what it is called are not set, but follow: any change settles them.
  if (PLACES.has(field) || (isNone && isKeptByTool(field))) return undefined;
  const known = standardField(field);
  const request = isNone
    ? { unset: [field] }
    : known === undefined && field !== 'title'
      ? { fields: { [field]: value } }
      : { [known?.name ?? field]: value };
  const purpose = to === undefined ? {} : { to };
  if (field === 'archived_as' || field === 'superseded_by') {
    const said = typeof value === 'string' ? value : '…';
    const ending = field === 'archived_as' ? { outcome: said } : { outcome: 'superseded', by: said };
    return { useCase: 'archiveSpecs', request: { specs: [spec], ...ending }, needs: ['reason'], ...purpose };
  }
  if (field !== 'status') return { useCase: 'updateSpec', request: { spec, ...request }, ...purpose };
  return { useCase: 'updateSpec', request: { spec, ...request, force: true }, needs: ['reason'], ...purpose };
}
