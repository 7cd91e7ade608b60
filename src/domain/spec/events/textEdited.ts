import type { EventDefinition, Fact } from '../eventDefinition.js';
import { undoRefused } from '../undoing.js';

/** The text was changed by hand: in which sections, and by how many lines, as far as that can be told. */
export type TextEdited = Fact<
  'TextEdited',
  {
    readonly sections: readonly {
      /** Empty for what stands above the first heading. */
      readonly heading: string;
      readonly added: number;
      readonly removed: number;
    }[];
    /** Not by hand: links that followed a folder, and go back with it. */
    readonly followed?: true;
  }
>;

export const textEdited: EventDefinition<TextEdited, never> = {
  type: 'TextEdited',
  apply: (spec) => spec,
  inverse: (spec, { followed }) => {
    if (followed) return [];
    throw undoRefused(spec, 'this only recorded what was edited by hand', 'Take the old text from git.');
  },
  writes: () => ({}),
};
