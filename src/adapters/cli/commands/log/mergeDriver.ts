import { Command, Option } from 'clipanion';
import type { MergeDocumentsRequest } from '../../../../application/commands/project/mergeDocuments.js';
import type { Spectool } from '../../../../application/spectool.js';
import { plainText } from '../../../../domain/document/plainText.js';
import type { CliContext } from '../../context.js';
import { takes } from '../../definition.js';
import { safeJson, safeText } from '../../layout/safeText.js';

export interface MergedDocument {
  /** The file that took the merged text. */
  readonly path: string;
  /** Places left for a person. */
  readonly conflicts: number;
}

/** What git is told when the merge could not be carried out at all: the line that called us then merges as git would. */
const NOT_MERGED = 2;

/** git calls this while it merges; the answer goes into the file it names as ours, the exit code tells of conflicts. */
export class MergeDriverCommand extends Command<CliContext> {
  static override paths = [['merge-driver']];
  static override usage = Command.Usage({
    examples: [['How git calls it', 'spectool merge-driver %O %A %B %P %L %X %Y %S']],
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
    Option.String('--clean-code', { description: 'exit code when no conflict remains, 0 by default' }),
  );
  conflictCode = takes(
    'CODE',
    Option.String('--conflict-code', {
      description: 'exit code when conflicts remain, 1 by default',
    }),
  );
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });

  /** Never fails with the code of a conflict: git would take the file, as it then is, for one with marks. */
  override async execute(): Promise<number> {
    try {
      const [clean, conflict] = [exitCode(this.cleanCode, 0), exitCode(this.conflictCode, 1)];
      const request = this.request();
      const { text, conflicts, isLong } = await this.open(request.path).mergeDocuments.execute(request);
      this.context.writeUserFile(this.ours, Buffer.from(text, request.encoding));
      if (isLong === true)
        this.context.stderr.write(
          `spectool: ${safeText(request.path ?? this.ours)} is too long to be merged by its sections; what conflicts in it is marked as git does.\n`,
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

  /** The project around the document, which may stand in a folder that is not there yet. */
  private open(path = ''): Spectool {
    const parts = path.split('/');
    while (parts.pop() !== undefined && parts.length > 0) {
      try {
        return this.context.open(parts.join('/'));
      } catch {
        // One further up.
      }
    }
    return this.context.open();
  }

  private request(): MergeDocumentsRequest {
    const bytes = [this.base, this.ours, this.theirs].map((file) => this.read(file));
    // Bytes that are no text are merged as git merges them, a letter each: as text they would not come back as they were.
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

  /** git gives every side a file; typed by hand, a side that has none has no text. */
  private read(file: string): Uint8Array {
    const bytes = this.context.readUserFile(file);
    if (bytes === undefined && this.conflictCode !== undefined) throw new Error(`${file} cannot be read`);
    return bytes ?? new Uint8Array();
  }
}

/** Asked before anything is written. */
function exitCode(code: string | undefined, otherwise: number): number {
  if (code === undefined) return otherwise;
  if (/^\d{1,3}$/.test(code) && Number(code) < 256) return Number(code);
  throw new Error(`an exit code is a number from 0 to 255, not "${code}"`);
}

/** git before 2.44 passes the placeholders as they are. */
function given(label: string | undefined): string | undefined {
  return label === undefined || label === '' || /^%[SXY]$/.test(label) ? undefined : label;
}

/** What `git merge` calls the branch that comes in. */
function mergedName(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(environment).filter((name) => name.startsWith('GITHEAD_'));
  return names.length === 1 ? environment[names[0] ?? ''] : undefined;
}
