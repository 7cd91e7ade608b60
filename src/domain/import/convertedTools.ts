/** The files of tools that a script of spectool converts to the source `json`: a mark of the tool, and the file with its documents. */
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

/** Returns the tools whose files are among the paths, and how their documents become specs. */
export function convertedTools(
  paths: readonly string[],
): readonly { readonly tool: string; readonly hint: string }[] {
  return TOOLS.filter(({ mark }) => paths.some((path) => mark.test(path))).map(({ tool, script, file }) => {
    const found = paths.find((path) => file.test(path)) ?? 'its exported documents';
    return {
      tool,
      hint: `The script examples/import/${script} of spectool converts ${found} to a file of the kind json, which can then be imported (docs/import.md).`,
    };
  });
}
