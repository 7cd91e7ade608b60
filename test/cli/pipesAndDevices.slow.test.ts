import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { fuzz } from '../support/fuzzProperty.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { runInProcess, runOnDisk } from '../support/runInProcess.js';
import { spoil } from '../support/damageProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { gitRepository, repositoryPorts } from '../support/gitRepositoryPorts.js';

/** Files that git reads when spectool runs git. Git would wait at a pipe until its time limit. */
const OF_GIT = [
  ...['HEAD', 'index', 'config', 'config.worktree', 'commondir', 'packed-refs', 'shallow', 'MERGE_HEAD'],
  ...['info/exclude', 'info/attributes', 'info/grafts', 'objects/info/alternates', 'rebase-merge/done'],
  ...['rebase-apply/original-commit', 'sequencer/todo', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'],
  ...['refs/heads/main', 'refs/heads/a/b', 'refs/remotes/origin/HEAD', 'refs/stash', 'worktrees/x/gitdir'],
]
  .map((name) => `.git/${name}`)
  .concat('.git', '.gitattributes', '.gitignore', '.mailmap');
/** Files that spectool reads. */
const OF_PROJECT = [
  ...['AGENTS.md', 'README.md', 'package.json'],
  ...['.spectool/config.json', '.spectool/config.schema.json', '.spectool/templates/spec-template.md'],
  ...['.spectool/journal.json', '.spectool/.gitignore', '.spectool/log/project/x.json'],
  ...['specs/README.md', 'specs/001-a/README.md', 'specs/001-a/notes.md', 'specs/003-c/README.md'],
  ...[
    '.git/spectool/e3b0c44298fc1c14/journal.json',
    '.git/spectool/cache',
    '.git/spectool/cache/e3b0c44298fc1c14/snapshot',
  ],
  '.github/skills/spectool-sdd/SKILL.md',
];
const WAYS = ['pipe', 'link to a device', 'socket', 'folder'] as const;

let whole: GitSandbox;

function run(root: string, line: string) {
  const args = line.split(' ');
  return runInProcess(args, {
    open: (directory = root, options) =>
      createSpectool({
        ...options,
        cwd: directory,
        actor: 'tester',
        ports: repositoryPorts(gitRepository(root, GIT_ENV)),
      }),
  });
}

beforeAll(async () => {
  whole = new GitSandbox();
  for (const line of ['init -y --agent-tools all', 'skill install', 'create a', 'create b'])
    await runOnDisk(whole.root, line.split(' '));
  whole.write('specs/001-a/notes.md', 'a word\n').commit().branch('a/b', 'specs/003-c/README.md');
});

describe('every spectool command', () => {
  let copy: string;
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  async function ends(place: string, way: (typeof WAYS)[number], lines: readonly string[]): Promise<void> {
    copy = join(temporaryFolder(), 'p');
    execFileSync('cp', ['-a', whole.root, copy]);
    try {
      spoil(copy, place, way);
    } catch {
      // The file cannot exist because one of its parent folders is a file.
      return;
    }
    for (const line of lines) {
      const { code, stdout, stderr } = await run(copy, line);
      const seen = { place, way, line, code, stderr, stdout: stdout.slice(0, 300) };
      if (/INTERNAL|\n {4}at |did not answer/.test(stderr + stdout)) expect(seen).toBe('an answer');
      if (!/^error/m.test(stderr)) continue;
      if (!/\[[A-Z_]+\]/.test(stderr)) expect(seen).toBe('an error with a code');
      const names = /\[(?:READ_FAILED|WRITE_FAILED|CONFIG_INVALID|LOG_UNREADABLE)\]/.test(stderr);
      if (names && !/\/|\.md|\.json|\.git|specs/.test(stderr))
        expect(seen).toBe('an error that names a path');
    }
  }

  it.each(OF_PROJECT)('ends without a crash when %s is a pipe', async (place) => {
    await ends(place, 'pipe', ['create new', 'resolve', 'delete 2 --reason x', 'validate']);
  });

  it('ends without a crash when any file is a pipe, a device, a socket or a folder', async () => {
    const place = fc.oneof(
      fc.tuple(fc.constantFrom(...OF_GIT), fc.constantFrom('socket', 'folder')),
      fc.tuple(fc.constantFrom(...OF_PROJECT), fc.constantFrom(...WAYS)),
    );
    const lines = fc.shuffledSubarray([...EVERY_COMMAND], { minLength: 6, maxLength: 6 });
    await fuzz(
      fc.asyncProperty(place, lines, ([at, way], some) => ends(at, way, some)),
      20,
    );
  });
});
