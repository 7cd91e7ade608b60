import { type Holder, underClaim } from '../../domain/claims/claims.js';
import type { LinkUpdate } from '../../domain/document/links.js';
import { replacedLines } from '../../domain/document/sections/sections.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { frontmatterDiff, valueAt, withField } from '../../domain/fields/fieldChange.js';
import { divergences } from '../../domain/log/divergentFields.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { textChanges, textHash } from '../../domain/log/textHash.js';
import { lostItems } from '../../domain/reconcile/recordedItems.js';
import { decide } from '../../domain/spec/decisions/decideCommand.js';
import { decideGroup } from '../../domain/spec/decisions/lifecycleDecisions.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import { evolve, scalarWrites, type SpecEvent } from '../../domain/spec/specEvents.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import type { Services } from '../services.js';
import type { LogComparison } from './documentLogComparisons.js';
import { renamesBy, updateAllReferences } from './folderMoves.js';
import type { PlannedChange, RecordDrafts } from './plannedChange.js';

export function ask(
  commands: readonly SpecCommand[],
  spec: Spec,
): { readonly spec: ActiveSpec; readonly events: readonly SpecEvent[] } {
  const events: SpecEvent[] = [];
  let state = spec;
  for (const command of commands) {
    const decided = decide(command, state);
    for (const event of decided) events.push(event);
    state = decided.reduce(evolve, state);
  }
  if (state.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  return { spec: state, events };
}

/** Maximum length of a replaced text, in characters, that the log stores so that an edit can be shown and undone. */
const MOST_TYPED = 100_000;

/** Returns the commands for changes that a person made in an editor. An edited `id` is ignored. */
export function typing(
  before: SpecDocument,
  typed: SpecDocument,
  found: ActiveSpec,
  records: readonly LogRecord[],
): readonly SpecCommand[] {
  const changes = [...frontmatterDiff(before.frontmatter, typed.frontmatter)].filter(([key]) => key !== 'id');
  const frontmatter = changes.reduce((all, [key, to]) => withField(all, key, to), found.frontmatter);
  const [old, now] = [before, typed].map(({ text, bodyStart }) => text.slice(bodyStart)) as [string, string];
  if (old === now) return [{ type: 'ObserveFrontmatter', data: { frontmatter } }];
  const lines = replacedLines(old, now);
  return [
    { type: 'ObserveFrontmatter', data: { frontmatter } },
    {
      type: 'ObserveText',
      data: {
        sections: changedSections(old, now),
        lost: lostItems(now, found, records),
        ...(lines.to.length <= MOST_TYPED && { typed: lines }),
      },
    },
  ];
}

/** Records rewritten links as a change of the text, if the spec has a log and no other change was requested. */
export function following<Asked extends { readonly events: readonly SpecEvent[] }>(
  asked: Asked,
  editText: ((text: string) => string) | undefined,
  { spec }: LogComparison,
  body: string,
): Asked {
  const edited = editText?.(body) ?? body;
  if (asked.events.length > 0 || edited === body || spec.kind === 'absent') return asked;
  const sections = changedSections(body, edited);
  return { ...asked, events: [{ type: 'TextEdited', data: { sections, followed: true } }] };
}

function changedSections(before: string, after: string) {
  const [was, is] = [textHash(before), textHash(after)];
  return was && is ? textChanges(was, is) : [];
}

/**
 * If two branches set a field to different values and the document already has the requested one, adds events that record this
 * value as chosen.
 */
export function choosing(
  asked: ReturnType<typeof ask>,
  commands: readonly SpecCommand[],
  records: readonly LogRecord[],
): ReturnType<typeof ask> {
  const wanted = asked.events.length > 0 ? [] : askedFields(commands);
  const open = wanted.length === 0 ? [] : divergences(records).map(({ field }) => field);
  const events = wanted
    .filter((field) => open.includes(field))
    .map((field): SpecEvent => {
      const same = <Value>(value: Value) => ({ from: value, to: value });
      if (field === 'title') return { type: 'SpecRenamed', data: { title: same(asked.spec.title) } };
      const changes = { [field]: same(valueAt(asked.spec.frontmatter, field)) };
      return { type: 'FieldsChanged', data: { changes } };
    });
  return events.length === 0 ? asked : { ...asked, events };
}

/**
 * Sets or removes the completion date if a person edited the status by hand; recorded together with the next requested
 * change.
 */
export function completing<Asked extends ReturnType<typeof ask>>(
  asked: Asked,
  commands: readonly SpecCommand[],
  observed: readonly SpecEvent[],
  today: CalendarDate,
): Asked {
  const isByHand = observed.some(
    (event) => event.type === 'FrontmatterEdited' && event.data.changes['status'] !== undefined,
  );
  if (!isByHand || commands.length === 0) return asked;
  const { spec, events } = ask([{ type: 'FollowStatus', data: { today } }], asked.spec);
  return { ...asked, spec, events: [...asked.events, ...events] };
}

export function fieldsOf(events: readonly SpecEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => [...scalarWrites(event).keys()]));
}

function askedFields(commands: readonly SpecCommand[]): readonly string[] {
  return commands.flatMap((command) => {
    if (command.type === 'ChangeStatus') return 'status';
    if (command.type === 'Retitle') return 'title';
    if (command.type === 'Archive' && command.data.ending !== undefined)
      return ['archived_as', 'superseded_by'];
    if (command.type === 'CorrectDate') return command.data.field;
    return command.type === 'ChangeFields' ? Object.keys(command.data.set) : [];
  });
}

/** What claims, groups and names add to a change that a command asks for. */
export class ChangeAdditions {
  constructor(private readonly use: Services) {}

  /** Adds to a change that references by former names get the names of now; an undo does nothing else than asked. */
  withNamesNow(drafts: RecordDrafts, change: PlannedChange, document: SpecDocument): PlannedChange {
    const { folder } = change;
    const now = drafts.once('names', () => this.use.oldNames.now());
    const moves = this.use.oldNames.in(folder, document, now);
    if (moves.length === 0) return change;
    const isLinked = moves.some(({ at }) => typeof at === 'number');
    const follow: LinkUpdate = (text, file) =>
      updateAllReferences(change.editText?.(text, file) ?? text, moves);
    return {
      ...change,
      commands: (spec) => {
        const commands = change.commands(spec);
        const isUndo = commands.some(({ type }) => type === 'Undo');
        return isUndo ? commands : [...commands, ...renamesBy(moves)(spec.frontmatter)];
      },
      ...(isLinked && { editText: follow }),
    };
  }

  /** Adds a move of the folder to another group if a changed field determines the group. */
  regrouped(
    drafts: RecordDrafts,
    found: ActiveSpec,
    commands: readonly SpecCommand[],
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> {
    if (commands.length === 0 || asked.spec.deleted !== undefined) return asked;
    const groups = () =>
      drafts.once('groups', () => [
        ...new Set(this.use.specStore.folders().flatMap(({ group }) => group ?? [])),
      ]);
    const events = decideGroup(found, asked.spec, this.use.config.structure, commands, groups);
    return {
      spec: events.reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events: [...asked.events, ...events],
    };
  }

  /**
   * Checks the change against the claim of the spec: only the holder of the claim can change the assignee or end the work.
   */
  underClaim(
    drafts: RecordDrafts,
    stream: StreamId,
    found: ActiveSpec,
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> & { readonly holder?: Holder } {
    // A new spec has no claim to check.
    if (asked.events.length === 0 || asked.events.some(({ type }) => type === 'SpecCreated')) return asked;
    const elsewhere = drafts.once('claims', () => this.use.openClaims.elsewhere(drafts.at))(stream);
    if (found.claim === undefined && elsewhere === undefined) return asked;
    const claimant = this.use.openClaims.claimant(drafts.actor, drafts.at);
    const { events, holder } = underClaim(found, asked.events, claimant, elsewhere);
    return {
      spec: events.slice(asked.events.length).reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events,
      ...(holder && { holder }),
    };
  }
}
