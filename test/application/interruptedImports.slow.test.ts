import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const KILLER = fileURLToPath(new URL('../../scripts/torture/killAtCall.cjs', import.meta.url));

let source: GitSandbox;
let project: ScratchProject;

beforeAll(() => {
  source = new GitSandbox();
  source.write(
    'adr/0001-first.md',
    '# First\n\n* Status: proposed\n\nAs [second](0002-second.md): ![p](img/p.png)\n',
  );
  source.write('adr/img/p.png', 'a picture').commit();
  source.write(
    'adr/0001-first.md',
    '# First\n\n* Status: accepted\n\nAs [second](0002-second.md): ![p](img/p.png)\n',
  );
  source.write('adr/0002-second.md', '# Second\n\n* Status: rejected\n\nNot [first](0001-first.md).\n');
  source.write('adr/0002-second/notes/deep.md', '# Deep\n').commit();
  source.write('adr/0003-third.md', '# Third\n\n* Status: odd\n').commit();
  project = ScratchProject.initialised();
  run(project.root, ['init', '-y']);
  run(project.root, ['create', 'standing']);
});

const imported = (root: string, env: Record<string, string> = {}) =>
  run(root, ['import', 'flat', join(source.root, 'adr'), '--apply', '--map', 'odd=planned', '--json'], {
    env,
  });
const killer = (env: Record<string, string>) => ({ NODE_OPTIONS: `--require ${KILLER}`, ...env });

/**
 * Returns the files that an import left. The log of the project has different records in each run, so only its path is
 * returned.
 */
function left(scratch: ScratchProject) {
  return [...scratch.files()].map(([path, text]) =>
    path.startsWith('.spectool/log/project/') ? '.spectool/log/project/' : [path, text],
  );
}

function litter(root: string): readonly string[] {
  return ['.spectool/tmp', '.spectool/locks'].flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [],
  );
}

/**
 * Runs a command after an import was interrupted. If the import was recorded, the command completes it first and reports
 * that; otherwise the configuration is as before the import.
 * Expects that the command records no change of the configuration as a hand edit.
 * @returns whether the import was completed
 */
function untouchedConfiguration(interrupted: ScratchProject, args: readonly string[]): boolean {
  const scratch = interrupted.copy();
  const { status, stderr } = run(scratch.root, args);
  const isFinished = stderr.includes('is now finished');
  expect({ args, status, settings: scratch.read('.spectool/config.json').includes('"source_id"') }).toEqual({
    args,
    status: 0,
    settings: isFinished,
  });
  const { events } = JSON.parse(run(scratch.root, ['history', '--json']).stdout) as {
    events: readonly object[];
  };
  const removed = events.filter((event) => JSON.stringify(event).includes('"to":null'));
  expect({ args, removed }).toEqual({ args, removed: [] });
  return isFinished;
}

it('an import that is killed at any of its file system calls is completed by a second import', () => {
  const count = join(temporaryFolder(), 'count');
  const whole = project.copy();
  expect(imported(whole.root, killer({ TORTURE_CALLS: count })).status).toBe(0);
  const [after, calls] = [left(whole), Number(readFileSync(count, 'utf8'))];
  expect(calls).toBeGreaterThan(20);
  const found = new Set<string>();
  let unfinished = 0;
  let finished = 0;
  for (let at = 1; at <= calls; at += 1) {
    const scratch = project.copy();
    expect(imported(scratch.root, killer({ TORTURE_KILL_AT: String(at) })).status).toBeNull();
    if (existsSync(join(scratch.root, '.spectool/tmp/journal.json'))) {
      const seen = run(scratch.root, ['validate', '--code', 'CHANGE_UNFINISHED', '--json']);
      expect(seen).toMatchObject({ status: 1, stdout: expect.stringContaining('validate --fix') });
      unfinished += 1;
      const next = unfinished % 2 === 0 ? ['update', '1', '--priority', 'high'] : ['init', '-y'];
      if (untouchedConfiguration(scratch, next)) finished += 1;
    }
    const second = imported(scratch.root);
    const { counts } = JSON.parse(second.stdout) as { counts: object };
    found.add(JSON.stringify(counts));
    expect({ at, status: second.status, files: left(scratch), litter: litter(scratch.root) }).toEqual({
      at,
      status: 0,
      files: after,
      litter: [],
    });
    const validated = JSON.parse(run(scratch.root, ['validate', '--json']).stdout) as { errors: number };
    expect({ at, errors: validated.errors }).toEqual({ at, errors: 0 });
    scratch.remove();
  }
  expect(unfinished).toBeGreaterThan(5);
  expect(finished).toBeGreaterThan(2);
  expect([...found].sort()).toEqual(['{"imported":3}', '{"new":3}']);
});
