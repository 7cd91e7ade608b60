import { replacedLines } from '../../domain/document/sections/sectionEdits.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { valueAt, withField } from '../../domain/fields/fieldChange.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import { divergences } from '../../domain/log/divergentFields.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { lostItems } from '../../domain/reconcile/recordedItems.js';
import { textChanges, textHash } from '../../domain/log/textHash.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import { decide } from '../../domain/spec/decisions/decideCommand.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import { evolve, scalarWrites, type SpecEvent } from '../../domain/spec/specEvents.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { LogComparison } from '../changes/documentLogComparisons.js';

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
