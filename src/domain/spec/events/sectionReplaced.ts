import type { EventDefinition, Fact } from '../eventDefinition.js';
import { textNotKept } from '../undoing.js';

/** A section got another text, which git keeps and the log does not. */
export type SectionReplaced = Fact<'SectionReplaced', { readonly heading: string }>;

export const sectionReplaced: EventDefinition<SectionReplaced, never> = {
  type: 'SectionReplaced',
  apply: (spec) => spec,
  inverse: (spec) => {
    throw textNotKept(spec);
  },
  writes: () => ({}),
};
