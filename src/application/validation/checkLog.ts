import { BOUNDS } from '../../domain/value/bounds.js';
import { personText } from '../../domain/value/person.js';
import { forcedCompletion, isCompletedByHand } from '../../domain/log/logSummary.js';
import { divergences } from '../../domain/log/divergences.js';
import { foldSpec, type SkippedRecord } from '../../domain/log/foldSpec.js';
import { placeState } from '../../domain/log/placeState.js';
import {
  type FoundDocument,
  documentStateOf,
  type GitContext,
} from '../../domain/reconcile/documentState.js';
import { type LogRecord, shortId, type StreamId } from '../../domain/log/records/record.js';
import { textDigest } from '../../domain/log/digests.js';
import { type UnmetCriterion, unmetCriteriaOf } from '../../domain/proof/criterionStates.js';
import { criteriaLostSinceBegin } from '../../domain/spec/criteriaInText.js';
import { describeUnmetCriterion } from '../../domain/spec/operations/status.js';
import { shortenCriterion } from '../../domain/criteria/criteria.js';
import type { KnownCriterion } from '../../domain/review/pairedTexts.js';
import type { WorkflowConfig } from '../../domain/project/configuration.js';
import { reopenAdvice } from '../changes/changeResult.js';
import { codeOf, sentence, settlingAdvice } from '../changes/changeWarnings.js';
import { labelsOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import { irregularStatusChange, needsOfStatusChange } from '../../domain/fields/statusAndPriority.js';
import { frontmatterDiff, valueAt } from '../../domain/fields/fieldChange.js';
import type { JsonObject, JsonValue } from '../../domain/value/jsonValue.js';
import type { EventLog, LogStream } from '../../ports/eventLog.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { withoutLabel } from '../../domain/criteria/checkboxes.js';
import { wordsWithoutFormatting } from '../../domain/document/documentText.js';
import type { Finding } from '../../domain/findings/finding.js';
import { statusByHand } from '../../domain/log/records/loggedChanges.js';
import { namedRecords } from '../../domain/reconcile/recordedItems.js';

/**
 * Reads the log of a spec or of the project. If its folder is unreadable, returns a finding instead of throwing, so that the
 * check continues.
 */
export function readLogOrFinding(
  log: EventLog,
  stream: StreamId,
): LogStream | { readonly unreadable: Finding } {
  try {
    return log.read(stream);
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'LOG_UNREADABLE') throw error;
    const file = `${LOG_FOLDER}/${stream}`;
    const fix = 'Check the owner and permissions of the folder.';
    return { unreadable: { severity: 'error', code: 'LOG_DAMAGED', file, message: error.message, fix } };
  }
}

/** Returns the findings of one log: damaged files, missing parent records, unknown records. */
export function checkLogStream({ stream, records, damages }: LogStream, folder: string): readonly Finding[] {
  const ids = new Map(records.map((record) => [record.id, record]));
  return [
    ...damages.map(({ file, message }): Finding => ({
      severity: 'error',
      code: 'LOG_DAMAGED',
      file,
      message: `The log file ${message}.`,
      fix: 'Restore the file from git. If git does not have the file, move the file out of the log folder.',
    })),
    ...records.flatMap((record) => missingParents(record, ids, `${folder}/${stream}`)),
    ...foldSpec(stream === 'project' ? [] : records).passedOver.map((one) =>
      passedOverFinding(one, `${folder}/${stream}`),
    ),
  ];
}

const FIXES: Readonly<Record<ReturnType<typeof codeOf>, string>> = {
  CLAIMED_TWICE:
    'agree on who keeps the spec; the other actor claims another spec. The warning ends when the holder completes or releases the spec',
  DELETED_AND_EDITED: 'keep the spec, or repeat the deletion',
  LOG_NEWER: 'upgrade spectool',
};

function passedOverFinding(one: SkippedRecord, file: string): Finding {
  const code = codeOf(one);
  const message = `${sentence(one).replace(/^./, (first) => first.toUpperCase())}.`;
  return { severity: 'warning', code, file, message, fix: FIXES[code] };
}

function missingParents(
  record: LogRecord,
  known: ReadonlyMap<string, LogRecord>,
  file: string,
): readonly Finding[] {
  const missing = record.parents.filter((id) => !known.has(id));
  return missing.map((id) => ({
    severity: 'warning',
    code: 'LOG_PARENT_MISSING',
    file,
    message: `The record ${shortId(record.id)} refers to the record ${shortId(id)}, which is missing on this branch: a commit removed it, or it is on another branch.`,
    fix: 'If the record was removed on purpose, ignore this; otherwise restore its file from git.',
  }));
}

const OWN_ID = /^[a-z][a-z0-9]{15}$/;
const IMPORTED_ID = /^i[0-9a-f]{15}$/;

/**
 * Compares a document and its folder with the log.
 * @param found the document with its `id`.
 * @param completeNeeds setting for what the project requires of a complete spec.
 */
export function compareDocumentWithLog(
  folder: SpecFolder,
  found: FoundDocument,
  records: readonly LogRecord[],
  file: string,
  around: GitContext,
  completeNeeds: WorkflowConfig['completeNeeds'],
): readonly Finding[] {
  const { spec } = foldSpec(records);
  const seen = found.frontmatter;
  if (spec.kind === 'absent') return records.length === 0 ? historyGone(seen, file) : [];
  const findings: Finding[] = [];
  const report = (code: Finding['code'], message: string, cure: Pick<Finding, 'fix' | 'advice'>) =>
    findings.push({ severity: 'warning', code, file, message, ...cure });
  const standing = documentStateOf(found, spec, records, around);
  const { kind, meant } = standing;
  // Documents of another tool are edited by hand and by that tool, and their status follows.
  const isOurs = folder.at === undefined;
  const differences = isOurs && kind === 'edited' ? differencesFrom(spec.frontmatter, meant) : [];
  if (differences.length > 0) {
    report(
      'EDITED_BY_HAND',
      `The frontmatter differs from the log: it was changed by hand, or the records of a change were not committed.${differences.map(differenceSentence).join('')}`,
      {
        fix: 'The next command that changes the spec records the difference. Set fields with spectool rather than by hand.',
      },
    );
  }
  const isUnrecorded = isOurs && kind === 'edited' && meant['status'] !== spec.frontmatter['status'];
  const step = isUnrecorded
    ? irregularStatusChange(spec.frontmatter['status'], seen['status'])
    : !isOurs || kind === 'returned'
      ? undefined
      : statusByHand(records);
  const read = { ...spec, text: found.text };
  const isByHand = isUnrecorded || (isOurs && kind !== 'returned' && isCompletedByHand(records));
  const unmet =
    isByHand && seen['status'] === 'complete' && completeNeeds !== 'nothing' ? unmetCriteriaOf(read) : [];
  if (unmet.length > 0)
    findings.push({
      severity: 'error',
      code: 'STATUS_BY_HAND',
      file,
      message: `The status was changed to complete by hand, although ${listed(unmet.map((one) => describeUnmetCriterion(one).state))}.`,
      fix: `${unmet.length === 1 ? describeUnmetCriterion(unmet[0] as UnmetCriterion).wayOut.replace(/^./, (first) => first.toUpperCase()) : 'Resolve each of them'}, or set the status back.`,
      advice: [reopenAdvice(folder.ref, folder.archived)],
    });
  else if (step !== undefined)
    report(
      'STATUS_BY_HAND',
      `The status was changed by hand from ${step.from} to ${step.to}, which needs ${needsOfStatusChange(step)}.`,
      {
        fix: 'This warning stays until the status is changed with spectool.',
        advice: [
          {
            useCase: 'updateSpec',
            request: { spec: folder.ref, status: step.from, force: true },
            needs: ['reason'],
            to: 'undo the change',
          },
        ],
      },
    );
  const behind = differencesFrom(meant, seen);
  if (behind.length > 0)
    report(
      'DOCUMENT_BEHIND',
      `${kind === 'old copy' ? oldCopySaved(standing.since) : 'The document is missing changes from the log; a merge may have taken one side.'}${behind.map(differenceSentence).join('')}`,
      {
        advice: settling(folder),
      },
    );
  const { missing } = standing.text;
  if (missing.length > 0) {
    const why = kind === 'old copy' ? oldCopySaved(standing.since) : 'The text is missing recorded changes.';
    report('RECORDS_NOT_IN_TEXT', `${why} Missing: ${namedRecords(missing)}.`, {
      advice: settling(folder),
    });
  }
  const { lost: taken, returned } = standing;
  if (returned !== undefined)
    report(
      'RECORDS_NOT_IN_TEXT',
      `The document returned to its state after ${shortId(returned)}, as git does with stash, reset or restore.${taken.length === 0 ? '' : ` It lacks ${namedRecords(taken)}.`}${differencesFrom(spec.frontmatter, seen).map(differenceSentence).join('')}`,
      {
        fix: 'The next command that changes the spec records this; later records count again once their text is back in the document.',
        advice: settling(folder),
      },
    );
  else if (taken.length > 0)
    report('RECORDS_NOT_IN_TEXT', `An edit by hand removed recorded items: ${namedRecords(taken)}.`, {
      fix: 'The next command that changes the spec records the edit, and shows how to restore only these items.',
    });
  const isEdited =
    standing.known !== undefined && standing.known !== textDigest(found.text.body, around.sha256);
  // With an unrecorded hand edit, report every removed criterion; otherwise only those removed since the spec was begun.
  const named = new Set(taken.map(({ words }) => words));
  const lost = criteriaLostSinceBegin(read, isEdited ? () => true : undefined).removed.filter(
    ({ text }) => !named.has(wordsWithoutFormatting(withoutLabel(text))),
  );
  if (
    isOurs &&
    lost.length > 0 &&
    missing.length === 0 &&
    returned === undefined &&
    unmet.length === 0 &&
    !folder.archived &&
    forcedCompletion(records) === undefined
  ) {
    const [{ label, text }] = lost as [KnownCriterion];
    const advice: Advice = {
      useCase: 'retireCriterion',
      request: { spec: folder.ref, criterion: label ?? text },
      needs: ['reason'],
      to: 'retire a criterion that is no longer needed',
    };
    const isHeld = criteriaLostSinceBegin(read).removed.length > 0;
    report(
      'RECORDS_NOT_IN_TEXT',
      `Criteria were removed from the text: ${listed(lost.map((one) => shortenCriterion(one.text)))}.`,
      {
        fix: isHeld
          ? 'Add them to the text again; `git diff` may show them.'
          : 'Add them to the text again; `git diff` may show them. The next command that changes the spec accepts the text as it is.',
        ...(isHeld && { advice: [advice] }),
      },
    );
  }
  const place = placeState(labelsOf(folder), spec, records);
  // Without the record of the spec's creation, the log has no path for it; another finding reports the missing record.
  // A document of another tool is the same spec wherever that tool moves it.
  if (place !== 'current' && spec.labels.ref !== '' && isOurs)
    report(
      'FOLDER_MOVED',
      `The folder was moved; in the log it is ${spec.labels.ref}${spec.labels.archived ? ', in the archive' : ', outside the archive'}.`,
      place === 'interrupted'
        ? {
            advice: [
              {
                useCase: 'resolveConflicts',
                to: 'move the folder back now; otherwise, the next change of the spec moves it back',
              },
            ],
          }
        : {
            fix: 'Move the folder back, or let the next change of the spec record the move. References to the former folder are followed.',
          },
    );
  for (const { field, candidates } of divergences(records)) {
    const advice = settlingAdvice(folder.ref, field, candidates[0]?.value, 'keep the first value');
    const values = candidates.map(
      ({ value, actor }) => `${JSON.stringify(value)}${actor === undefined ? '' : ` (${personText(actor)})`}`,
    );
    report(
      'DIVERGED',
      `Two branches set ${field} to different values: ${values.join(' and ')}.`,
      advice === undefined
        ? { fix: 'The next command that changes the spec keeps the first value.' }
        : { advice: [advice] },
    );
  }
  return findings;
}

function oldCopySaved(since = 'the last change'): string {
  return `The document was overwritten with a copy from before ${since}; changes recorded since then will be restored.`;
}

function listed(texts: readonly string[]): string {
  const more = texts.length - BOUNDS.listed;
  return [...texts.slice(0, BOUNDS.listed), ...(more > 0 ? [`and ${String(more)} more`] : [])].join('; ');
}

function settling({ ref: spec }: SpecFolder): readonly Advice[] {
  const request = { specs: [spec] };
  return [
    { useCase: 'resolveConflicts', request, to: 'bring the document up to date' },
    {
      useCase: 'resolveConflicts',
      request: { ...request, keep: 'document' },
      to: 'keep the document as it is',
    },
  ];
}

/** A field that differs between document and log. */
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

function differenceSentence({ field, value, logged }: Difference): string {
  return ` ${field} is ${shown(value)}, but ${shown(logged)} in the log.`;
}

/** Returns a value as JSON, shortened for a message. */
function shown(value: JsonValue): string {
  const text = value === null ? 'none' : JSON.stringify(value);
  return text.length > BOUNDS.excerpt ? `${text.slice(0, BOUNDS.excerpt - 1)}…` : text;
}

/**
 * Returns a finding if the document's `id` was assigned by `create` but has no log. A spec that spectool never changed has no
 * such `id`.
 */
function historyGone(seen: JsonObject, file: string): readonly Finding[] {
  const { id } = seen;
  if (typeof id !== 'string' || !OWN_ID.test(id) || IMPORTED_ID.test(id)) return [];
  return [
    {
      severity: 'warning',
      code: 'LOG_GONE',
      file,
      message: 'The log of this spec is missing; the next change starts a new history.',
      fix: `Run \`git checkout HEAD -- ${LOG_FOLDER}\` to restore it. If a commit deleted it, \`git log --diff-filter=D --oneline -- ${LOG_FOLDER}\` names that COMMIT; put COMMIT~1 in place of HEAD.`,
    },
  ];
}
