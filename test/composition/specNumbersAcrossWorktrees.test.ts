import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { FixedActor } from '../../src/adapters/memory/fixedClockAndActor.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { refusalOf } from '../support/thrownError.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The main worktree of a repository that contains a project; `second` is the path of another worktree. */
let main: GitSandbox;
let second: string;
const at = (root: string): Spectool => createSpectool({ cwd: root, ports: { actors: new FixedActor() } });
const create = async (root: string, name: string) =>
  (await at(root).createSpec.execute({ name })).spec.sequence;
const registered = () => {
  const folder = join(main.root, '.git/spectool');
  return registriesIn(folder)
    .flatMap((key) =>
      readFileSync(join(folder, key, 'entries.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => (JSON.parse(line) as { number: number }).number);
};

let base: GitSandbox;

beforeAll(async () => {
  base = new GitSandbox();
  await at(base.root).initProject.execute({ agentTools: 'none' });
  await at(base.root).createSpec.execute({ name: 'first' });
  base.commit();
});

beforeEach(() => {
  main = base.copy();
  second = join(temporaryFolder(), 'second');
  main.git('worktree', 'add', '-q', '-b', 'second', second);
});

describe('two worktrees of a clone', () => {
  it('never give one number to two specs, and use one shared registry of numbers', async () => {
    const { spec, registry } = await at(second).createSpec.execute({ name: 'there' });
    expect([spec.sequence, registry]).toEqual([2, 'shared']);
    expect(await create(main.root, 'here')).toBe(3);
    expect(registered()).toEqual([1, 2, 3]);
    expect((await at(main.root).renumberSpec.execute({ spec: 'here' })).registry).toBe('shared');
  });

  it('do not use a number that a running process in the other worktree has reserved', async () => {
    // Writes the entry of a number that a running process (this one) has reserved in the other worktree.
    const folder = registriesIn(join(main.root, '.git/spectool'))[0] ?? '';
    const giving = join(main.root, '.git/spectool', folder, 'entries.jsonl');
    const started = readFileSync(`/proc/${process.pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19];
    const namespace = readlinkSync('/proc/self/ns/pid');
    const by = { pid: process.pid, host: hostname(), namespace, start: started, at: Date.now() };
    const entry = { kind: 'number', number: 2, spec: 'abc', name: 'there', worktree: second, by };
    writeFileSync(giving, `${JSON.stringify(entry)}\n`);
    expect(await create(main.root, 'here')).toBe(3);
    const error = await refusalOf(() => at(main.root).renumberSpec.execute({ spec: 'first', to: 2 }));
    expect([error.code, error.message]).toEqual([
      'NUMBER_TAKEN',
      `The number 2 belongs to there in ${second}.`,
    ]);
  });

  it('do not use a number that only the log of the other worktree contains, also with noGit', async () => {
    await create(second, 'there');
    rmSync(join(second, 'specs/002-there'), { recursive: true });
    expect(await create(main.root, 'here')).toBe(3);
    const { spec } = await at(main.root).createSpec.execute({ name: 'also', noGit: true });
    expect(spec.sequence).toBe(4);
  });

  it('use a number again when the worktree of its spec is removed', async () => {
    await create(second, 'there');
    main.git('worktree', 'remove', '--force', second);
    expect(await create(main.root, 'here')).toBe(2);
    expect(registered()).toEqual([1, 2]);
  });

  it('use a number again when its branch is deleted, but not while the log on another ref contains the number', async () => {
    await create(second, 'there');
    new GitSandbox(second, []).commit();
    new GitSandbox(second, []).git('rm', '-rq', 'specs/002-there');
    new GitSandbox(second, []).commit();
    main.git('worktree', 'remove', '--force', second);
    main.git('tag', 'kept', 'second');
    main.git('branch', '-qD', 'second');
    expect(await create(main.root, 'here')).toBe(3);
    rmSync(join(main.root, 'specs/003-here'), { recursive: true });
    rmSync(join(main.root, '.spectool/log'), { recursive: true });
    main.git('checkout', '-q', '--', '.spectool/log');
    main.git('tag', '-d', 'kept');
    expect(await create(main.root, 'again')).toBe(2);
  });

  it('refuse to renumber a spec to a number of the other worktree, but accept an earlier number of the same spec', async () => {
    await create(second, 'there');
    const taken = await refusalOf(() => at(main.root).renumberSpec.execute({ spec: 'first', to: 2 }));
    expect([taken.code, taken.details]).toEqual([
      'NUMBER_TAKEN',
      { number: 2, holder: '002-there', worktree: second },
    ]);
    await at(main.root).renumberSpec.execute({ spec: 'first', to: 9 });
    expect((await at(main.root).renumberSpec.execute({ spec: 'first', to: 1 })).spec.sequence).toBe(1);
  });

  it('refuse a number that is only in the log of the other worktree, where a change was killed', async () => {
    await create(second, 'there');
    await at(second).renumberSpec.execute({ spec: 'there', to: 7 });
    renameSync(join(second, 'specs/007-there'), join(second, 'specs/002-there'));
    const taken = await refusalOf(() => at(main.root).renumberSpec.execute({ spec: 'first', to: 7 }));
    expect([taken.code, taken.details]).toEqual([
      'NUMBER_TAKEN',
      { number: 7, holder: 'there', worktree: second },
    ]);
  });

  it('find the used numbers without the registry when the registry is missing or invalid', async () => {
    await create(second, 'there');
    rmSync(join(main.root, '.git/spectool'), { recursive: true });
    expect(await create(main.root, 'here')).toBe(3);
    const folder = join(main.root, '.git/spectool');
    const file = join(folder, registriesIn(folder)[0] ?? '', 'entries.jsonl');
    const lines = [
      '{"kind":"number","number":999999999,"spec":"abc","name":"x","worktree":"/"}',
      'null',
      '\u0000',
    ];
    writeFileSync(file, lines.join('\n'));
    expect(await create(main.root, 'more')).toBe(4);
    expect(registered()).toEqual([4]);
  });

  it('have separate registries for projects in different folders of the repository', async () => {
    const inner = join(second, 'packages/app');
    new GitSandbox(second, []).write('packages/app/.spectool/config.json', '{}');
    new GitSandbox(second, []).write('packages/app/.spectool/templates/spec-template.md', '# {title}\n');
    expect(await create(inner, 'inner')).toBe(1);
    expect(await create(main.root, 'here')).toBe(2);
    expect(registriesIn(join(main.root, '.git/spectool'))).toHaveLength(2);
  });

  it('use a registry in the project folder, with one warning, when the git folder cannot be written', async () => {
    const folder = join(main.root, '.git/spectool');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const { spec, registry, warnings } = await at(second).createSpec.execute({ name: 'there' });
    expect([spec.sequence, registry]).toEqual([2, 'local']);
    expect(warnings.map(({ code }) => code)).toEqual(['REGISTRY_LOCAL']);
    expect(new GitSandbox(second, []).git('status', '--porcelain')).not.toContain('registry');
  });

  it('are not needed: a project without git uses a registry in the project folder, without a warning', async () => {
    const root = temporaryFolder();
    await at(root).initProject.execute({ agentTools: 'none' });
    const { registry, warnings } = await at(root).createSpec.execute({ name: 'a', noSimilar: true });
    expect([registry, warnings]).toEqual(['local', []]);
  });

  it('remove the files in which earlier versions reserved numbers', async () => {
    const numbers = join(second, '.spectool/numbers/5');
    new GitSandbox(second, []).write('.spectool/numbers/5/owner', '{"pid":1}');
    expect(await create(second, 'there')).toBe(2);
    expect(existsSync(join(numbers, '..'))).toBe(false);
  });
});

/** Returns the names of the registry folders in `.git/spectool`, one for each project of the repository. */
function registriesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !['cache', 'secret'].includes(name));
}
