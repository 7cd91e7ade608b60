import { Command, Option } from 'clipanion';
import type { MergeDocumentsRequest } from '../../../../application/commands/project/mergeDocuments.js';
import type { Spectool } from '../../../../application/spectool.js';
import { plainText } from '../../../../domain/document/decodeText.js';
import type { CliContext } from '../../cliContext.js';
import { takes } from '../../commandDefinition.js';
import { safeJson, safeText } from '../../layout/escapeUnsafeText.js';

export interface MergedDocument {
  /** The file that the merged text was written to. */
  readonly path: string;
  /** Number of conflicts in the merged text that a person must resolve. */
  readonly conflicts: number;
}

/** Exit code for a failed merge. The shell line that git runs as merge driver then falls back to `git merge-file`. */
const NOT_MERGED = 2;

/**
 * The merge driver for git: writes the merged text into git's "ours" file, and reports by its exit code whether there are
 * conflicts.
 */
export default class MergeDriverCommand extends Command<CliContext> {
  static override usage = Command.Usage({
    examples: [['How git runs the merge driver', 'spectool merge-driver %O %A %B %P %L %X %Y %S']],
  });

  base = Option.String({ name: 'base' });
  ours = Option.String({ name: 'ours' });
  theirs = Option.String({ name: 'theirs' });
  place = Option.String({ name: 'path', required: false });
  markerSize = Option.String({ name: 'marker size', required: false });
  oursLabel = Option.String({ name: 'our label', required: false });
  theirsLabel = Option.String({ name: 'their label', required: false });
  baseLabel = Option.String({ name: 'base label', required: false });
  cleanCode = takes(
    'CODE',
    Option.String('--clean-code', { description: 'the exit code if no conflict remains; 0 by default' }),
  );
  conflictCode = takes(
    'CODE',
    Option.String('--conflict-code', {
      description: 'the exit code if conflicts remain; 1 by default',
    }),
  );
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });

  /**
   * Returns `NOT_MERGED` on any error. The exit code for conflicts would make git believe that the unchanged file contains
   * conflict marks.
   */
  override async execute(): Promise<number> {
    try {
      const [clean, conflict] = [exitCode(this.cleanCode, 0), exitCode(this.conflictCode, 1)];
      const request = this.request();
      const { text, conflicts, isLong } = await this.open(request.path).mergeDocuments.execute(request);
      this.context.writeUserFile(this.ours, Buffer.from(text, request.encoding));
      if (isLong === true)
        this.context.stderr.write(
          `spectool: ${safeText(request.path ?? this.ours)} has conflict marks, because it is too long to be merged by section. Edit the file by hand.\n`,
        );
      const document: MergedDocument = { path: this.ours, conflicts };
      if (this.json) this.context.stdout.write(`${safeJson(document, 2)}\n`);
      return conflicts > 0 ? conflict : clean;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.context.stderr.write(`spectool: ${safeText(why)}\n`);
      return NOT_MERGED;
    }
  }

  /**
   * Opens the project that contains the document. Tries the folders above the document, the nearest first, until one can be
   * opened: the nearest may not exist yet in the working tree.
   */
  private open(path = ''): Spectool {
    const parts = path.split('/');
    while (parts.pop() !== undefined && parts.length > 0) {
      try {
        return this.context.open(parts.join('/'));
      } catch {
        // Try the parent folder.
      }
    }
    return this.context.open();
  }

  private request(): MergeDocumentsRequest {
    const bytes = [this.base, this.ours, this.theirs].map((file) => this.read(file));
    // If a text is not valid UTF-8, merge all texts as Latin-1 (one character per byte), because decoding them as UTF-8 would
    // lose bytes.
    const encoding = bytes.some((one) => plainText(one).problem !== undefined) ? 'latin1' : 'utf8';
    const [base = '', ours = '', theirs = ''] = bytes.map((one) => Buffer.from(one).toString(encoding));
    const size = Number(this.markerSize);
    const path = this.place === '' ? undefined : this.place;
    const baseLabel = given(this.baseLabel);
    return {
      base,
      ours,
      theirs,
      encoding,
      oursLabel: given(this.oursLabel) ?? 'HEAD',
      theirsLabel: given(this.theirsLabel) ?? mergedName(this.context.environment) ?? 'theirs',
      ...(baseLabel !== undefined && { baseLabel }),
      ...(path !== undefined && { path }),
      ...(Number.isSafeInteger(size) && size > 0 && { markerSize: size }),
    };
  }

  /**
   * Reads one of the three texts to merge. A missing file is an error when git runs the command (with `--conflict-code`), and an
   * empty text when a person does.
   */
  private read(file: string): Uint8Array {
    const bytes = this.context.readUserFile(file);
    if (bytes === undefined && this.conflictCode !== undefined) throw new Error(`${file} cannot be read`);
    return bytes ?? new Uint8Array();
  }
}

/**
 * Parses an exit code given as an argument. Called before anything is written.
 * @throws Error if it is not a number from 0 to 255.
 */
function exitCode(code: string | undefined, otherwise: number): number {
  if (code === undefined) return otherwise;
  if (/^\d{1,3}$/.test(code) && Number(code) < 256) return Number(code);
  throw new Error(`--clean-code and --conflict-code take a number from 0 to 255, not "${code}"`);
}

/**
 * Returns git's label for a side of the merge. Undefined for a placeholder such as `%X`, which git before 2.44 passes unexpanded.
 */
function given(label: string | undefined): string | undefined {
  return label === undefined || label === '' || /^%[SXY]$/.test(label) ? undefined : label;
}

/**
 * Returns the name of the branch being merged, from the variable `GITHEAD_<id>` that `git merge` sets; undefined unless there is
 * exactly one.
 */
function mergedName(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(environment).filter((name) => name.startsWith('GITHEAD_'));
  return names.length === 1 ? environment[names[0] ?? ''] : undefined;
}
