import { Command, Option } from 'clipanion';
import { plainText } from '../../../../domain/document/plainText.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { CliContext } from '../../context.js';

export interface MergedDocument {
  /** The file that took the merged text. */
  readonly path: string;
  /** Places left for a person. */
  readonly conflicts: number;
}

/** git calls this while it merges; the answer goes into the file it names as ours, the exit code tells of conflicts. */
export class MergeDriverCommand extends Command<CliContext> {
  static override paths = [['merge-driver']];
  static override usage = Command.Usage({
    examples: [['As git calls it', 'spectool merge-driver %O %A %B %P']],
  });

  base = Option.String({ name: 'base' });
  ours = Option.String({ name: 'ours' });
  theirs = Option.String({ name: 'theirs' });
  place = Option.String({ name: 'path', required: false });
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });

  override async execute(): Promise<number> {
    const sides = { base: this.side(this.base), ours: this.side(this.ours), theirs: this.side(this.theirs) };
    const { text, conflicts } = await this.context.open().mergeDocuments.execute(sides);
    this.context.writeUserFile(this.ours, text);
    const document: MergedDocument = { path: this.ours, conflicts };
    if (this.json) this.context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return conflicts > 0 ? 1 : 0;
  }

  /** Bytes that are no text would not come back as they were: git is told of a conflict, and ours stays. */
  private side(file: string): string {
    const bytes = this.context.readUserFile(file);
    const { text, problem } = bytes === undefined ? { text: '' } : plainText(bytes);
    if (problem === undefined) return text;
    throw new SpectoolError(
      'MERGE_CONFLICT',
      `${this.place ?? file} ${problem} on one of the sides; it was not merged.`,
      {
        hint: 'Save it as UTF-8 text on both sides, then merge again.',
      },
    );
  }
}
