import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { IMPORTED_STATUSES } from '../../../../domain/project/configuration.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, each, on } from '../../options/taken.js';
import { importText } from './renderImportResult.js';

/** Matches the name of an import source; any other argument is a path. */
const SOURCE = /^[a-z][a-z-]*$/;

export default defineCommand({
  name: 'import',
  group: 'Specs',
  purpose: 'turn documents of other tools into specs, with their history',
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
    ['Features of Spec Kit in the specs folder', 'spectool import spec-kit --in-place --apply'],
    ['Documents of any other tool, as JSON', 'spectool import json issues.jsonl --apply'],
  ],
  takes: {
    source: argument('[SOURCE]'),
    place: argument('[PATH]'),
    apply: on('--apply', 'write the specs; by default the command only shows them'),
    inPlace: on('--in-place', 'turn documents in the specs folder into specs without moving them'),
    map: each(
      '--map WORD=STATUS,…',
      `documents whose status is WORD get the status STATUS: ${IMPORTED_STATUSES.join(', ')}. The word \`none\` stands for documents without a status. With --apply, the configuration keeps these words for later imports`,
      wordsIn,
    ),
    noHistory: on('--no-history', 'do not read the history of documents from git'),
  },
  writes: true,
  runs: 'importSpecs',
  run: ({ importSpecs }, { source, place, ...given }) => {
    const isPlace = source !== undefined && place === undefined && !SOURCE.test(source);
    return importSpecs.execute({ ...given, ...(isPlace ? { place: source } : { source, place }) });
  },
  render: importText,
  exitCode: ({ counts: { undecided = 0, failed = 0 } }) => (undecided + failed > 0 ? 1 : 0),
});

function wordsIn(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listOption(given).map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1)
        throw new SpectoolError('USAGE', `--map: "${pair}" is not of the form word=status.`, {
          hint: `Write for example --map accepted=complete. A status is one of ${IMPORTED_STATUSES.join(', ')}.`,
        });
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
