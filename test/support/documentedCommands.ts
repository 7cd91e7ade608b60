import { readFileSync } from 'node:fs';

/** A command in a page of the docs, with the output that the page shows. */
export interface DocumentedCommand {
  /** 1-based line of the page. */
  readonly line: number;
  readonly command: string;
  readonly output: readonly string[];
}

const BLOCK = /^```(console|sh)\n([^]*?)^```$/gm;
/** Commands that set up the reader's machine instead of a project. */
const NOT_RUN = /^(?:npm|npx|eval|cp|chmod|cd) |> ~\//;

/**
 * Commands of a Markdown page, in order: lines after `$ ` in `console` blocks, with their output; every line of `sh` blocks.
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

/** Returns the first expected line that was not printed in order; `…` in an expected line matches any text. */
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
