import type { JsonObject } from '../../value/json.js';
import { type Change, valueAt } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { isSetField } from '../fields.js';
import { frontmatterDiff } from '../frontmatterDiff.js';
import type { SpecDeleted } from './specDeleted.js';
import type { FieldsChanged } from './fieldsChanged.js';
import type { SpecUnarchived } from './specUnarchived.js';
import type { StatusChanged } from './statusChanged.js';

/** The spec is what another tool's document was at this moment. */
export type SpecTakenOver = Fact<
  'SpecTakenOver',
  {
    /** Digest of the document as it was read there: by it a change there is told from none. */
    readonly seen: string;
    /** The last commit that had changed it there, where its history was asked. */
    readonly commit?: string;
    /** Where the document was made a spec where it stood: what it was before, and goes back to. */
    readonly found?: { readonly frontmatter: JsonObject; readonly archived: boolean };
    /** An earlier import had brought it; this one brought what changed since. */
    readonly again?: true;
  }
>;

type TakenBack = SpecDeleted | StatusChanged | FieldsChanged | SpecUnarchived;

export const specTakenOver: EventDefinition<SpecTakenOver, TakenBack> = {
  type: 'SpecTakenOver',
  apply: (spec) => spec,
  inverse: ({ frontmatter, labels }, { found, again }) => {
    // The facts beside it say what changed.
    if (again) return [];
    if (found === undefined) return [{ type: 'SpecDeleted', data: { reason: 'its import was undone' } }];
    const changes: Record<string, Change> = {};
    for (const [key, to] of frontmatterDiff(frontmatter, found.frontmatter))
      if (key !== 'id' && key !== 'updated' && !isSetField(key))
        changes[key] = { from: valueAt(frontmatter, key), to };
    const { status, ...fields } = changes;
    const back: TakenBack[] = [];
    if (status !== undefined) back.push({ type: 'StatusChanged', data: status });
    if (Object.keys(fields).length > 0) back.push({ type: 'FieldsChanged', data: { changes: fields } });
    if (labels.archived && !found.archived) back.push({ type: 'SpecUnarchived', data: {} });
    return back;
  },
  writes: () => ({}),
};
