/** A tool whose files a script that comes with spectool converts to the format of the source `json`. */
export interface ConvertedTool {
  readonly tool: string;
  readonly script: string;
  /** The file with the documents; absent if only other files of the tool were found. */
  readonly file?: string;
}

const TOOLS = [
  {
    tool: 'Beads',
    script: 'beads.mjs',
    mark: /(?:^|\/)\.beads\//,
    file: /(?:^|\/)\.beads\/(?:issues|beads)\.jsonl$/,
  },
  {
    tool: 'Task Master',
    script: 'taskmaster.mjs',
    mark: /(?:^|\/)\.taskmaster\//,
    file: /(?:^|\/)\.taskmaster\/tasks\/tasks\.json$/,
  },
];

/** Returns the tools whose files are among the paths. */
export function convertedTools(paths: readonly string[]): readonly ConvertedTool[] {
  return TOOLS.flatMap(({ tool, script, mark, file }) => {
    const found = paths.filter((path) => mark.test(path));
    const [first] = found.filter((path) => file.test(path));
    return found.length === 0 ? [] : [{ tool, script, ...(first !== undefined && { file: first }) }];
  });
}

/** Says how the documents of such a tool become specs. */
export function howToConvert({ tool, script, file }: ConvertedTool): string {
  return file === undefined
    ? `${tool} has no file here that can be converted. Export its documents, then convert them with ${script}, as docs/import.md describes.`
    : `The script examples/import/${script} of spectool converts ${file} to a file of the kind json, which can then be imported (docs/import.md).`;
}
