import { replacedBack, type ReplacedLines, standsReplaced, withLines } from '../../document/sectionEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody } from '../textFacts.js';
import { movedOn, textNotKept, undoRefused } from '../undoing.js';

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
    /** In the editor that spectool opened: which lines of the text became others. Absent where they are too many to keep. */
    readonly typed?: ReplacedLines;
  }
>;

export const textEdited: EventDefinition<TextEdited> = {
  type: 'TextEdited',
  apply: (spec, { typed }) =>
    typed === undefined ? spec : withBody(spec, (body) => withLines(body, whole(body), typed)),
  inverse: (spec, { sections, followed, typed }) => {
    if (followed) return [];
    if (typed === undefined)
      throw undoRefused(spec, 'this only recorded what was edited by hand', 'Take the old text from git.');
    const back = replacedBack(typed);
    if (back === undefined || spec.text === undefined) throw textNotKept(spec);
    const { body } = spec.text;
    if (!standsReplaced(body, whole(body), typed)) throw movedOn(spec, 'the text', 'another');
    const reversed = sections.map(({ heading, added, removed }) => ({
      heading,
      added: removed,
      removed: added,
    }));
    return [{ type: 'TextEdited', data: { sections: reversed, typed: back } }];
  },
  writes: () => ({}),
};

function whole(body: string): { readonly bodyStart: number; readonly end: number } {
  return { bodyStart: 0, end: body.length };
}
