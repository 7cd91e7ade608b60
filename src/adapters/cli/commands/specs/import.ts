import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ImportSpecsResult } from '../../../../application/commands/project/importSpecs.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { IMPORTED_STATUSES } from '../../../../domain/project/configuration.js';
import { takes } from '../../commandDefinition.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { WritingCommand } from '../../writingCommand.js';
import { importText } from './renderImportResult.js';

/** Matches the name of an import source; any other argument is a path. */
const SOURCE = /^[a-z][a-z-]*$/;

export class ImportCommand extends WritingCommand<ImportSpecsResult> {
  static override paths = [['import']];
  static override usage = Command.Usage({
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
  });

  source = takes('SOURCE', Option.String({ name: 'source', required: false }));
  place = takes('PATH', Option.String({ name: 'path', required: false }));
  apply = Option.Boolean('--apply', false, {
    description: 'write the specs; by default the command only shows them',
  });
  inPlace = Option.Boolean('--in-place', false, {
    description: 'turn documents in the specs folder into specs without moving them',
  });
  map = takes(
    'WORD=STATUS,…',
    Option.Array('--map', {
      description: `documents whose status is WORD get the status STATUS: ${IMPORTED_STATUSES.join(', ')}. The word \`none\` stands for documents without a status. With --apply, the configuration keeps these words for later imports`,
    }),
  );
  noHistory = Option.Boolean('--no-history', false, {
    description: 'do not read the history of documents from git',
  });

  protected override async run(spectool: Spectool): Promise<ImportSpecsResult> {
    const { source, place } = this;
    const isPlace = source !== undefined && place === undefined && !SOURCE.test(source);
    return spectool.importSpecs.execute({
      source: isPlace ? undefined : source,
      place: isPlace ? source : place,
      apply: this.apply,
      inPlace: this.inPlace,
      map: wordsIn(this.map),
      noHistory: this.noHistory,
    });
  }

  protected override render(result: ImportSpecsResult, terminal: Terminal): string {
    return importText(result, terminal);
  }

  protected override exitCode({ counts: { undecided = 0, failed = 0 } }: ImportSpecsResult): number {
    return undecided + failed > 0 ? 1 : 0;
  }
}

function wordsIn(given: readonly string[] | undefined): Readonly<Record<string, string>> | undefined {
  const pairs = listOption(given);
  return (
    pairs &&
    Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.lastIndexOf('=');
        if (at < 1)
          throw new SpectoolError('USAGE', `--map: "${pair}" is not of the form word=status.`, {
            hint: `Write for example --map accepted=complete. A status is one of ${IMPORTED_STATUSES.join(', ')}.`,
          });
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
    )
  );
}
