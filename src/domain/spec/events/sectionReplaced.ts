import {
  replacedBack,
  type ReplacedLines,
  sectionAt,
  standsReplaced,
  withLines,
} from '../../document/sectionEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody } from '../textFacts.js';
import { movedOn, textNotKept } from '../undoing.js';

/** Lines of a section became others. With the heading alone, nobody knows which. */
export type SectionReplaced = Fact<
  'SectionReplaced',
  {
    readonly heading: string;
    /** Which of the sections with this heading; the first without it. */
    readonly nth?: number;
  } & (ReplacedLines | { readonly [Field in keyof ReplacedLines]?: never })
>;

export const sectionReplaced: EventDefinition<SectionReplaced> = {
  type: 'SectionReplaced',
  apply: (spec, data) =>
    data.to === undefined
      ? spec
      : withBody(spec, (body) => {
          const section = sectionAt(body, data.heading, data.nth);
          return section === undefined ? body : withLines(body, section, data);
        }),
  inverse: (spec, data) => {
    const back = data.to === undefined ? undefined : replacedBack(data);
    if (data.to === undefined || back === undefined || spec.text === undefined) throw textNotKept(spec);
    const { body } = spec.text;
    const { heading } = data;
    const section = sectionAt(body, heading, data.nth);
    if (section === undefined || !standsReplaced(body, section, data))
      throw movedOn(spec, `the section "${heading}"`, section === undefined ? null : 'another');
    const nth = data.nth !== undefined && { nth: data.nth };
    return [{ type: 'SectionReplaced', data: { heading, ...nth, ...back } }];
  },
  writes: () => ({}),
};
