import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EVERY_COMMAND } from '../support/everyCommandLine.js';
import { fuzz } from '../support/fuzzProperty.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';
import { spoil, WAYS } from '../support/damageProject.js';

/** Files and folders of a project that the test replaces, for example by a pipe or an empty file. */
const PLACES = [
  ...'.spectool .spectool/config.json .spectool/config.schema.json .spectool/.gitignore'.split(' '),
  ...'.spectool/templates .spectool/templates/spec-template.md .spectool/log'.split(' '),
  ...'.spectool/log/project .spectool/locks .spectool/tmp .spectool/replaced'.split(' '),
  ...'.spectool/registry .spectool/trash .spectool/journal.json .spectool/cache specs'.split(' '),
  ...'specs/001-a specs/m-one specs/m-one/001-a specs/m-one/001-a/README.md'.split(' '),
  ...'specs/001-a/README.md specs/001-a/notes.md specs/archived adr adr/0001-x.md issues.jsonl'.split(' '),
  ...'spectool.html out.json AGENTS.md CLAUDE.md package.json README.md .gitattributes .github'.split(' '),
  ...'.github/skills/spectool-sdd/SKILL.md .git .git/HEAD .git/refs .git/index .git/config'.split(' '),
  '.git/spectool',
] as const;
/** Two projects to damage; the specs of the second are in groups. */
let projects: readonly ScratchProject[];
let socket: string;
const server = createServer();

beforeAll(async () => {
  projects = [{}, { structure: { pattern: 'custom', groupExtractor: 'm-{milestone}' } }].map((config) =>
    ScratchProject.initialised(config),
  );
  for (const whole of projects) await fill(whole);
  socket = join(projects[0]?.root ?? '', '.sock');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});

async function fill(whole: ScratchProject): Promise<void> {
  for (const path of '.git/objects/x .git/refs/x .git/HEAD .git/config package.json README.md'.split(' '))
    whole.write(path, '');
  for (const line of ['init -y --agent-tools all', 'skill install', 'create a', 'create b'])
    await runOnDisk(whole.root, line.split(' '));
  await runOnDisk(whole.root, ['update', '1', '--field', 'milestone=one']);
  whole.write('specs/001-a/notes.md', 'a word\n');
  whole.write('adr/0001-x.md', '# X\n\n![a](a.png)\n');
  whole.write('issues.jsonl', '{"id":1,"title":"Y"}\n');
}
afterAll(() => void server.close());

/** Runs the command lines in a copy of the project in which some files are damaged, and checks their errors. */
async function holds(
  whole: ScratchProject | undefined,
  spoilt: readonly (readonly [string, (typeof WAYS)[number]])[],
  lines: readonly string[],
): Promise<void> {
  const copy = new ScratchProject();
  try {
    execFileSync('cp', ['-a', `${whole?.root ?? ''}/.`, copy.root]);
    for (const [place, way] of spoilt) {
      try {
        spoil(copy.root, place, way);
      } catch {
        // The file cannot be replaced because one of its parent folders has been replaced.
      }
    }
    for (const line of lines) {
      const { code, stderr, stdout } = await runOnDisk(copy.root, line.split(' '));
      const seen = { spoilt, line, code, stderr, stdout: stdout.slice(0, 500) };
      expect(stderr + stdout).not.toMatch(/INTERNAL|\n {4}at /);
      if (code !== 0 && /^error/m.test(stderr)) {
        if (!/\[[A-Z_]+\]/.test(stderr)) expect(seen).toBe('an error with a code');
        const names =
          /\[(?:READ_FAILED|WRITE_FAILED|OUTSIDE_PROJECT|CONFIG_INVALID|LOG_UNREADABLE|TEMPLATE_INVALID)\]/.test(
            stderr,
          );
        if (names && !/[\w-]*\/|\.md|\.json|\.git|project folder|\.spectool|specs/.test(stderr))
          expect(seen).toBe('an error that names a path');
      }
      expect(lstatSync('/usr').isDirectory()).toBe(true);
    }
  } finally {
    execFileSync('chmod', ['-R', 'u+rwX', copy.root]);
    copy.remove();
  }
}

it('every command in a broken project succeeds, or fails with an error that has a code and names a path', async () => {
  const one = fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(...WAYS));
  await fuzz(
    fc.asyncProperty(
      fc.nat({ max: 1 }).map((which) => projects[which]),
      fc.array(one, { minLength: 1, maxLength: 3 }),
      fc.shuffledSubarray([...EVERY_COMMAND], { minLength: 8, maxLength: 12 }),
      holds,
    ),
    60,
  );
});
