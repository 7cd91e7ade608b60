import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type DocumentedCommand, documentedCommands, notPrinted } from '../support/documentedCommands.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { runOnDisk } from '../support/inProcess.js';
import { COMPILED_CODE, run } from '../support/program.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
const REFERENCE = 'docs/reference.md';

const bin = temporaryFolder();
symlinkSync(join(ROOT, 'dist/bin/spectool.cjs'), join(bin, 'spectool'));

/** A reader's shell: the program on the PATH, a project in git, a clock that stands still. */
class Reader {
  readonly #root: string;

  constructor(project: GitSandbox) {
    this.#root = project.copy().root;
  }

  types(command: string) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
      cwd: this.#root,
      env: {
        ...GIT_ENV,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        XDG_CACHE_HOME: COMPILED_CODE,
        SPECTOOL_NOW: '2026-01-05T10:00:00Z',
        SPECTOOL_ACTOR: 'kim',
      },
      encoding: 'utf8',
    });
    return { status, printed: stdout + stderr };
  }
}

const shop = new GitSandbox().write('package.json', '{ "name": "shop" }\n').commit('a project');

/** The words of a command line whose only syntax is double quotes; undefined where a shell has to read it. */
function plainWords(line: string): readonly string[] | undefined {
  const words = /^spectool(?: (?:[\w@%,.:/=-]+|"[^"$`\\!]*"))*$/.test(line)
    ? line.match(/"[^"]*"|[^ ]+/g)
    : null;
  return words?.slice(1).map((word) => word.replaceAll('"', ''));
}

/** Enough for the examples of a reference: twelve specs, the first ones under way. */
const twelveSpecs = shop.copy();
run(twelveSpecs.root, ['init', '-y']);
['user-login', 'api', 'web', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].forEach((name, i) => {
  const ref = `${String(i + 1).padStart(3, '0')}-${name}`;
  twelveSpecs.write(`specs/${ref}/README.md`, '---\nstatus: planned\ncreated: 2026-01-02\n---\n# T\n');
});
twelveSpecs.write('draft.md', '## Problem\n');

const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
  (page) => page.endsWith('.md') && page !== REFERENCE && documentedCommands(join(ROOT, page)).length > 0,
);

describe('the docs', () => {
  it.each(pages)('%s: every command works, and prints what the page says', (page) => {
    const reader = new Reader(shop);
    for (const { line, command, output } of documentedCommands(join(ROOT, page))) {
      const { status, printed } = reader.types(command);
      const fails = output.some((text) => /^(?:error|CONFLICT)/.test(text));
      expect({
        page,
        line,
        command,
        status: status !== 0,
        missing: notPrinted(output, printed),
        printed,
      }).toEqual({
        page,
        line,
        command,
        status: fails,
        missing: undefined,
        printed,
      });
    }
  });

  const examples = documentedCommands(join(ROOT, REFERENCE));
  it.each(examples)(
    'docs/reference.md:$line: $command is no wrong usage',
    async ({ command }: DocumentedCommand) => {
      const words = plainWords(command);
      if (words === undefined) {
        const { status, printed } = new Reader(twelveSpecs).types(`echo '## Problem' | ${command}`);
        expect({ status: (status ?? 9) < 2, printed }).toEqual({ status: true, printed });
        return;
      }
      const { code, stderr } = await runOnDisk(twelveSpecs.copy().root, words, {
        readInput: () => Buffer.from('## Problem\n'),
      });
      expect({ status: code < 2, stderr }).toEqual({ status: true, stderr });
    },
  );
});
