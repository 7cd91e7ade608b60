import type { RecordedEvent } from '../log/records/record.js';
import { largestNumber } from '../value/collections.js';
import type { JsonValue } from '../value/jsonValue.js';
import type { EventDefinition } from './eventDefinition.js';
import {
  acceptanceWithdrawn,
  approvalWithdrawn,
  specAccepted,
  specApproved,
  decideAccepted,
  decideApproved,
} from './operations/approvals.js';
import { specArchived, specUnarchived, decideArchive, decideUnarchive } from './operations/archive.js';
import { claimReleased, specClaimed, decideClaim, decideRelease } from './operations/claims.js';
import {
  specCreated,
  specAdopted,
  specImported,
  specTakenOver,
  decideCreation,
  decideImport,
} from './operations/creation.js';
import {
  criteriaLabelled,
  criteriaSeen,
  criterionAdded,
  criterionRemoved,
  labelsRemoved,
  decideAdded,
  decideLabelled,
} from './operations/criteria.js';
import {
  dependenciesChanged,
  fieldsChanged,
  tagsChanged,
  decideDate,
  decideDependencies,
  decideFields,
  decideFollowed,
  decideTags,
} from './operations/fields.js';
import {
  frontmatterEdited,
  textEdited,
  decideObservedFrontmatter,
  decideObservedPlace,
  decideObservedText,
} from './operations/handEdits.js';
import {
  specRenamed,
  specRenumbered,
  decideRenamed,
  decideRenumbered,
  decideRetitled,
} from './operations/location.js';
import { noteAdded, noteRemoved, decideNote } from './operations/notes.js';
import {
  criterionRestored,
  criterionRetired,
  decideRestored,
  decideRetired,
} from './operations/retirement.js';
import { sectionReplaced, decideSection } from './operations/sections.js';
import { statusChanged, decideCompletion, decideStatus } from './operations/status.js';
import { criterionChecked, criterionUnchecked, decideChecked, decideUnchecked } from './operations/ticks.js';
import { changeUndone, undoDecision } from './operations/undo.js';
import {
  recordsRestored,
  recordsSetAside,
  criterionTested,
  verdictWithdrawn,
  decideVerdicts,
} from './operations/verdicts.js';
import { type ActiveSpec, type Spec, NOT_CREATED } from './spec.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { specDeleted, specRestored, decideDeletion } from './operations/deletion.js';

/**
 * The definitions of all events of a spec. The type `SpecEvent`, `foldSpec`, undo and the detection of disagreements between
 * branches use this list.
 */
export const SPEC_EVENTS = [
  specCreated,
  specImported,
  specAdopted,
  specTakenOver,
  specDeleted,
  specRestored,
  changeUndone,
  statusChanged,
  fieldsChanged,
  tagsChanged,
  dependenciesChanged,
  frontmatterEdited,
  textEdited,
  specRenamed,
  specRenumbered,
  specArchived,
  specUnarchived,
  noteAdded,
  noteRemoved,
  sectionReplaced,
  criterionAdded,
  criterionRemoved,
  criteriaSeen,
  criteriaLabelled,
  labelsRemoved,
  criterionChecked,
  criterionUnchecked,
  criterionTested,
  verdictWithdrawn,
  criterionRetired,
  criterionRestored,
  specApproved,
  approvalWithdrawn,
  specAccepted,
  acceptanceWithdrawn,
  specClaimed,
  claimReleased,
  recordsSetAside,
  recordsRestored,
] as const;

type EventOf<Definition> = Definition extends EventDefinition<infer Event, infer _Inverse> ? Event : never;

export type SpecEvent = EventOf<(typeof SPEC_EVENTS)[number]>;

const BY_TYPE: ReadonlyMap<string, EventDefinition<SpecEvent>> = new Map(
  SPEC_EVENTS.map((definition: EventDefinition<SpecEvent>) => [definition.type, definition]),
);

/** Returns an event from the log with its precise type; undefined if this version of spectool does not know the type. */
export function knownEvent(event: RecordedEvent): SpecEvent | undefined {
  return BY_TYPE.has(event.type) ? (event as unknown as SpecEvent) : undefined;
}

/** Returns the spec after any one `SpecEvent`. An event is never refused, because it has already happened. */
export function evolve(before: Spec, event: SpecEvent): ActiveSpec {
  if (before.kind === 'absent') return definitionOf(event).apply(NOT_CREATED, event.data);
  // Any event after a deletion makes the spec active again.
  const { deleted: _outlived, ...spec } = before;
  return definitionOf(event).apply(spec, event.data);
}

/** Returns the inverse of any `SpecEvent`: the events that revert it in the current state of the spec. */
export function inverseOf(event: SpecEvent, spec: ActiveSpec): readonly SpecEvent[] {
  return definitionOf(event).inverse(spec, event.data);
}

/**
 * Returns the single values that an event sets, by field or label. Empty if this version of spectool does not know the event's
 * type, or if the data has an unexpected shape, as in a damaged or hostile log.
 */
export function scalarWrites(event: RecordedEvent | SpecEvent): ReadonlyMap<string, JsonValue> {
  try {
    const fact = event as SpecEvent;
    const written: Readonly<Record<string, JsonValue | undefined>> =
      definitionOf(fact).writes?.(fact.data) ?? {};
    return new Map(
      Object.entries(written).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    );
  } catch {
    return new Map();
  }
}

/** Returns the lowest record version in which these events of a spec may be written. */
export function versionFor(events: readonly RecordedEvent[]): number {
  return largestNumber(
    events.map(({ type }) => BY_TYPE.get(type)?.version ?? 1),
    1,
  );
}

function definitionOf({ type }: SpecEvent): EventDefinition<SpecEvent> {
  const found = BY_TYPE.get(type);
  if (found === undefined) throw new TypeError(`no definition of ${type}`);
  return found;
}

/** Returns the events that begin the log of a spec. */
const BEGINNINGS = {
  CreateSpec: decideCreation,
  ImportSpec: decideImport,
};

/**
 * Returns the events that follow from each command for an existing spec. Time, ids and actors are part of a command's data, so
 * that the decision depends only on the data.
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
  Undo: undoDecision<SpecEvent>({ inverseOf, evolve }),
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
 * Returns the spec events that follow from any `SpecCommand`; empty if nothing changes.
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
