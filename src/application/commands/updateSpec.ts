import { DEFAULT_LEASE } from '../../domain/claims/claims.js';
import { isSamePerson } from '../../domain/value/person.js';
import type { MemberRequest } from '../../domain/spec/operations/fields.js';
import type { SpecCommand } from '../../domain/spec/specEvents.js';
import { customFieldValue } from '../../domain/fields/customField.js';
import {
  isSetField,
  keyNamed,
  type ReferenceField,
  SCALAR_ROWS,
  SET_ROWS,
  membersOfField,
} from '../../domain/fields/standardFields.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { Status } from '../../domain/fields/statusAndPriority.js';
import { knownStatus } from '../../domain/fields/knownWords.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CarriedOut, ChangedSpec, RecordDrafts } from '../changes/plannedChange.js';
import {
  changedResults,
  type ChangeResult,
  type ChangesResult,
  CHOSEN_SPECS,
  eventsOf,
  FIELD_REQUEST,
  STATUS_REQUEST,
  MEMBER_REQUESTS,
  noSpecMatchedWarning,
  single,
} from '../changes/changeResult.js';
import { statusWarnings } from '../changes/statusWarnings.js';
import { unblockedBy, waitingSpecs } from '../projections/readySpecs.js';
import { remembered } from '../../domain/value/collections.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import { featureFields } from '../../domain/project/configRulesAndDefaults.js';
import { fieldValues, flag, required, text, texts, words, type RequestOf, useCase } from '../useCase.js';
import type { Taking } from '../claims/claimsElsewhere.js';
import type { Services } from '../services.js';
import { partsLeft } from '../projections/dependencyGraph.js';

/** A requested update of specs. A list given for a field replaces all members of that field. */
const WISHES = {
  ...FIELD_REQUEST,
  ...MEMBER_REQUESTS,
  status: STATUS_REQUEST,
  /** Custom fields by name, with JSON values or texts: `{ sprint: 5 }`. */
  fields: fieldValues,
  unset: texts,
  title: words,
  /** Corrects the creation date, `YYYY-MM-DD`. */
  created: text,
  /** Corrects the completion date; only of a complete spec, or together with the status. */
  completed: text,
  force: flag,
  reason: words,
  /** Dry run: returns the planned change without writing it. */
  dryRun: flag,
};
type UpdateWishes = RequestOf<typeof WISHES>;

/** Updates specs, all or none. @param choose returns the specs; called under the lock. */
function update(use: Services, request: UpdateWishes, choose: () => readonly SpecFolder[]): ChangesResult {
  const wantedStatus = request.status === undefined ? undefined : knownStatus(request.status);
  const work = (drafts: RecordDrafts): ChangesResult => {
    const folders = choose();
    const before = folders.map((folder) => use.specStore.open(folder).frontmatter['status']);
    const commands = commandsOf(use, request, wantedStatus, folders);
    const { changed, followers } = carriedOut(use, drafts, request, folders, commands);
    const results = changedResults(use.specCatalog, changed).map(({ spec, events, warnings }, i) => {
      const one = changed[i] as ChangedSpec;
      const message = `${one.folder.ref} already has these values; nothing was changed.`;
      const isUnchanged = one.record === undefined && warnings.length === 0;
      return {
        spec,
        events,
        warnings: [
          ...(isUnchanged ? [{ code: 'UNCHANGED', message }] : warnings),
          ...(wantedStatus === undefined ? [] : statusWarnings(use, drafts, one, spec)),
        ],
      };
    });
    const specs = results.map(({ spec }) => spec);
    const done = specs.filter(({ status }, i) => status === 'complete' && before[i] !== status);
    return {
      specs,
      events: eventsOf([...changed, ...followers]),
      warnings: [
        ...results.flatMap(({ warnings }) => warnings),
        ...(done.length === 0 ? [] : unblockedBy(done, use.specCatalog, use.specStore)),
      ],
      total: results.length,
    };
  };
  if (request.dryRun === true) return use.writeSession.rehearse('update', work);
  const updated = use.writeSession.change('update', work);
  return wantedStatus === 'in-progress' ? use.policies.withLater(updated, updated.specs) : updated;
}

/** Carries out the commands. Specs that begin in a project with several actors are claimed, too, as by a claim. */
function carriedOut(
  use: Services,
  drafts: RecordDrafts,
  { status, assignee }: UpdateWishes,
  folders: readonly SpecFolder[],
  commands: (spec: ActiveSpec) => readonly SpecCommand[],
): CarriedOut {
  const { actor } = drafts;
  const isBegun =
    status !== undefined && knownStatus(status) === 'in-progress' && isSamePerson(assignee ?? actor, actor);
  const wanted = (isBegun && use.sharedWork.isShared() ? folders : [])
    .filter((folder) => use.specStore.open(folder).frontmatter['status'] !== 'in-progress')
    .map((folder) => use.openClaims.wanted(folder, actor));
  const claimant = use.openClaims.claimant(actor, drafts.at);
  const work = (holders: Parameters<Taking<CarriedOut>>[1]) =>
    use.changeSpecs.carryOut(
      drafts,
      folders.map((folder) => {
        const entry = wanted.find((one) => one.folder === folder)?.entry;
        if (entry === undefined) return { folder, commands };
        const elsewhere = holders.get(entry.spec);
        const data = { claimant, lease: DEFAULT_LEASE, ...(elsewhere && { elsewhere }) };
        return { folder, commands: (spec) => [...commands(spec), { type: 'Claim', data }] };
      }),
    );
  return wanted.length === 0
    ? work(new Map())
    : use.openClaims.take(wanted, drafts, (_taken, holders) => work(holders));
}

function commandsOf(
  use: Services,
  request: UpdateWishes,
  status: Status | undefined,
  folders: readonly SpecFolder[],
): (spec: ActiveSpec) => readonly SpecCommand[] {
  const refs = (references: readonly string[] | undefined) =>
    references && use.specCatalog.namesOf(references);
  const whole = request.partOf === undefined ? undefined : use.specCatalog.wholeNamed(request.partOf);
  const set = fieldsToSet(use, { ...request, partOf: whole });
  const unset = (request.unset ?? []).map(keyNamed);
  const { force, reason } = request;
  const insisted = { ...(force !== undefined && { force }), ...(reason !== undefined && { reason }) };
  const today = use.clock.today();
  const { custom, optional, required } = use.config.frontmatter;
  const keeping = { required, ...insisted };
  const sets = SET_ROWS.flatMap(({ key, name, kind, members }) => {
    const [given, add, remove] = [request[name], request[`add${members}`], request[`remove${members}`]];
    const replace = unset.includes(key) ? [] : given;
    if ([replace, add, remove].every((one) => one === undefined)) return [];
    return kind === 'references'
      ? { key, replace: refs(replace), add: refs(add), remove }
      : { key, replace, add, remove };
  });
  const dependencies = sets.flatMap(({ key, replace = [], add = [] }) =>
    key === 'depends_on' ? [...replace, ...add] : [],
  );
  const needs =
    dependencies.length === 0 && whole === undefined
      ? undefined
      : waitingSpecs(use.specStore, use.config, { dependencies, whole });
  const refsNow = remembered(() => use.specCatalog.refs());
  const left = status === 'complete' ? partsLeft(use.specCatalog, use.specStore, folders) : undefined;
  return (spec) => {
    const commands: SpecCommand[] = [];
    if (status !== undefined) {
      commands.push({
        type: 'ChangeStatus',
        data: {
          to: status,
          today,
          completeNeeds: use.config.workflow.completeNeeds,
          ...(left && { openParts: left(spec.labels.ref) }),
          ...insisted,
        },
      });
    }
    for (const field of ['created', 'completed'] as const) {
      const to = request[field];
      if (to !== undefined) commands.push({ type: 'CorrectDate', data: { field, to } });
    }
    const unsetFields = unset.filter((key) => !isSetField(key));
    if (Object.keys(set).length + unsetFields.length > 0)
      commands.push({
        type: 'ChangeFields',
        data: {
          set,
          unset: unsetFields,
          declared: [...Object.keys(custom), ...optional, ...required, ...featureFields(use.config.features)],
          keeping,
          ...(needs !== undefined && whole !== undefined && { joining: { whole, needs: needs(spec) } }),
        },
      });
    for (const { key, replace, add, remove } of sets) {
      if (key === 'tags')
        commands.push({ type: 'ChangeTags', data: { ...memberRequest(replace, add, remove), keeping } });
      else {
        const removed =
          key === 'code' ? remove : remove?.map((one) => removedName(one, spec, key, refsNow(undefined)));
        commands.push({
          type: 'ChangeDependencies',
          data: {
            field: key,
            ...memberRequest(replace, add, removed),
            keeping,
            ...(needs !== undefined && key === 'depends_on' && { needs: needs(spec) }),
          },
        });
      }
    }
    if (request.title !== undefined) commands.push({ type: 'Retitle', data: { title: request.title } });
    return commands;
  };
}

function fieldsToSet({ config }: Services, request: UpdateWishes): Readonly<Record<string, JsonValue>> {
  const set: Record<string, JsonValue> = {};
  for (const { key, name } of SCALAR_ROWS) {
    const value = request[name];
    if (value !== undefined) set[key] = value;
  }
  for (const [key, value] of Object.entries(request.fields ?? {}))
    if (value !== undefined) set[key] = customFieldValue(key, value, config.frontmatter);
  return set;
}

/** Updates one spec: its status, fields, title or dates. */
export const updateSpec = useCase(
  {
    ...WISHES,
    /** Reference to the spec: number, folder name, name, id, path, unique prefix, or exact title. */
    spec: required(text),
  },
  (use, { spec: reference, ...wishes }): ChangeResult => {
    if (!asksForSomething(wishes)) throw nothingAsked(reference);
    return single(update(use, wishes, () => [use.specCatalog.find(reference)]));
  },
);

/** Changes several specs, all or none. */
export const updateSpecs = useCase({ ...WISHES, ...CHOSEN_SPECS }, (use, request): ChangesResult => {
  const { specs, where, ...wishes } = request;
  if (wishes.title !== undefined)
    throw new SpectoolError('USAGE', 'A title can be set for only one spec.', { hint: 'Specify one spec.' });
  if (!asksForSomething(wishes)) throw nothingAsked(specs?.[0]);
  const result = update(use, wishes, () => use.specCatalog.choose({ specs, where }));
  return { ...result, warnings: [...result.warnings, ...noSpecMatchedWarning(result.specs)] };
});

function asksForSomething({ force, reason, dryRun, fields = {}, ...wishes }: UpdateWishes): boolean {
  return [...Object.values(wishes), ...Object.values(fields)].some((wish) => wish !== undefined);
}

function nothingAsked(spec = '…'): SpectoolError {
  return new SpectoolError('USAGE', 'No change was specified.', {
    hint: 'Specify at least one change.',
    advice: [
      {
        useCase: 'updateSpec',
        request: { spec, status: 'in-progress' },
        to: 'begin work on the spec, for example',
      },
    ],
  });
}

/**
 * Returns the member to remove from a field: the reference itself if the field contains exactly this text, even if no such
 * spec exists any more; otherwise the folder name of the referenced spec.
 */
function removedName(
  reference: string,
  spec: ActiveSpec,
  field: ReferenceField,
  nameOf: (reference: string) => string,
): string {
  return membersOfField(spec.frontmatter, field).includes(reference) ? reference : nameOf(reference);
}

function memberRequest(
  replace?: readonly string[],
  add?: readonly string[],
  remove?: readonly string[],
): MemberRequest {
  return { ...(replace && { replace }), ...(add && { add }), ...(remove && { remove }) };
}
