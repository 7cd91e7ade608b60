import type { Holder } from '../../domain/claims/holder.js';
import type { PlaceMove } from '../../domain/document/followLinks.js';
import type { Advice } from '../../domain/errors/advice.js';
import type { Changes } from '../../domain/fields/change.js';
import { isKeptByTool, standardField } from '../../domain/fields/fields.js';
import type { MissingText } from '../../domain/log/recordedText.js';
import type { Divergence } from '../../domain/log/divergence.js';
import { foldSpec, type PassedOver } from '../../domain/log/foldSpec.js';
import { shortId, type LogRecord } from '../../domain/log/records/record.js';
import { hasMissingParents } from '../../domain/log/records/recordOrder.js';
import { duplicateNumbers } from '../../domain/naming/numbers.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { StructureConfig } from '../../domain/project/configuration.js';
import { irregularStep, needsOf } from '../../domain/spec/status.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { Warning } from '../warning.js';
import type { ChangedSpec } from './changeSpecs.js';
import { brokenSpecs } from './conflictedSpecs.js';
import { namedRecords, writtenBy } from '../records/recordedWords.js';

/**
 * What a change did besides what it was asked for: settled what branches disagree on, recorded what was edited by hand, brought back
 * what a document had fallen behind by.
 */
export function changeWarnings({
  folder,
  settled = [],
  edited = [],
  broughtBack = {},
  missing = [],
  notes = [],
  returned,
  isFiltered = false,
  holder,
  log = [],
  record,
  damages = [],
  unfollowed = [],
}: Pick<ChangedSpec, 'folder' | 'settled' | 'edited' | 'broughtBack' | 'returned' | 'isFiltered' | 'holder'> &
  Partial<
    Pick<ChangedSpec, 'log' | 'record' | 'damages' | 'unfollowed' | 'missing' | 'notes'>
  >): readonly Warning[] {
  return [
    ...notes,
    ...brokenSpecs(unfollowed, `What leads to ${folder.ref} from there stays as it is.`),
    ...damages.slice(0, 1).map(({ file, message }) => damaged(folder.ref, file, message, damages.length)),
    ...(holder === undefined ? [] : [held(folder.ref, holder)]),
    ...claimedTwice(folder.ref, log, record),
    ...settled.map(({ field, candidates: [kept, ...others] }): Warning => {
      const advice = settlingAdvice(folder.ref, field, others[0]?.value, 'choose the other');
      const other = others.map(({ value }) => JSON.stringify(value)).join(', ');
      return {
        code: 'DIVERGED',
        message: `Two worked on this: branches set ${field} differently; ${JSON.stringify(kept?.value)} was kept, the other value was ${other}.`,
        ...(advice !== undefined && { advice: [advice] }),
      };
    }),
    ...rolledForward(folder.ref, broughtBack),
    ...(missing.length === 0 ? [] : [completed(missing)]),
    ...(returned === undefined ? [] : [putBack(returned)]),
    ...(isFiltered ? [filtered(folder.ref)] : []),
    ...edited.flatMap((event): readonly Warning[] => {
      if (event.type === 'RecordsSetAside') return [setAside(folder.ref, event.data.records, log)];
      if (event.type !== 'FrontmatterEdited') return [];
      const written = Object.entries(event.data.changes).filter(([field]) => field !== 'updated');
      const changes = written.map(
        ([field, { from, to }]) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
      );
      if (changes.length === 0) return [];
      const { status } = event.data.changes;
      const step = status === undefined ? undefined : irregularStep(status.from, status.to);
      const irregular =
        step === undefined
          ? ''
          : ` A change from ${step.from} to ${step.to} normally needs ${needsOf(step)}; it was kept.`;
      const { branch } = event.data;
      if (branch !== undefined)
        return [
          {
            code: 'EDITED_BY_HAND',
            message: `The document shows what branch ${branch} recorded, and that is recorded here without its history: ${changes.join(', ')}.`,
            hint: `Merge ${branch} to have its records.`,
          },
        ];
      const told = hasMissingParents(log)
        ? {
            message: `The log of ${folder.ref} lacks records, and its document alone tells what they wrote, which is now recorded: ${changes.join(', ')}.`,
            hint: '`git log -- .spectool/log` shows the commit that took them out, or that they were not picked with.',
          }
        : {
            message: `The frontmatter had been edited by hand, which is now recorded: ${changes.join(', ')}.${irregular}`,
            hint: 'Set fields with the tool, which checks what it writes.',
          };
      return [{ code: 'EDITED_BY_HAND', ...told }];
    }),
  ];
}

function damaged(ref: string, file: string, message: string, count: number): Warning {
  const more = count > 1 ? `, and ${String(count - 1)} more` : '';
  return {
    code: 'LOG_DAMAGED',
    message: `The log of ${ref} is damaged (${file} ${message}${more}): what was recorded there is passed over.`,
    advice: [{ useCase: 'validateProject', to: 'see what is wrong with it' }],
  };
}

function rolledForward(ref: string, broughtBack: Changes): readonly Warning[] {
  const fields = Object.entries(broughtBack);
  if (fields.length === 0) return [];
  const restored = fields.map(
    ([name, { from, to }]) => `${name} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
  );
  return [
    {
      code: 'ROLLED_FORWARD',
      message: `The document was behind the log, as where an older copy was saved or a merge took one side; restored: ${restored.join(', ')}.`,
      advice: fields.flatMap(
        ([name, { from }]) => settlingAdvice(ref, name, from, 'have the old value') ?? [],
      ),
    },
  ];
}

function completed(missing: readonly MissingText[]): Warning {
  const ids = [...new Set(missing.map(({ record }) => record.id))];
  return {
    code: 'ROLLED_FORWARD',
    message: `Recorded and not in the text, as where an older copy was saved or a merge took one side; brought back: ${namedRecords(missing)}.`,
    advice: ids.slice(0, MOST_TOLD).map((id) => ({
      useCase: 'undoChange' as const,
      request: { event: shortId(id) },
      to: 'take it out again',
    })),
  };
}

function setAside(ref: string, ids: readonly string[], log: readonly LogRecord[]): Warning {
  return {
    code: 'RECORDS_NOT_IN_TEXT',
    message: `Git had put an older text of ${ref} back. Set aside, as it does not show them: ${namedRecords(writtenBy(ids, log))}.`,
    hint: 'They count again when git brings their text back.',
  };
}

function putBack({ from, to }: PlaceMove): Warning {
  return {
    code: 'ROLLED_FORWARD',
    message: `The folder stood in ${from}, as before the last change that moved it; it is in ${to} again, where the log has it.`,
  };
}

function held(ref: string, { by, place, until }: Holder): Warning {
  const where = place === undefined ? '' : ` in the worktree ${place}`;
  return {
    code: 'CLAIMED',
    message: `${by} works on ${ref}${where}, until ${until}; your change is recorded beside that.`,
  };
}

/** Who lost a claim to an earlier one of another branch hears of it with everything that is done to the spec. */
function claimedTwice(
  ref: string,
  log: readonly LogRecord[],
  record: LogRecord | undefined,
): readonly Warning[] {
  const isClaimed = log.some(({ events }) => events.some(({ type }) => type === 'SpecClaimed'));
  if (!isClaimed) return [];
  const twice = (records: readonly LogRecord[]) =>
    passedOverWarnings(ref, records).filter(({ code }) => code === 'CLAIMED_TWICE');
  const still = twice(log);
  // Work that is complete is told of once: this record knows of both.
  return still.length > 0 ? still : twice(log.filter((one) => one !== record));
}

function filtered(ref: string): Warning {
  return {
    code: 'TEXT_FILTERED',
    message: `The text of ${ref} differs from the log, but .gitattributes makes git change it on checkout, so it cannot be known whether somebody edited it; nothing was recorded.`,
    hint: 'Exclude the specs from `filter`, `ident` and `working-tree-encoding` in .gitattributes.',
  };
}

const MOST_TOLD = 3;

/** A word about every number that more than one spec carries; of many, one about all of them. */
export function duplicateWarnings(
  folders: readonly Omit<SpecFolder, 'archived'>[],
  structure: StructureConfig,
): readonly Warning[] {
  const duplicates = duplicateNumbers(folders, structure);
  const messages = duplicates.map(
    ([sequence, holders]) =>
      `The number ${String(sequence)} is used more than once: ${holders.map(({ path }) => path).join(', ')}.`,
  );
  const first = duplicates.slice(0, MOST_TOLD).map(([sequence]) => String(sequence));
  const told =
    duplicates.length <= MOST_TOLD
      ? messages
      : [`${String(duplicates.length)} numbers are used more than once: ${first.join(', ')}, ….`];
  return told.map((message) => ({
    code: 'NUMBER_DUPLICATE',
    message,
    advice: [
      { useCase: 'validateProject', request: { fix: true }, to: 'give all but the earliest a new number' },
    ],
  }));
}

const PLACES: ReadonlySet<string> = new Set(['ref', 'sequence', 'group', 'archived', 'id', 'updated']);

/** What two branches set differently, and how to settle it. @param spec as its folder is named. */
export function divergenceWarnings(spec: string, diverged: readonly Divergence[]): readonly Warning[] {
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two worked on this: branches set ${field} differently: ${candidates.map(({ value }, i) => JSON.stringify(value) + (i === 0 ? ' (current)' : '')).join(' and ')}.`,
    hint: 'Once the text has no conflict marks, choose one value.',
    advice: candidates.slice(0, 2).flatMap(({ value }, i) => {
      const advice = settlingAdvice(spec, field, value, i === 0 ? 'keep the current one' : 'take the other');
      return advice === undefined ? [] : [advice];
    }),
  }));
}

/** How to make one value of a field the one; undefined for what follows by itself with the next change. */
export function settlingAdvice(
  spec: string,
  field: string,
  value: JsonValue | undefined,
  to?: string,
): Advice | undefined {
  const isNone = value === null || value === undefined;
  // Where it stands and what it is called are not set, but follow: any change settles them.
  if (PLACES.has(field) || (isNone && isKeptByTool(field))) return undefined;
  const known = standardField(field);
  const request = isNone
    ? { unset: [field] }
    : known === undefined && field !== 'title'
      ? { fields: { [field]: value } }
      : { [known?.name ?? field]: value };
  const purpose = to === undefined ? {} : { to };
  if (field === 'archived_as' || field === 'superseded_by') {
    const said = typeof value === 'string' ? value : '…';
    const ending = field === 'archived_as' ? { outcome: said } : { outcome: 'superseded', by: said };
    return { useCase: 'archiveSpecs', request: { specs: [spec], ...ending }, needs: ['reason'], ...purpose };
  }
  if (field !== 'status') return { useCase: 'updateSpec', request: { spec, ...request }, ...purpose };
  return { useCase: 'updateSpec', request: { spec, ...request, force: true }, needs: ['reason'], ...purpose };
}

/** What of a log was read and does not count: a newer version's, or what two branches did that cannot both stand. */
export function passedOverWarnings(ref: string, records: readonly LogRecord[]): readonly Warning[] {
  return foldSpec(records).passedOver.map((one) => ({
    code: codeOf(one),
    message: `${ref}: ${sentence(one)}.`,
  }));
}

/** The code a passed-over record or event is told by. */
export function codeOf({ code }: PassedOver) {
  return code ?? 'LOG_NEWER';
}

/** Who wrote it, and why it does not count; without a full stop. */
export function sentence({ code, event, reason, record }: PassedOver): string {
  const { actor = 'somebody', id } = record;
  const name = id.slice(0, 12);
  if (code === 'DELETED_AND_EDITED') return `the deletion by ${actor} (${name}) has no effect: ${reason}`;
  if (code === undefined) return `record ${name} was ignored: ${reason}`;
  const by = event?.data['by'];
  return `two worked on this: the claim by ${typeof by === 'string' ? by : actor} (${name}) ${reason}`;
}
