import type { ImportSpecsResult } from '../../../../application/commands/project/importSpecs.js';
import type { ImportedRow } from '../../../../application/imports/importResultRows.js';
import { outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import { type Column, renderTable } from '../../layout/renderTable.js';
import type { Terminal } from '../../layout/describeTerminal.js';

/**
 * Renders the result of an import: the outcome for each document, what the user has to decide, and totals.
 */
export function importText(result: ImportSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { documents, dryRun } = result;
  // After an import, documents without a problem are only counted; a dry run lists them.
  const shown = documents.filter(({ action }) => !QUIET.has(action) && (dryRun === true || action !== 'new'));
  const table =
    shown.length === 0
      ? []
      : renderTable(shown, columns(style, folderOf(documents)), {
          columns: terminal.columns,
          ellipsis: style.symbols.ellipsis,
          paintHeader: style.quiet,
        });
  return [
    ...table,
    ...(table.length === 0 ? [] : ['']),
    ...summary(result, style),
    ...(dryRun === true ? [] : notesOf(documents)),
    ...nextSteps(result),
  ].join('\n');
}

/** Outcomes of a document that change nothing. */
const QUIET: ReadonlySet<ImportedRow['action']> = new Set(['imported', 'own']);
/** Width in which most names of documents can be told apart. */
const READABLE = 32;
const NOTES_SHOWN = 20;
const NAMES_SHOWN = 5;

/** Lists the values that could not be imported unchanged, because a later import does not report them again. */
function notesOf(documents: readonly ImportedRow[]): readonly string[] {
  const noted = documents.filter(({ action, notes }) => action === 'new' && notes.length > 0);
  if (noted.length === 0) return [];
  const more = noted.length - NOTES_SHOWN;
  return [
    `Parts of ${noted.length === 1 ? 'one document' : `${String(noted.length)} documents`} were changed or left out in the import:`,
    ...noted.slice(0, NOTES_SHOWN).map(({ from, notes }) => `  ${safeText(`${from}: ${notes.join('; ')}`)}`),
    ...(more > 0 ? [`  … and ${String(more)} more; --json lists them`] : []),
  ];
}

/** Returns the folder that contains all documents, with a `/` at its end; the table names it only once. */
function folderOf(documents: readonly ImportedRow[]): string {
  const [first = '', ...others] = documents.map(({ from }) => from);
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !others.every((from) => from.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}

function columns(style: Style, folder: string): readonly Column<ImportedRow>[] {
  return [
    {
      header: folder === '' ? 'From' : `From ${safeText(folder)}`,
      cell: ({ from }) => safeText(from.slice(folder.length)),
      shrinkTo: READABLE,
    },
    {
      header: 'Spec',
      cell: ({ ref, action, problem }) =>
        problem === undefined
          ? { text: safeText(action === 'undecided' ? '' : (ref ?? '')), paint: style.ref }
          : { text: safeText(problem), paint: style.error },
      shrinkTo: READABLE,
    },
    { header: 'Status', cell: statusCell },
    { header: 'Status from', cell: (row) => safeText(ruleOf(row)), shrinkTo: 12, dropOrder: 2 },
    { header: 'Created', cell: createdCell, dropOrder: 1 },
    { header: 'Completed', cell: ({ completed = '' }) => safeText(completed), dropOrder: 4 },
    {
      header: 'Events',
      cell: ({ events }) => (events === undefined ? '' : String(events)),
      align: 'right',
      dropOrder: 5,
    },
    {
      header: 'Change',
      cell: ({ action }) => (action === 'new' || action === 'failed' ? '' : WORDS[action]),
    },
    { header: 'Notes', cell: ({ notes }) => safeText(notes.join('; ')), shrinkTo: 10, dropOrder: 3 },
  ];
}

const WORDS: Readonly<Record<ImportedRow['action'], string>> = {
  new: 'new',
  imported: 'imported before',
  own: 'a spec of this project',
  undecided: 'undecided',
  failed: 'failed',
};

function statusCell({ status, archivedAs, archived, action }: ImportedRow): string {
  if (action === 'undecided') return '?';
  if (archivedAs !== undefined) return safeText(outcomeText(archivedAs));
  return safeText(archived === true ? `${status ?? ''}, archived` : (status ?? ''));
}

function ruleOf({ sourceStatus, statusFrom, problem }: ImportedRow): string {
  if (problem !== undefined) return '';
  if (sourceStatus === undefined) return 'no status';
  return `${statusFrom ?? ''}: ${sourceStatus.length > 40 ? `${sourceStatus.slice(0, 39)}…` : sourceStatus}`;
}

function createdCell({ created = '', createdFrom }: ImportedRow): string {
  return safeText(createdFrom === 'today' ? 'no date' : created);
}

function summary(result: ImportSpecsResult, style: Style): readonly string[] {
  const { source, path, documents, counts, statuses, undecided, dryRun } = result;
  const { new: fresh = 0, failed = 0 } = counts;
  const own = documents.flatMap(({ action, from }) => (action === 'own' ? [from] : []));
  const before = documents.flatMap(({ action, ref = '' }) => (action === 'imported' ? [ref] : []));
  const isPlan = dryRun === true;
  const place = safeText(path === '' ? '.' : path);
  if (documents.length === 0) return [`Nothing to do: ${place} has no documents of kind ${source}.`];
  const all = `${counted(documents.length)} of kind ${source} in ${place}`;
  const isDone = fresh + failed === 0 && undecided.length === 0;
  const states = Object.entries(statuses).map(([status, count]) => `${String(count)} ${safeText(status)}`);
  const lines: (string | false)[] = [
    isDone
      ? `Nothing to do: ${all}, ${own.length === documents.length ? 'all of them specs of this project' : 'all of them imported'}.`
      : `${all}: ${String(fresh)} ${isPlan ? 'would be new' : 'new'}.`,
    fresh > 0 && `By status: ${states.join(', ')}.`,
    before.length > 0 && `Imported before, and left alone: ${named(before)}.`,
    own.length > 0 && `Skipped, since these documents are specs of this project: ${named(own)}.`,
    failed > 0 &&
      style.error(
        `Skipped ${counted(failed)} that cannot be read or placed in a folder; the table shows why.`,
      ),
  ];
  if (undecided.length > 0) {
    const words = undecided.map(({ word, count }) => `${safeText(word)} (${String(count)})`);
    const flags = undecided.map(({ word }) => (/^\w+$/.test(word) ? `${word}=…` : `"${safeText(word)}=…"`));
    lines.push(
      style.warning(`Skipped, since the status of the documents is not known: ${words.join(', ')}.`),
    );
    lines.push(`To import these documents, give each word a status: --map ${flags.join(' --map ')}`);
  }
  lines.push(
    isPlan &&
      fresh > 0 &&
      `Nothing was written. To write the specs, add ${result.inPlace === true ? '--in-place ' : ''}--apply.`,
  );
  return lines.filter((line) => line !== false);
}

/** Returns the number of the names, and the first of them. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(safeText).join(', ');
  return `${String(names.length)} (${shown}${names.length > NAMES_SHOWN ? ', …' : ''})`;
}

/** Says what to do after the import. */
function nextSteps({ dryRun, inPlace, counts, documents, withoutGit }: ImportSpecsResult): readonly string[] {
  if ((counts.new ?? 0) === 0 || dryRun === true) return [];
  const place = folderOf(documents).slice(0, -1);
  const originals = `  The originals${place === '' ? '' : ` in ${safeText(place)}`} are unchanged.`;
  const steps = [
    ...(withoutGit === true
      ? []
      : ['  Commit the specs, together with the folder .spectool and the configuration.']),
    ...(inPlace === true
      ? []
      : [
          `${originals} ${withoutGit === true ? 'You can delete them' : 'After that commit, git rm can take them away'}, or you keep them.`,
        ]),
  ];
  return steps.length === 0 ? [] : ['', 'What to do now:', ...steps];
}

function counted(count: number, what = 'document'): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}
