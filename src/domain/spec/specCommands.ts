import { SpectoolError } from '../errors/spectoolError.js';
import { decideAccepted, decideApproved } from './operations/approvals.js';
import { decideArchive, decideUnarchive } from './operations/archive.js';
import { decideClaim, decideRelease } from './operations/claims.js';
import { decideCreation, decideDeletion, decideImport } from './operations/creation.js';
import { decideAdded, decideLabelled } from './operations/criteria.js';
import {
  decideDate,
  decideDependencies,
  decideFields,
  decideFollowed,
  decideTags,
} from './operations/fields.js';
import {
  decideObservedFrontmatter,
  decideObservedPlace,
  decideObservedText,
} from './operations/handEdits.js';
import { decideRegrouped, decideRenamed, decideRenumbered, decideRetitled } from './operations/location.js';
import { decideNote } from './operations/notes.js';
import { decideRestored, decideRetired } from './operations/retirement.js';
import { decideSection } from './operations/sections.js';
import { decideCompletion, decideStatus } from './operations/status.js';
import { decideChecked, decideUnchecked } from './operations/ticks.js';
import { undoing } from './operations/undo.js';
import { decideVerdicts } from './operations/verdicts.js';
import type { ActiveSpec, Spec } from './spec.js';
import { evolve, inverseOf, type SpecEvent } from './specEvents.js';

/** Returns the events that begin the log of a spec. */
const BEGINNINGS = {
  CreateSpec: decideCreation,
  ImportSpec: decideImport,
};

/**
 * Returns the events that follow from each command for an existing spec. Time, ids and actors are part of a command's data, so that
 * the decision depends only on the data.
 */
const DECISIONS = {
  ChangeStatus: decideStatus,
  FollowStatus: decideCompletion,
  ChangeFields: decideFields,
  CorrectDate: decideDate,
  ChangeTags: decideTags,
  ChangeDependencies: decideDependencies,
  FollowRef: decideFollowed,
  Retitle: decideRetitled,
  Rename: decideRenamed,
  Renumber: decideRenumbered,
  Regroup: decideRegrouped,
  Archive: decideArchive,
  Unarchive: decideUnarchive,
  Delete: decideDeletion,
  Claim: decideClaim,
  Release: decideRelease,
  CheckCriteria: decideChecked,
  UncheckCriteria: decideUnchecked,
  AddCriterion: decideAdded,
  LabelCriteria: decideLabelled,
  RetireCriterion: decideRetired,
  RestoreCriterion: decideRestored,
  RecordVerdicts: decideVerdicts,
  ApproveSpec: decideApproved,
  Accept: decideAccepted,
  AddNote: decideNote,
  ReplaceSection: decideSection,
  Undo: undoing<SpecEvent>({ inverseOf, evolve }),
  ObserveFrontmatter: decideObservedFrontmatter,
  ObserveText: decideObservedText,
  ObservePlace: decideObservedPlace,
};

type Deciders = typeof BEGINNINGS & typeof DECISIONS;

/** A command that changes a spec. */
export type SpecCommand = {
  readonly [Type in keyof Deciders]: { readonly type: Type; readonly data: Parameters<Deciders[Type]>[0] };
}[keyof Deciders];

type Decide = (request: unknown, spec: ActiveSpec) => readonly SpecEvent[];

/**
 * Returns the events that follow from a command; empty if nothing changes.
 * @throws SpectoolError if a rule forbids the command.
 */
export function decide({ type, data }: SpecCommand, spec: Spec): readonly SpecEvent[] {
  if (type === 'CreateSpec' || type === 'ImportSpec') {
    if (spec.kind === 'absent') return (BEGINNINGS[type] as (request: unknown) => readonly SpecEvent[])(data);
    throw new SpectoolError('SPEC_EXISTS', `The spec ${spec.labels.ref} already exists.`);
  }
  if (spec.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  return (DECISIONS[type] as Decide)(data, spec);
}
