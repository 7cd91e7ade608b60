import { sectionAt } from '../../document/sections/sections.js';
import {
  type Change,
  type Changes,
  frontmatterDiff,
  type MemberChange,
  diffMembers,
  valueAt,
  changedFieldValues,
  withFieldChanges,
  withMemberChange,
} from '../../fields/fieldChange.js';
import {
  isSetInAllValues,
  ITS_FILES,
  membersOfField,
  SET_FIELDS,
  type SetField,
} from '../../fields/standardFields.js';
import type { Labels } from '../../naming/projectPath.js';
import { unmetCriteriaOf } from '../../proof/criterionStates.js';
import type { JsonObject } from '../../value/jsonValue.js';
import { criteriaIn } from '../criteriaInText.js';
import { type EventDefinition, type Fact, inverseChanges, inverseMemberChange } from '../eventDefinition.js';
import { withBody, type ActiveSpec } from '../spec.js';
import type { SpecArchived, SpecUnarchived } from './archive.js';
import type { CriterionAdded, CriterionRemoved } from './criteria.js';
import type { SpecRenamed, SpecRenumbered } from './location.js';
import { withoutAddedNote } from './notes.js';
import type { CriterionRestored, CriterionRetired } from './retirement.js';
import type { SectionReplaced } from './sections.js';
import type { CriterionChecked, CriterionUnchecked } from './ticks.js';
import {
  replacedBack,
  type ReplacedLines,
  standsReplaced,
  withLines,
  type AddedNote,
} from '../../document/sections/sectionEdits.js';
import { laterChangeError, textNotKept } from '../undoErrors.js';

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
    /** Recorded items that the edit removed from the text; undoing the edit restores exactly these. Absent in older records. */
    readonly lost?: readonly LostItem[];
    /** The id of the record whose document version git restored. */
    readonly returned?: string;
  }
>;

/** An event by which a command recorded an item in the text, such as a note. */
export type LostItem =
  | Fact<'NoteAdded' | 'NoteRemoved', AddedNote>
  | SectionReplaced
  | CriterionAdded
  | CriterionRemoved
  | CriterionChecked
  | CriterionUnchecked
  | CriterionRetired
  | CriterionRestored;

export const textEdited: EventDefinition<TextEdited, TextEdited | LostItem> = {
  type: 'TextEdited',
  apply: (spec, { typed }) =>
    typed === undefined ? spec : withBody(spec, (body) => withLines(body, whole(body), typed)),
  inverse: (spec, { sections, followed, typed, lost = [], returned }) => {
    if (followed) return [];
    if (typed === undefined && (lost.length > 0 || returned !== undefined))
      return lost.flatMap((event) => (isInText(spec, event) ? [] : event));
    const back = typed && replacedBack(typed);
    if (typed === undefined || back === undefined || spec.text === undefined) throw textNotKept(spec);
    const { body } = spec.text;
    if (!standsReplaced(body, whole(body), typed)) throw laterChangeError(spec, 'the text', 'another');
    const reversed = sections.map(({ heading, added, removed }) => ({
      heading,
      added: removed,
      removed: added,
    }));
    return [{ type: 'TextEdited', data: { sections: reversed, typed: back } }];
  },
};

/** True if the text contains an item again that an edit had removed. */
function isInText(spec: ActiveSpec, { type, data }: LostItem): boolean {
  if (type === 'NoteAdded') return withoutAddedNote(spec, data) !== undefined;
  if (type === 'CriterionAdded') return criteriaIn(spec).some(({ text }) => text === data.text);
  if (type !== 'SectionReplaced' || spec.text === undefined || data.to === undefined) return false;
  const section = sectionAt(spec.text.body, data.heading, data.nth);
  return section !== undefined && standsReplaced(spec.text.body, section, data);
}

function whole(body: string): { readonly bodyStart: number; readonly end: number } {
  return { bodyStart: 0, end: body.length };
}

type MemberChanges = Readonly<Partial<Record<SetField, MemberChange>>>;

/** The frontmatter was changed by hand, or copied from a branch whose records are not in this worktree. */
export type FrontmatterEdited = Fact<
  'FrontmatterEdited',
  {
    readonly changes: Changes;
    readonly members?: MemberChanges;
    readonly branch?: string;
    /** The number of criteria that were not met, if the status was changed to complete. */
    readonly openCriteria?: number;
    /** The id of the record whose document version git restored; in that case, the claim stays. */
    readonly returned?: string;
    /** What said the values, if that was not the frontmatter: the files of another tool, or its list of all documents. */
    readonly source?: string;
  }
>;

export const frontmatterEdited: EventDefinition<FrontmatterEdited> = {
  type: 'FrontmatterEdited',
  apply: (spec, { changes, members = {}, returned }) => {
    let frontmatter = withFieldChanges(spec.frontmatter, changes);
    for (const [field, change] of changed(members))
      frontmatter = withMemberChange(frontmatter, field, change);
    const { claim, ...unclaimed } = spec;
    const isWorkedOn = returned !== undefined || valueAt(frontmatter, 'status') === 'in-progress';
    return { ...unclaimed, frontmatter, ...(claim !== undefined && isWorkedOn && { claim }) };
  },
  inverse: (spec, { changes, members = {} }) => [
    {
      type: 'FrontmatterEdited',
      data: {
        changes: inverseChanges(spec, changes),
        members: Object.fromEntries(
          changed(members).map(([field, change]) => [field, inverseMemberChange(spec, field, change)]),
        ),
      },
    },
  ],
  writes: ({ changes }) => changedFieldValues(changes),
};

function changed(members: MemberChanges): readonly (readonly [SetField, MemberChange])[] {
  return SET_FIELDS.flatMap((field) => {
    const change = members[field];
    return change === undefined ? [] : [[field, change] as const];
  });
}

export interface ObservedFrontmatter {
  readonly frontmatter: JsonObject;
  /** The id of the record whose document version git restored. */
  readonly returned?: string;
  /** What says the values, if that is not the frontmatter. */
  readonly source?: string;
}

/**
 * Returns the events that record how the frontmatter differs from the log. Changes of fields with a list of members, such as
 * `tags`, are recorded as added and removed members, so that they can be merged.
 */
export function decideObservedFrontmatter(
  { frontmatter: seen, returned, source }: ObservedFrontmatter,
  spec: ActiveSpec,
): readonly FrontmatterEdited[] {
  const changes: Record<string, Change> = {};
  const members: Partial<Record<SetField, MemberChange>> = {};
  for (const [key, to] of frontmatterDiff(spec.frontmatter, seen)) {
    // Differences in `updated` are ignored, because a document may lack this field: the log has the time.
    if (key === 'updated') continue;
    const from = valueAt(spec.frontmatter, key);
    const change = diffMembers(membersOfField(spec.frontmatter, key), membersOfField(seen, key));
    if (isSetInAllValues(key, from, to) && change !== undefined) members[key] = change;
    else changes[key] = { from, to };
  }
  if (Object.keys(changes).length === 0 && Object.keys(members).length === 0) return [];
  const unmet = changes['status']?.to === 'complete' && returned === undefined ? unmetCriteriaOf(spec) : [];
  return [
    {
      type: 'FrontmatterEdited',
      data: {
        changes,
        ...(unmet.length > 0 && { openCriteria: unmet.length }),
        ...(Object.keys(members).length > 0 && { members }),
        ...(returned !== undefined && { returned }),
        ...(source !== undefined && { source: changes['status'] === undefined ? ITS_FILES : source }),
      },
    },
  ];
}

type Moved = SpecRenumbered | SpecRenamed | SpecArchived | SpecUnarchived;

/** Returns the events that record how the spec's folder was moved or renamed by hand. */
export function decideObservedPlace(seen: Labels, spec: ActiveSpec): readonly Moved[] {
  const { labels } = spec;
  const events: Moved[] = [];
  if (seen.sequence !== labels.sequence) {
    events.push({
      type: 'SpecRenumbered',
      data: { from: labels.sequence, to: seen.sequence, ref: { from: labels.ref, to: seen.ref } },
    });
  }
  const renamed = seen.name !== labels.name || seen.ref !== labels.ref;
  const regrouped = seen.group !== labels.group;
  const isElsewhere = seen.at !== labels.at;
  if (renamed || regrouped || isElsewhere) {
    events.push({
      type: 'SpecRenamed',
      data: {
        ...(seen.name !== labels.name && { name: { from: labels.name, to: seen.name } }),
        ...(seen.ref !== labels.ref && { ref: { from: labels.ref, to: seen.ref } }),
        ...(isElsewhere && { at: { from: labels.at ?? null, to: seen.at ?? null } }),
        ...(regrouped && { group: { from: labels.group ?? null, to: seen.group ?? null } }),
      },
    });
  }
  if (seen.archived !== labels.archived)
    events.push({ type: seen.archived ? 'SpecArchived' : 'SpecUnarchived', data: {} });
  return events;
}

/** Returns the event that records changes of the text made by hand, or links that were adjusted to a moved folder. */
export function decideObservedText(data: TextEdited['data']): readonly TextEdited[] {
  return [{ type: 'TextEdited', data }];
}
