import { readFileSync } from 'node:fs';

/** A command on a page of the docs, with the output that the page shows. */
export interface DocumentedCommand {
  /** Line number of the command on the page, from 1. */
  readonly line: number;
  readonly command: string;
  readonly output: readonly string[];
}

const BLOCK = /^```(console|sh)\n([^]*?)^```$/gm;
/** Matches commands that change the machine of the reader, not a project, so tests do not run them. */
const NOT_RUN = /^(?:npm|npx|eval|cp|chmod|cd) |> ~\//;

/**
 * Returns the commands on a Markdown page in order: in `console` blocks the lines that begin with `$ `, each with the output below
 * it; in `sh` blocks every line.
 */
export function documentedCommands(path: string): readonly DocumentedCommand[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(BLOCK)].flatMap(({ 1: kind, 2: block = '', index }) => {
    const first = text.slice(0, index).split('\n').length + 1;
    const commands: { line: number; command: string; output: string[] }[] = [];
    block
      .trimEnd()
      .split('\n')
      .forEach((text, i) => {
        const command = kind === 'sh' ? text.replace(/\s+#.*$/, '') : /^\$ (.*)$/.exec(text)?.[1];
        if (command === undefined) commands.at(-1)?.output.push(text);
        else if (command.trim() !== '') commands.push({ line: first + i, command, output: [] });
      });
    return commands.filter(({ command }) => !NOT_RUN.test(command));
  });
}

/** Returns the first line of `told` that is missing in `printed` or in the wrong order; `…` in a line matches any text. */
export function notPrinted(told: readonly string[], printed: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.trim());
  let at = 0;
  for (const text of told) {
    if (text.trim() === '' || text.trim() === '…') continue;
    const wanted = new RegExp(`^${text.trim().split('…').map(escaped).join('.*')}$`);
    const found = lines.findIndex((line, i) => i >= at && wanted.test(line));
    if (found < 0) return text;
    at = found + 1;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
