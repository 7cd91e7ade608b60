import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { expectPage, Reader, shop } from '../support/docsPageRunner.js';
import { type DocumentedCommand, documentedCommands } from '../support/documentedCommands.js';
import { runOnDisk } from '../support/runInProcess.js';
import { run } from '../support/runProgram.js';

const ROOT = join(import.meta.dirname, '../..');
const REFERENCE = 'docs/reference.md';

/** Returns the words of a spectool command line, or undefined if the line has shell syntax other than double quotes. */
function plainWords(line: string): readonly string[] | undefined {
  const words = /^spectool(?: (?:[\w@%,.:/=-]+|"[^"$`\\!]*"))*$/.test(line)
    ? line.match(/"[^"]*"|[^ ]+/g)
    : null;
  return words?.slice(1).map((word) => word.replaceAll('"', ''));
}

/** A project of twelve specs in which the examples of docs/reference.md run. */
const twelveSpecs = shop.copy();
run(twelveSpecs.root, ['init', '-y']);
['user-login', 'api', 'web', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].forEach((name, i) => {
  const ref = `${String(i + 1).padStart(3, '0')}-${name}`;
  twelveSpecs.write(
    `specs/${ref}/README.md`,
    '---\nstatus: planned\ncreated: 2026-01-02\ntags: [auth]\n---\n# T\n',
  );
});
twelveSpecs.write('draft.md', '## Problem\n');

describe('the docs', () => {
  it('contain only examples that work: the commands in README.md print the output that the page shows', () => {
    expectPage('README.md');
  });

  it('contain only examples that work: the commands in docs/prove.md print the output that the page shows', () => {
    expectPage('docs/prove.md');
  });

  const examples = documentedCommands(join(ROOT, REFERENCE));
  it.each(examples)(
    'contain only valid commands: docs/reference.md:$line: $command',
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
