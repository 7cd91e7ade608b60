import { divergences, valuesBefore } from '../../domain/log/divergence.js';
import { placeState } from '../../domain/log/placeState.js';
import { type FoundDocument, standingOf, type Surroundings } from '../../domain/log/standing.js';
import type { Advice } from '../../domain/errors/advice.js';

import { foldSpec, type PassedOver } from '../../domain/log/foldSpec.js';
import { type LogRecord, shortId, type StreamId } from '../../domain/log/records/record.js';
import { statusByHand } from '../../domain/log/statusByHand.js';
import { labelsOf, type SpecFolder } from '../../domain/naming/specFolder.js';
import { irregularStep, needsOf } from '../../domain/spec/status.js';
import { valueAt } from '../../domain/fields/change.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import { type JsonObject, type JsonValue, jsonEquals } from '../../domain/value/json.js';
import type { EventLog, LogStream } from '../../ports/eventLog.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { codeOf, sentence, settlingAdvice } from '../changes/changeWarnings.js';
import { namedRecords, writtenBy } from '../records/recordedWords.js';
import { shellWord } from '../shellWord.js';
import type { Finding } from '../../domain/findings/finding.js';

const DAY_MS = 86_400_000;
const LONGEST_SHOWN = 120;

/** A stream, or the finding that its folder may not be looked into: one closed folder does not end a look at all. */
export function readable(log: EventLog, stream: StreamId): LogStream | { readonly unreadable: Finding } {
  try {
    return log.read(stream);
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'LOG_UNREADABLE') throw error;
    const file = `${LOG_FOLDER}/${stream}`;
    const fix = 'Check the owner and permissions of the folder.';
    return { unreadable: { severity: 'error', code: 'LOG_DAMAGED', file, message: error.message, fix } };
  }
}

/** What a stream says about itself: damage, missing parents, clocks, what this build does not know. */
export function checkStream({ stream, records, damages }: LogStream, folder: string): readonly Finding[] {
  const ids = new Map(records.map((record) => [record.id, record]));
  return [
    ...damages.map(({ file, message }): Finding => ({
      severity: 'error',
      code: 'LOG_DAMAGED',
      file,
      message: `The log file ${message}.`,
      fix: 'Restore it from git.',
    })),
    ...records.flatMap((record) => clockFindings(record, ids, `${folder}/${stream}`)),
    ...foldSpec(stream === 'project' ? [] : records).passedOver.map((one) =>
      passedOverFinding(one, `${folder}/${stream}`),
    ),
  ];
}

const FIXES: Readonly<Record<ReturnType<typeof codeOf>, string>> = {
  CLAIMED_TWICE: 'agree on who works on it; the other person takes another spec',
  DELETED_AND_EDITED: 'keep the folder as it is, or repeat the deletion',
  LOG_NEWER: 'upgrade spectool',
};

function passedOverFinding(one: PassedOver, file: string): Finding {
  const code = codeOf(one);
  const message = `${sentence(one).replace(/^./, (first) => first.toUpperCase())}.`;
  return { severity: 'warning', code, file, message, fix: FIXES[code] };
}

function clockFindings(
  record: LogRecord,
  known: ReadonlyMap<string, LogRecord>,
  file: string,
): readonly Finding[] {
  const findings: Finding[] = [];
  const name = shortId(record.id);
  for (const id of record.parents) {
    const parent = known.get(id);
    if (parent === undefined) {
      findings.push({
        severity: 'warning',
        code: 'LOG_PARENT_MISSING',
        file,
        message: `The record ${name} follows ${shortId(id)}, which is missing here: a commit removed it, or it is on another branch.`,
        fix: 'Nothing, if that was intended; otherwise restore the file from git.',
      });
    } else if (record.lamport <= parent.lamport) {
      findings.push({
        severity: 'error',
        code: 'LOG_DAMAGED',
        file,
        message: `The clock of the record ${name} is not above its parent's.`,
        fix: 'Restore it from git.',
      });
    }
  }
  return findings;
}

/** The latest time the records give. */
export function latestTime(records: readonly LogRecord[]): string | undefined {
  return records.reduce<string | undefined>(
    (latest, { at }) => (at === undefined || (latest !== undefined && at <= latest) ? latest : at),
    undefined,
  );
}

/** A clock that was wrong by so much puts later changes behind earlier ones. @param latest as `latestTime` says. */
export function checkAhead(latest: string | undefined, now: string, file: string): readonly Finding[] {
  if (latest === undefined || !(Date.parse(latest) - Date.parse(now) > DAY_MS)) return [];
  return [
    {
      severity: 'warning',
      code: 'CLOCK_AHEAD',
      file,
      message: `A record says ${latest}, more than a day from now: the clock that wrote it was wrong, or yours is.`,
      fix: 'correct the clock; until then, later changes to this spec come right after that record',
    },
  ];
}

const OWN_ID = /^[a-z][a-z0-9]{15}$/;
const IMPORTED_ID = /^i[0-9a-f]{15}$/;

/** What is found of how a document and its folder stand to their log; `isCurrent` where it is the same until one of them changes. */
export interface CheckedStanding {
  readonly findings: readonly Finding[];
  readonly isCurrent: boolean;
}

/** @param found the document, its `id` included. */
export function checkStanding(
  folder: SpecFolder,
  found: FoundDocument,
  records: readonly LogRecord[],
  file: string,
  around: Surroundings,
): CheckedStanding {
  const { spec } = foldSpec(records);
  const seen = found.frontmatter;
  if (spec.kind === 'absent')
    return { findings: records.length === 0 ? historyGone(seen, file) : [], isCurrent: true };
  const findings: Finding[] = [];
  const report = (code: Finding['code'], message: string, cure: Pick<Finding, 'fix' | 'advice'>) =>
    findings.push({ severity: 'warning', code, file, message, ...cure });
  const standing = standingOf(found, spec, records, around);
  const { kind, meant, branch } = standing;
  if (branch !== undefined)
    report(
      'EDITED_BY_HAND',
      `The document shows what branch ${branch} recorded; its records are not here.${differencesFrom(spec.frontmatter, meant).map(differenceSentence).join('')}`,
      {
        fix: `\`git checkout ${shellWord(branch)} -- ${shellWord(`${LOG_FOLDER}/${records[0]?.spec ?? ''}`)}\` brings them.`,
      },
    );
  else if (kind === 'edited') {
    const differences = differencesFrom(spec.frontmatter, meant);
    const former = formerOf(differences, records);
    const told = differences.map((one) =>
      former.includes(one)
        ? ` ${one.field} is ${shown(one.value)}, as it once was, and ${shown(one.logged)} in the log; git revert may have left it.`
        : differenceSentence(one),
    );
    report(
      'EDITED_BY_HAND',
      `The frontmatter differs from the log: it was changed by hand, or its log was not committed.${told.join('')}`,
      {
        fix: 'The next change of the spec records it; change fields with the tool rather than by hand.',
        ...(former.length > 0 && {
          advice: former.flatMap(
            ({ field, logged }) =>
              settlingAdvice(folder.ref, field, logged, 'take the value of the log') ?? [],
          ),
        }),
      },
    );
  }
  const isUnrecorded = kind === 'edited' && seen['status'] !== spec.frontmatter['status'];
  const step = isUnrecorded
    ? irregularStep(spec.frontmatter['status'], seen['status'])
    : kind === 'set aside'
      ? undefined
      : statusByHand(records);
  if (step !== undefined)
    report(
      'STATUS_BY_HAND',
      `The status was changed by hand from ${step.from} to ${step.to}, which needs ${needsOf(step)}.`,
      {
        fix: 'It remains until the status is changed with the tool.',
        advice: [
          {
            useCase: 'updateSpec',
            request: { spec: folder.ref, status: step.from, force: true },
            needs: ['reason'],
            to: 'undo it',
          },
        ],
      },
    );
  const behind = differencesFrom(meant, seen);
  if (behind.length > 0)
    report(
      'DOCUMENT_BEHIND',
      `${kind === 'old copy' ? 'An older copy of the document was saved over it; the log stands' : 'The document is behind the log, as where a merge took one side'}.${behind.map(differenceSentence).join('')}`,
      {
        advice: [
          { useCase: 'resolveConflicts', request: { specs: [folder.ref] }, to: 'bring it up to date' },
          keepDocument(folder),
        ],
      },
    );
  const missing = kind === 'set aside' ? writtenBy(standing.records, records) : standing.text.missing;
  if (missing.length > 0) {
    const why =
      kind === 'set aside'
        ? 'Git put an older text of this document back'
        : 'The text lacks what is recorded';
    report('RECORDS_NOT_IN_TEXT', `${why}. Not in it: ${namedRecords(missing)}.`, {
      ...(kind === 'set aside' && {
        fix: 'The next change of the spec sets these records aside; they count again when git brings their text back.',
      }),
      advice: [
        {
          useCase: 'resolveConflicts',
          request: { specs: [folder.ref] },
          to: 'bring them into the document',
        },
        keepDocument(folder),
      ],
    });
  }
  const place = placeState(labelsOf(folder), spec, records);
  // Where the record that made it is gone, the log tells no place; that is a finding of its own.
  if (place !== 'current' && spec.labels.ref !== '')
    report(
      'FOLDER_MOVED',
      `The folder was ${spec.labels.ref}${spec.labels.archived ? ' (archived)' : ''} when it was last changed.`,
      place === 'interrupted'
        ? { advice: [{ useCase: 'resolveConflicts', to: 'take it there again, as the next change will' }] }
        : {
            fix: 'Move it back, or let the next change of the spec record the move. Renumbering it updates references too.',
          },
    );
  for (const { field, candidates } of divergences(records)) {
    const advice = settlingAdvice(folder.ref, field, candidates[0]?.value, 'keep the first');
    const values = candidates.map(
      ({ value, actor }) => `${JSON.stringify(value)}${actor === undefined ? '' : ` (${actor})`}`,
    );
    report(
      'DIVERGED',
      `Two worked on this: branches set ${field} differently: ${values.join(' and ')}.`,
      advice === undefined ? { fix: 'The next change of the spec settles it.' } : { advice: [advice] },
    );
  }
  return { findings, isCurrent: kind === 'current' };
}

function keepDocument({ ref }: SpecFolder): Advice {
  return {
    useCase: 'resolveConflicts',
    request: { specs: [ref], keep: 'document' },
    to: 'record that the document counts as it stands',
  };
}

/** A field whose value in the document is not that of the log. */
interface Difference {
  readonly field: string;
  readonly value: JsonValue;
  readonly logged: JsonValue;
}

function differencesFrom(logged: JsonObject, seen: JsonObject): readonly Difference[] {
  return [...frontmatterDiff(logged, seen)].flatMap(([field, value]) =>
    field === 'updated' ? [] : [{ field, value, logged: valueAt(logged, field) }],
  );
}

/** Fields as they stood before a record that is in the log: what a hand wrote, or a revert, nobody can tell. */
function formerOf(differences: readonly Difference[], records: readonly LogRecord[]): readonly Difference[] {
  const former = records.flatMap(({ events }) => events.flatMap(valuesBefore));
  return differences.filter(({ field, value }) =>
    former.some(([name, from]) => name === field && jsonEquals(from, value)),
  );
}

function differenceSentence({ field, value, logged }: Difference): string {
  return ` ${field} is ${shown(value)}, and ${shown(logged)} in the log.`;
}

/** As JSON, as much of it as tells which value is meant. */
function shown(value: JsonValue): string {
  const text = value === null ? 'none' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}

/** An identity as `create` gives one, and nothing that tells of it; what was never changed with spectool has none. */
function historyGone(seen: JsonObject, file: string): readonly Finding[] {
  const { id } = seen;
  if (typeof id !== 'string' || !OWN_ID.test(id) || IMPORTED_ID.test(id)) return [];
  return [
    {
      severity: 'warning',
      code: 'LOG_GONE',
      file,
      message: 'The log of this spec is gone; its history starts over with the next change.',
      fix: 'Restore the folder of its id in .spectool/log from git.',
    },
  ];
}
