import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCli } from '../../adapters/cli/runCli.js';
import type { CliContext } from '../../adapters/cli/context.js';
import { describeTerminal } from '../../adapters/cli/render/terminal.js';
import { createSpectool } from '../createSpectool.js';

const { stdin, stdout, stderr, env } = process;

const context: CliContext = {
  env,
  stdin,
  stdout,
  stderr,
  colorDepth: 1,
  environment: env,
  output: describeTerminal(stdout, stdin, env),
  notices: describeTerminal(stderr, stdin, env),
  open: (directory) => createSpectool({ cwd: directory === undefined ? process.cwd() : resolve(directory) }),
  readInput: () => readFileSync(0, 'utf8'),
  writeUserFile: (path, text) => {
    writeFileSync(path, text);
  },
  readUserFile: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
};

// `spectool list | head -1`: the reader left, and that is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
stderr.on('error', () => process.exit(1));

/** Runs one command line of this process to its exit code. */
export function main(version: string): Promise<number> {
  return runCli(process.argv.slice(2), context, { version });
}
