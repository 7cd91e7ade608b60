import type { Change } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn, swapped } from '../undoing.js';

export type SpecRenumbered = Fact<
  'SpecRenumbered',
  Change<number | null> & {
    readonly ref: Change<string>;
    /** Folders of specs whose texts linked here and were made to follow. */
    readonly links?: readonly string[];
  }
>;

export const specRenumbered: EventDefinition<SpecRenumbered> = {
  type: 'SpecRenumbered',
  apply: (spec, { to, ref }) => ({ ...spec, labels: { ...spec.labels, sequence: to, ref: ref.to } }),
  inverse: (spec, { from, to, ref }) => {
    if (from === to && ref.from === ref.to) return [];
    if (ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
    return [{ type: 'SpecRenumbered', data: { from: to, to: from, ref: swapped(ref) } }];
  },
  writes: ({ to, ref }) => ({ sequence: to, ref: ref.to }),
};
