import {
  type Change,
  type Changes,
  type Insisted,
  type MemberChange,
  valueAt,
  valuesWritten,
  withChanges,
  withField,
  withMemberChange,
} from '../../fields/fieldChange.js';
import { SET_FIELDS, type SetField } from '../../fields/standardFields.js';
import type { JsonValue } from '../../value/jsonValue.js';
import type { KnownCriterion } from '../../review/pairedTexts.js';
import {
  type EventDefinition,
  type Fact,
  reversedChange,
  reversedChanges,
  reversedMembers,
} from '../eventDefinition.js';

export type StatusChanged = Fact<
  'StatusChanged',
  {
    readonly from: JsonValue;
    readonly to: JsonValue;
    /** The change of the completion date to a day or to `null`; absent if the date did not change. */
    readonly completed?: Change;
    readonly forced?: true;
    readonly reason?: string;
    /** The criteria that the spec had when it was begun. */
    readonly criteria?: readonly KnownCriterion[];
    /** The number of criteria that were not met at the completion, or that were removed before. */
    readonly openCriteria?: number;
    /** The number of parts that were not complete, if the completion was forced. */
    readonly openParts?: number;
  }
>;

const statusChanged: EventDefinition<StatusChanged> = {
  type: 'StatusChanged',
  apply: ({ claim, ...spec }, { to, completed, criteria }) => {
    const frontmatter = withField(spec.frontmatter, 'status', to);
    return {
      ...spec,
      ...(criteria !== undefined && { known: criteria.map((one) => ({ ...one, isHeld: true as const })) }),
      // A claim continues only if the new status is in-progress.
      ...(claim !== undefined && claim.over !== true && to === 'in-progress' && { claim }),
      frontmatter: completed ? withField(frontmatter, 'completed', completed.to) : frontmatter,
    };
  },
  inverse: (spec, { from, to, completed, criteria }) => [
    {
      type: 'StatusChanged',
      data: {
        ...reversedChange(spec, 'status', { from, to }),
        ...(completed && { completed: reversedChange(spec, 'completed', completed) }),
        // A spec whose beginning was undone is planned anew.
        ...(criteria !== undefined && { criteria: [] }),
      },
    },
  ],
  writes: ({ to, completed }) => ({ status: to, ...(completed && { completed: completed.to }) }),
};

/** Fields with a single value were changed. */
export type FieldsChanged = Fact<'FieldsChanged', { readonly changes: Changes } & Insisted>;

const fieldsChanged: EventDefinition<FieldsChanged> = {
  type: 'FieldsChanged',
  apply: (spec, { changes }) => ({ ...spec, frontmatter: withChanges(spec.frontmatter, changes) }),
  inverse: (spec, { changes }) => {
    const reversed = reversedChanges(spec, changes);
    return Object.keys(reversed).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes: reversed } }];
  },
  writes: ({ changes }) => valuesWritten(changes),
};

export type TagsChanged = Fact<'TagsChanged', MemberChange & Insisted>;

const tagsChanged: EventDefinition<TagsChanged> = {
  type: 'TagsChanged',
  apply: (spec, change) => ({ ...spec, frontmatter: withMemberChange(spec.frontmatter, 'tags', change) }),
  inverse: (spec, change) =>
    change.kept ? [] : [{ type: 'TagsChanged', data: reversedMembers(spec, 'tags', change) }],
};

/** The dependencies, the related specs or the code files of the spec were changed. */
export type DependenciesChanged = Fact<
  'DependenciesChanged',
  MemberChange & Insisted & { readonly field: Exclude<SetField, 'tags'> }
>;

const dependenciesChanged: EventDefinition<DependenciesChanged> = {
  type: 'DependenciesChanged',
  apply: (spec, change) => ({
    ...spec,
    frontmatter: withMemberChange(spec.frontmatter, change.field, change),
  }),
  inverse: (spec, change) =>
    change.kept
      ? []
      : [
          {
            type: 'DependenciesChanged',
            data: { field: change.field, ...reversedMembers(spec, change.field, change) },
          },
        ],
};

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
    /** The id of the record to whose state git returned the document; a claim stays then. */
    readonly returned?: string;
  }
>;

const frontmatterEdited: EventDefinition<FrontmatterEdited> = {
  type: 'FrontmatterEdited',
  apply: (spec, { changes, members = {}, returned }) => {
    let frontmatter = withChanges(spec.frontmatter, changes);
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
        changes: reversedChanges(spec, changes),
        members: Object.fromEntries(
          changed(members).map(([field, change]) => [field, reversedMembers(spec, field, change)]),
        ),
      },
    },
  ],
  writes: ({ changes }) => valuesWritten(changes),
};

function changed(members: MemberChanges): readonly (readonly [SetField, MemberChange])[] {
  return SET_FIELDS.flatMap((field) => {
    const change = members[field];
    return change === undefined ? [] : [[field, change] as const];
  });
}

export const FIELD_EVENTS = [
  statusChanged,
  fieldsChanged,
  tagsChanged,
  dependenciesChanged,
  frontmatterEdited,
] as const;
