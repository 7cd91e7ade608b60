import { Command, Option } from 'clipanion';
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
    const read = (file: string) => this.context.readUserFile(file) ?? '';
    const sides = { base: read(this.base), ours: read(this.ours), theirs: read(this.theirs) };
    const { text, conflicts } = await this.context.open().mergeDocuments.execute(sides);
    this.context.writeUserFile(this.ours, text);
    const document: MergedDocument = { path: this.ours, conflicts };
    if (this.json) this.context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return conflicts > 0 ? 1 : 0;
  }
}
