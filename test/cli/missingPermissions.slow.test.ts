import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { fuzz } from '../support/fuzzProperty.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { canBeWithoutRights, isRoot, OTHER_USER, OWNER } from '../support/runAsOtherUser.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const AS = isRoot ? OTHER_USER : {};
const MODES = {
  closed: 0,
  'only to be read': 0o555,
  'only to be written': 0o333,
  "another user's": -1,
  "another user's, to be added to": -2,
};

let whole: GitSandbox;
let places: readonly string[];
let home: string;

beforeAll(() => {
  whole = new GitSandbox();
  home = temporaryFolder();
  for (const line of 'init -y --agent-tools all, skill install, create a, create b, update 1 --add-tag x'.split(
    ', ',
  ))
    run(whole.root, line.split(' '));
  whole.write('specs/001-a/notes.md', 'a word\n').commit();
  // The git hook is set up after the commit, because the hook rejects commits when spectool is not on the PATH.
  for (const line of ['init -y --hooks', 'list', 'validate', 'search word', 'create c'])
    run(whole.root, line.split(' '));
  // Adds a second worktree and makes the first one a sparse checkout.
  whole.git('worktree', 'add', '-q', join(home, 'other'));
  whole.git('sparse-checkout', 'set', '--no-cone', '/*', '!/specs/002-b');
  const below = (path: string) => readdirSync(join(whole.root, path)).map((name) => `${path}/${name}`);
  const streams = below('.spectool/log');
  places = [
    ...['.', '.spectool', '.spectool/config.json', '.spectool/log', '.spectool/tmp', '.spectool/locks'],
    ...['.spectool/templates', '.spectool/templates/spec-template.md', ...streams, ...streams.flatMap(below)],
    ...['specs', ...below('specs'), ...below('specs').flatMap(below), 'AGENTS.md', '.gitattributes'],
    ...[
      '.git',
      ...below('.git'),
      ...['hooks', 'info', 'worktrees', 'refs', 'spectool'].flatMap((name) => below(`.git/${name}`)),
    ],
    ...below('.git/worktrees/other'),
    ...below('.git/spectool/cache'),
    ...below('.git/spectool/cache').flatMap(below),
  ].filter((path) => existsSync(join(whole.root, path)));
});

function withhold(root: string, place: string, mode: keyof typeof MODES): void {
  const path = join(root, place);
  const bits = MODES[mode];
  if (bits >= 0) chmodSync(path, bits & (lstatSync(path).isDirectory() ? 0o777 : 0o666));
  else if (isRoot) {
    execFileSync('chown', ['-R', '0:0', path]);
    execFileSync('chmod', ['-R', mode === "another user's" ? 'go-w' : 'a+rwX,+t', path]);
  }
}

(canBeWithoutRights ? it : it.skip)(
  'every command succeeds or fails with a coded error that names a path when permissions are missing',
  async () => {
    const choice = fc.tuple(
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...(Object.keys(MODES) as (keyof typeof MODES)[]))), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.shuffledSubarray([...EVERY_COMMAND, 'init -y --hooks', 'init -y --no-hooks'], {
        minLength: 6,
        maxLength: 6,
      }),
    );
    await fuzz(
      fc.asyncProperty(choice, async ([withheld, lines]) => {
        const root = join(home, 'p');
        cpSync(whole.root, root, { recursive: true });
        chmodSync(home, 0o755);
        if (isRoot) execFileSync('chown', ['-R', OWNER, root]);
        // Permissions of parent folders are removed last, because files in them cannot be changed afterwards.
        const chosen = withheld.map(([which, mode]) => [places[which % places.length] ?? '.', mode] as const);
        for (const [place, mode] of [...chosen].sort((a, b) => b[0].length - a[0].length))
          withhold(root, place, mode);
        for (const line of lines) {
          const env = { SPECTOOL_LOCK_TIMEOUT: '3', XDG_CACHE_HOME: '/nonexistent' };
          const { status, stdout, stderr } = run(root, line.split(' '), { ...AS, env });
          const seen = { chosen, line, status, stderr, stdout: stdout.slice(0, 300) };
          if (/INTERNAL|\n {4}at |node:internal/.test(stderr + stdout) || status === null)
            expect(seen).toBe('an answer or an error with a code');
          // This hint would be wrong, because no file is in the place of a folder in this test.
          if (/Move that file elsewhere/.test(stderr)) expect(seen).toBe('the cause that the system has');
          if (!/^error/m.test(stderr)) continue;
          if (!/^error .*\[[A-Z_]+\]/m.test(stderr)) expect(seen).toBe('an error with a code');
          if (
            /permission/.test(stderr) &&
            !/project folder|\/|\.md|\.json|\.git|\.spectool|specs/.test(stderr)
          )
            expect(seen).toBe('an error that names a path');
        }
        execFileSync('chmod', ['-R', 'u+rwX', root]);
        execFileSync('rm', ['-rf', root]);
      }),
      20,
    );
  },
);
