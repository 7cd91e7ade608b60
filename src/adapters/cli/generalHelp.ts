import type { Terminal } from './render/terminal.js';

/** `spectool` and `spectool --help`: every command in a line, drawn from the command catalog. */
export function generalHelp(version: string, _terminal: Terminal): string {
  return `spectool ${version}`;
}
