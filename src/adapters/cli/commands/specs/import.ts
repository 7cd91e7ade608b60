import type { ImportSpecsResult } from '../../../../application/commands/project/importSpecs.js';
import type { ImportedRow } from '../../../../application/imports/importedSpecs.js';
import { IMPORTED_STATUSES } from '../../../../domain/project/configuration.js';
import { outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import { firstOf } from '../../../../domain/value/collections.js';
import { cutText } from '../../../../domain/value/text.js';
import { argument, repeatedFlag, switchFlag, statusPairs } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { type Column, renderTable } from '../../layout/renderTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/** Renders the result of an import: the outcome for each document, what the user has to decide, and totals. */
function importText(result: ImportSpecsResult, terminal: Terminal, specsDir: string): string {
  const style = createStyle(terminal);
  // Leave these documents out of the table (they are only counted): those that are already specs and, after an import, new specs
  // without a note.
  const shown = result.documents.filter(
    ({ action, notes }) =>
      action !== 'imported' && (result.dryRun === true || action !== 'new' || notes.length > 0),
  );
  const table = renderTable(shown, columns(style), {
    columns: terminal.columns,
    ellipsis: style.symbols.ellipsis,
    paintHeader: style.quiet,
  });
  return [...(shown.length === 0 ? [] : [...table, '']), ...summary(result, style, specsDir)].join('\n');
}

/** Minimum width, in cells, of a column of document names, so that most names can still be distinguished. */
const READABLE = 32;

function columns(style: Style): readonly Column<ImportedRow>[] {
  return [
    { header: 'From', cell: ({ from }) => safeText(from), shrinkTo: READABLE },
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
    {
      header: 'Created',
      cell: ({ created = '', createdFrom }) => safeText(createdFrom === 'today' ? 'no date' : created),
      dropOrder: 1,
    },
    { header: 'Completed', cell: ({ completed = '' }) => safeText(completed), dropOrder: 4 },
    { header: 'Notes', cell: ({ notes }) => safeText(notes.join('; ')), shrinkTo: 10, dropOrder: 3 },
  ];
}

function statusCell({ status = '', archivedAs, archived, action }: ImportedRow): string {
  if (action === 'undecided') return '?';
  if (archivedAs !== undefined) return safeText(outcomeText(archivedAs));
  return safeText(archived === true ? `${status}, archived` : status);
}

function ruleOf({ sourceStatus, statusFrom = '', problem }: ImportedRow): string {
  if (problem !== undefined) return '';
  return sourceStatus === undefined ? 'no status' : `${statusFrom}: ${cutText(sourceStatus, 40)}`;
}

function summary(result: ImportSpecsResult, style: Style, specsDir: string): readonly string[] {
  const { source, path, documents, counts, statuses, undecided, dryRun } = result;
  const { new: fresh = 0, failed = 0 } = counts;
  const before = documents.flatMap(({ action, ref = '' }) => (action === 'imported' ? [ref] : []));
  // Documents of the specs folder are not copied, as a warning says.
  const isHere = documents.every(({ from }) => from.startsWith(`${specsDir}/`));
  const place = safeText(path === '' ? '.' : path);
  if (documents.length === 0) return [`Nothing to do: ${place} has no documents of kind ${source}.`];
  const all = `${counted(documents.length)} of kind ${source} in ${place}`;
  const isDone = fresh + failed === 0 && undecided.length === 0;
  const states = Object.entries(statuses).map(([status, count]) => `${String(count)} ${safeText(status)}`);
  const words = undecided.map(({ word, count }) => `${safeText(word)} (${String(count)})`);
  const flags = undecided.map(({ word }) =>
    /^\w+$/.test(word) ? `--map ${word}=…` : `--map "${safeText(word)}=…"`,
  );
  const lines: (string | false)[] = [
    isDone
      ? `Nothing to do: ${all}, all of them imported.`
      : `${all}: ${String(fresh)} ${dryRun === true ? 'would be new' : 'new'}.`,
    fresh > 0 && `By status: ${states.join(', ')}.`,
    before.length > 0 &&
      `Already imported, and skipped: ${String(before.length)} (${firstOf(before.map(safeText))}).`,
    failed > 0 &&
      style.error(
        `Skipped ${counted(failed)} that cannot be read or placed in a folder; the table shows why.`,
      ),
    words.length > 0 && style.warning(`Skipped, because their status is unknown: ${words.join(', ')}.`),
    words.length > 0 && `To import these documents, map each word to a status: ${flags.join(' ')}`,
    dryRun === true &&
      fresh > 0 &&
      `Nothing was written.${isHere ? '' : ' To write the specs, add --apply.'}`,
    dryRun !== true &&
      fresh > 0 &&
      'Next: commit the specs with .spectool. The originals are unchanged; you can remove them after the commit.',
  ];
  return lines.filter((line) => line !== false);
}

function counted(count: number): string {
  return `${String(count)} document${count === 1 ? '' : 's'}`;
}

export const importCommand = defineCommand({
  name: 'import',
  group: 'Specs',
  purpose: 'copy documents of other tools as specs, with their history',
  details: `
      Without --apply, shows what each document would become, and writes nothing. SOURCE is the kind of the documents: flat (numbered
      files, such as decision records), kep, spec-kit, kiro, openspec, bmad, gsd, conductor, superpowers, backlog, leanspec or json; by default the command detects the
      kind. PATH is their folder or file, by default the project folder. A document with an unknown status is
      skipped, and the exit code is 1; set the status with --map.
    `,
  examples: [
    ['Show what can be imported', 'spectool import'],
    [
      'Decision records; documents without a status become complete',
      'spectool import docs/adr --map none=complete',
    ],
    ['Write the specs', 'spectool import docs/adr --apply'],
    ['Documents of any other tool, as JSON', 'spectool import json issues.jsonl --apply'],
  ],
  takes: {
    source: argument('[SOURCE]'),
    place: argument('[PATH]'),
    apply: switchFlag('--apply', 'write the specs; by default the command only shows them'),
    map: repeatedFlag(
      '--map WORD=STATUS,…',
      `documents whose status is WORD get the status STATUS: ${IMPORTED_STATUSES.join(', ')}. The word \`none\` stands for documents without a status. With --apply, the configuration keeps these words for later imports`,
      statusPairs('--map'),
    ),
  },
  writes: true,
  runs: 'importSpecs',
  run: ({ importSpecs }, given) => importSpecs.execute(given),
  render: (result, terminal, { config }) => importText(result, terminal, config.specsDir),
  exitCode: ({ counts: { undecided = 0, failed = 0 } }) => (undecided + failed > 0 ? 1 : 0),
});
