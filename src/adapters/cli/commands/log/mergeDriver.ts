import { Command, Option } from 'clipanion';
import type { MergeDocumentsRequest } from '../../../../application/commands/project/mergeDocuments.js';
import type { Spectool } from '../../../../application/spectool.js';
import { plainText } from '../../../../domain/document/plainText.js';
import type { CliContext } from '../../context.js';
import { takes } from '../../commandDefinition.js';
import { safeJson, safeText } from '../../layout/safeText.js';

export interface MergedDocument {
  /** The file that the merged text was written to. */
  readonly path: string;
  /** Number of conflicts left for a person to resolve. */
  readonly conflicts: number;
}

/** Exit code if the merge failed; the shell line that git runs then uses `git merge-file` instead. */
const NOT_MERGED = 2;

/** The merge driver for git: writes the merged text into git's "ours" file and reports conflicts by the exit code. */
export class MergeDriverCommand extends Command<CliContext> {
  static override paths = [['merge-driver']];
  static override usage = Command.Usage({
    examples: [['How git runs it', 'spectool merge-driver %O %A %B %P %L %X %Y %S']],
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
    Option.String('--clean-code', { description: 'exit code if no conflict remains; 0 by default' }),
  );
  conflictCode = takes(
    'CODE',
    Option.String('--conflict-code', {
      description: 'exit code if conflicts remain; 1 by default',
    }),
  );
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });

  /**
   * Returns `NOT_MERGED` on any error, never the conflict code: git would take the unchanged file for one with conflict marks.
   */
  override async execute(): Promise<number> {
    try {
      const [clean, conflict] = [exitCode(this.cleanCode, 0), exitCode(this.conflictCode, 1)];
      const request = this.request();
      const { text, conflicts, isLong } = await this.open(request.path).mergeDocuments.execute(request);
      this.context.writeUserFile(this.ours, Buffer.from(text, request.encoding));
      if (isLong === true)
        this.context.stderr.write(
          `spectool: ${safeText(request.path ?? this.ours)} is too long to be merged by section; its conflicts are marked as git marks them.\n`,
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

  /** Opens the project that contains the document; the document's folder may not exist yet. */
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
    // Merge invalid text as Latin-1, one character per byte, because decoding it as UTF-8 would not preserve its bytes.
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
   * Reads one side of the merge. git always passes existing files; if the command is run by hand, a missing file counts as empty.
   */
  private read(file: string): Uint8Array {
    const bytes = this.context.readUserFile(file);
    if (bytes === undefined && this.conflictCode !== undefined) throw new Error(`${file} cannot be read`);
    return bytes ?? new Uint8Array();
  }
}

/** Parses an exit code. It is called before anything is written. @throws Error if it is not a number from 0 to 255. */
function exitCode(code: string | undefined, otherwise: number): number {
  if (code === undefined) return otherwise;
  if (/^\d{1,3}$/.test(code) && Number(code) < 256) return Number(code);
  throw new Error(`an exit code is a number from 0 to 255, not "${code}"`);
}

/** Returns a label of git; undefined for a placeholder, which git before 2.44 does not expand. */
function given(label: string | undefined): string | undefined {
  return label === undefined || label === '' || /^%[SXY]$/.test(label) ? undefined : label;
}

/** Returns the name of the branch being merged, from the environment of `git merge`. */
function mergedName(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(environment).filter((name) => name.startsWith('GITHEAD_'));
  return names.length === 1 ? environment[names[0] ?? ''] : undefined;
}
