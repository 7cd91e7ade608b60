import { SpectoolError } from '../../errors/spectoolError.js';
import type { SpecFolder } from '../../naming/projectPath.js';
import type { SpecCommand, SpecRequests } from '../specCommands.js';
import { retitled } from '../events/locationEvents.js';
import { fieldText } from '../../fields/customField.js';
import { decideApproved } from '../../review/decideApproval.js';
import {
  decideAdded,
  decideChecked,
  decideLabelled,
  decideNote,
  decideRestored,
  decideRetired,
  decideSection,
  decideUnchecked,
  decideUndo,
  decideVerdicts,
} from './textDecisions.js';
import { decideArchive, decideUnarchive } from './decideArchive.js';
import {
  decideClaim,
  decideCreation,
  decideDeletion,
  decideRegrouped,
  decideRelease,
} from './lifecycleDecisions.js';
import { decideDate, decideFields, decideMembers, refuseCycle } from './fieldDecisions.js';
import { decideObservedFrontmatter, decideObservedPlace } from './decideHandEdits.js';
import { decideCompletion, decideSettled, decideStatus } from './statusDecisions.js';
import type { SpecEvent } from '../specEvents.js';
import type { ActiveSpec, Spec } from '../spec.js';

type Decisions = {
  readonly [Type in Exclude<keyof SpecRequests, 'CreateSpec' | 'ImportSpec'>]: (
    request: SpecRequests[Type],
    spec: ActiveSpec,
  ) => readonly SpecEvent[];
};

/** Returns the events that follow from each command for an existing spec. */
const DECISIONS: Decisions = {
  ChangeStatus: decideStatus,
  SettleStatus: decideSettled,
  FollowStatus: decideCompletion,
  ChangeFields: decideFields,
  CorrectDate: decideDate,
  ChangeTags: (request, spec) => {
    const change = decideMembers('tags', request, spec);
    return change ? [{ type: 'TagsChanged', data: change }] : [];
  },
  ChangeDependencies: (request, spec) => {
    const { field, replace = [], add = [], needs } = request;
    if (field === 'depends_on') refuseCycle(spec, [...replace, ...add], needs);
    const change = decideMembers(field, request, spec);
    return change ? [{ type: 'DependenciesChanged', data: { field, ...change } }] : [];
  },
  FollowRef: ({ field, from, to }, { frontmatter }) =>
    frontmatter[field] === from
      ? [{ type: 'FieldsChanged', data: { changes: { [field]: { from, to } } } }]
      : [],
  Retitle: (request, spec) => {
    const title = fieldText('title', request.title);
    return title === spec.title ? [] : [{ type: 'SpecRenamed', data: retitled(spec, title) }];
  },
  Rename: ({ name, ref }, { labels }) => {
    const data = { name: { from: labels.name, to: name }, ref: { from: labels.ref, to: ref } };
    return ref === labels.ref ? [] : [{ type: 'SpecRenamed', data }];
  },
  Renumber: ({ to, ref, others }, { labels }) => {
    if (to === labels.sequence && ref === labels.ref) return [];
    if (to !== labels.sequence) refuseTakenNumber(to, others);
    const data = { from: labels.sequence, to, ref: { from: labels.ref, to: ref } };
    return [{ type: 'SpecRenumbered', data }];
  },
  Regroup: decideRegrouped,
  Archive: decideArchive,
  Unarchive: decideUnarchive,
  Delete: decideDeletion,
  Claim: decideClaim,
  Release: decideRelease,
  CheckCriteria: decideChecked,
  UncheckCriteria: decideUnchecked,
  RetireCriterion: decideRetired,
  RestoreCriterion: decideRestored,
  ApproveSpec: decideApproved,
  AddCriterion: decideAdded,
  LabelCriteria: decideLabelled,
  RecordVerdicts: decideVerdicts,
  AddNote: decideNote,
  Accept: (data) => [{ type: 'SpecAccepted', data }],
  ReplaceSection: decideSection,
  Undo: decideUndo,
  ObserveFrontmatter: decideObservedFrontmatter,
  ObserveText: (data) => [{ type: 'TextEdited', data }],
  ObservePlace: decideObservedPlace,
};

/**
 * Returns the events that follow from a command; empty if nothing changes.
 * @throws SpectoolError if a rule forbids the command.
 */
export function decide(command: SpecCommand, spec: Spec): readonly SpecEvent[] {
  if (command.type === 'CreateSpec' || command.type === 'ImportSpec') {
    if (spec.kind === 'active')
      throw new SpectoolError('SPEC_EXISTS', `The spec ${spec.labels.ref} already exists.`);
    return command.type === 'CreateSpec'
      ? decideCreation(command.data)
      : [{ type: 'SpecImported', data: command.data }];
  }
  if (spec.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  const decision = DECISIONS[command.type] as (request: unknown, spec: ActiveSpec) => readonly SpecEvent[];
  return decision(command.data, spec);
}

/**
 * Checks that no other spec folder has the number.
 * @throws SpectoolError `NUMBER_TAKEN` if another folder has it.
 */
export function refuseTakenNumber(
  to: number,
  others: readonly Pick<SpecFolder, 'sequence' | 'path'>[],
): void {
  const holder = others.find(({ sequence }) => sequence === to);
  if (holder === undefined) return;
  throw new SpectoolError('NUMBER_TAKEN', `The number ${String(to)} belongs to ${holder.path}.`, {
    hint: 'Renumber the other spec first, or leave the number out to take the next free number.',
    details: { number: to, holder: holder.path },
  });
}
