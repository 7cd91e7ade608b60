import { type AddedNote, withNote, withoutNote } from '../../document/sections/noteEdits.js';
import {
  replacedBack,
  type ReplacedLines,
  sectionAt,
  standsReplaced,
  withLines,
} from '../../document/sections/sections.js';
import { quoted } from '../../value/text.js';
import { criteriaIn, withBody } from '../criteriaInText.js';
import { type EventDefinition, type Fact, movedOn, textNotKept, undoRefused } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import type {
  CriterionAdded,
  CriterionChecked,
  CriterionRemoved,
  CriterionUnchecked,
} from './criterionEvents.js';
import type { CriterionRestored, CriterionRetired } from './reviewEvents.js';

/**
 * Records do not count for fields and text any more, or count again, because git restored an older document. No command writes
 * these events now; `recordsSetAside` reads which records they name.
 */
type NamesRecords<Type extends string> = Fact<Type, { readonly records: readonly string[] }>;

const APART = {
  apply: (spec: ActiveSpec) => spec,
  inverse: (spec: ActiveSpec): never => {
    throw undoRefused(
      spec,
      'an earlier spectool recorded what git did to the document',
      'Restore the text from git.',
    );
  },
};

const recordsSetAside: EventDefinition<NamesRecords<'RecordsSetAside'>, never> = {
  type: 'RecordsSetAside',
  ...APART,
};

const recordsRestored: EventDefinition<NamesRecords<'RecordsRestored'>, never> = {
  type: 'RecordsRestored',
  ...APART,
};

export const SET_ASIDE_EVENTS = [recordsSetAside, recordsRestored] as const;

/** The text was edited by hand. The event lists the changed sections, and the numbers of added and removed lines, if known. */
export type TextEdited = Fact<
  'TextEdited',
  {
    readonly sections: readonly {
      /** The heading of the section; empty for the text above the first heading. */
      readonly heading: string;
      readonly added: number;
      readonly removed: number;
    }[];
    /** Set if only links were adjusted to a moved folder; undoing the move reverts them. */
    readonly followed?: true;
    /** The replaced lines, if the text was edited in an editor that spectool opened; absent if there are too many to keep. */
    readonly typed?: ReplacedLines;
    /** What commands had recorded and the edit took away; undoing the edit brings just these back. Absent in older records. */
    readonly lost?: readonly LostItem[];
    /** The id of the record to whose state git returned the document. */
    readonly returned?: string;
  }
>;

/** An item that commands record in a text. */
export type LostItem =
  | Fact<'NoteAdded' | 'NoteRemoved', AddedNote>
  | SectionReplaced
  | CriterionAdded
  | CriterionRemoved
  | CriterionChecked
  | CriterionUnchecked
  | CriterionRetired
  | CriterionRestored;

const textEdited: EventDefinition<TextEdited, TextEdited | LostItem> = {
  type: 'TextEdited',
  apply: (spec, { typed, returned, lost = [] }) => {
    // Criteria that came after the state to which git returned the document are not missed.
    const isLater = (text: string) =>
      lost.some(({ type, data }) => type === 'CriterionAdded' && data.text === text);
    const { known } = spec;
    const kept =
      returned === undefined || known === undefined
        ? spec
        : { ...spec, known: known.filter(({ text }) => !isLater(text)) };
    return typed === undefined ? kept : withBody(kept, (body) => withLines(body, whole(body), typed));
  },
  inverse: (spec, { sections, followed, typed, lost = [], returned }) => {
    if (followed) return [];
    if (typed === undefined && (lost.length > 0 || returned !== undefined))
      return lost.flatMap((event) => (isThere(spec, event) ? [] : event));
    if (typed === undefined)
      throw undoRefused(spec, 'the change only recorded an edit by hand', 'Restore the old text from git.');
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
};

/** True if the text has an item again that an edit took away. */
function isThere(spec: ActiveSpec, { type, data }: LostItem): boolean {
  if (type === 'NoteAdded') return withoutAddedNote(spec, data) !== undefined;
  if (type === 'CriterionAdded') return criteriaIn(spec).some(({ text }) => text === data.text);
  if (type !== 'SectionReplaced' || spec.text === undefined || data.to === undefined) return false;
  const section = sectionAt(spec.text.body, data.heading, data.nth);
  return section !== undefined && standsReplaced(spec.text.body, section, data);
}

function whole(body: string): { readonly bodyStart: number; readonly end: number } {
  return { bodyStart: 0, end: body.length };
}

/** A note was added to the text. If `signed` is absent, the exact form of the note in the text is unknown. */
export type NoteAdded = Fact<'NoteAdded', AddedNote>;

const noteAdded: EventDefinition<NoteAdded, NoteRemoved> = {
  type: 'NoteAdded',
  apply: (spec, data) =>
    data.signed === undefined ? spec : withBody(spec, (body) => withNote(body, data).body),
  inverse: (spec, data) => {
    if (data.signed === undefined) throw textNotKept(spec);
    if (withoutAddedNote(spec, data) === undefined) throw movedOn(spec, 'the note', 'another');
    return [{ type: 'NoteRemoved', data }];
  },
};

/** A note that a command had added was removed. */
type NoteRemoved = Fact<'NoteRemoved', AddedNote>;

const noteRemoved: EventDefinition<NoteRemoved, Fact<'NoteAdded', AddedNote>> = {
  type: 'NoteRemoved',
  apply: (spec, data) => withBody(spec, (body) => withoutAddedNote(spec, data) ?? body),
  inverse: (spec, { text, signed }) => [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }],
};

/** Returns the text without the added note; undefined if the note was changed since it was added. */
export function withoutAddedNote({ text }: ActiveSpec, data: AddedNote): string | undefined {
  return text && withoutNote(text.body, data);
}

/** Returns the event data for adding a note to the current text. */
export function addedNote({ text: known }: ActiveSpec, text: string, signed = ''): AddedNote {
  const { above, below } = withNote(known?.body ?? '', { text, signed });
  return { text, signed, ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
}

/** Lines of a section were replaced. If only the heading is recorded, the lines are unknown. */
export type SectionReplaced = Fact<
  'SectionReplaced',
  {
    readonly heading: string;
    /** The 1-based number of the section among those with the same heading; 1 if absent. */
    readonly nth?: number;
  } & (ReplacedLines | { readonly [Field in keyof ReplacedLines]?: never })
>;

const sectionReplaced: EventDefinition<SectionReplaced> = {
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
      throw movedOn(spec, `the section ${quoted(heading)}`, section === undefined ? null : 'another');
    const nth = data.nth !== undefined && { nth: data.nth };
    return [{ type: 'SectionReplaced', data: { heading, ...nth, ...back } }];
  },
};

export const TEXT_EVENTS = [textEdited, noteAdded, noteRemoved, sectionReplaced] as const;
