import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import type { LoggedCommit } from '../../src/domain/trace/commitsOfSpecs.js';
import { MemoryProject } from '../support/memoryProject.js';

const DOCUMENT = 'specs/001-login/README.md';
const PAY = 'specs/002-pay/README.md';

/** A branch whose commits the test names, newest first, with the versions of each document. */
class Branch extends NoRepository {
  logged: LoggedCommit[] = [];
  readonly versions = new Map<string, { readonly commit: string; readonly text: string }[]>();

  override committedTexts(path = ''): never {
    return (this.versions.get(path) ?? []) as never;
  }

  override since(): never {
    return { commits: this.logged } as never;
  }

  override available(): boolean {
    return true;
  }

  override projectFiles(): never {
    return ['src/a.ts', 'src/b.ts', 'other.ts'] as never;
  }
}

let branch: Branch;
let project: MemoryProject;
let now: number;
const commit = (hash: string, ...files: readonly string[]): LoggedCommit => ({
  hash,
  author: 'kim',
  authoredAt: 1,
  committedAt: 1,
  message: `Rework ${hash}\n\nAll of it.`,
  files,
});
const drift = async () => (await project.spectool.findDrift.execute()).drifted;
const accept = (reason?: string) =>
  project.spectool.acceptSpec.execute({ spec: '1', ...(reason !== undefined && { reason }) });
const text = (path = DOCUMENT) => project.files.readText(path) ?? '';
/** The files of a document's log, the newest last. */
const logOf = (path: string) => {
  const folder = `.spectool/log/${/^id: (.*)$/m.exec(text(path))?.[1] ?? ''}`;
  return project.files
    .list(folder)
    .map(({ name }) => `${folder}/${name}`)
    .toSorted();
};

beforeEach(async () => {
  branch = new Branch();
  now = Date.parse('2026-02-01T12:00:00.000Z');
  const clock = { now: () => new Date((now += 1000)).toISOString(), today: () => '2026-02-01' };
  project = new MemoryProject({ ...branch.ports, clock });
  project.files.write('src/a.ts', 'a');
  const { spectool } = project;
  await spectool.createSpec.execute({
    name: 'login',
    code: ['src/**'],
    body: '# Login\n\n## Problem\n\nSlow.\n',
  });
  await spectool.createSpec.execute({ name: 'pay', dependsOn: ['1'], noSimilar: true });
  await spectool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'done' });
  branch.versions.set(DOCUMENT, [{ commit: 'done', text: text() }]);
  branch.logged = [commit('done', 'src/a.ts', DOCUMENT)];
});

describe('findDrift', () => {
  it('names complete specs whose code commits changed since they were completed', async () => {
    expect(await drift()).toEqual([]);
    branch.logged.unshift(commit('new', 'other.ts', 'src/b.ts', 'src/a.ts'));
    expect(await drift()).toEqual([
      {
        ref: '001-login',
        sequence: 1,
        title: 'Login',
        status: 'complete',
        commits: [{ hash: 'new', subject: 'Rework new' }],
        files: ['src/a.ts', 'src/b.ts'],
      },
    ]);
  });

  it.each([
    ['only other files were changed', ['other.ts']],
    ['only lock files were changed', ['src/package-lock.json']],
  ])('names none if %s', async (_what, files) => {
    branch.logged.unshift(commit('new', ...files));
    expect(await drift()).toEqual([]);
  });

  it('names no spec that another replaced', async () => {
    branch.logged.unshift(commit('new', 'src/a.ts'));
    await project.spectool.archiveSpecs.execute({
      specs: ['1'],
      outcome: 'superseded',
      by: '2',
      reason: 'split',
    });
    expect(await drift()).toEqual([]);
  });

  it('counts from the commit that brought the record of the completion', async () => {
    const [, completed = ''] = logOf(DOCUMENT);
    branch.logged = [commit('new', 'src/a.ts'), commit('recorded', completed), ...branch.logged];
    expect(await drift()).toMatchObject([{ commits: [{ hash: 'new' }] }]);
    branch.logged.shift();
    expect(await drift()).toEqual([]);
  });

  it('counts from the commit that changed the text, not from one that changed another field', async () => {
    branch.logged.unshift(commit('new', 'src/a.ts'));
    await project.spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    branch.versions.get(DOCUMENT)?.unshift({ commit: 'tag', text: text() });
    branch.logged.unshift(commit('tag', DOCUMENT));
    expect(await drift()).toHaveLength(1);
    project.files.write(DOCUMENT, `${text()}\nMore.\n`);
    expect(await drift()).toEqual([]);
    branch.versions.get(DOCUMENT)?.unshift({ commit: 'text', text: text() });
    branch.logged.unshift(commit('text', DOCUMENT));
    expect(await drift()).toEqual([]);
  });

  it('is refused without git', async () => {
    const plain = new MemoryProject();
    await plain.spectool.createSpec.execute({ name: 'a', code: ['src'] });
    await expect(plain.spectool.findDrift.execute()).rejects.toMatchObject({ code: 'GIT_FAILED' });
  });

  it('prints one line if there is none, and one for each spec, without escape sequences', async () => {
    expect((await project.run(['trace', '--drift'])).stdout).toBe(
      'No complete or planned spec has code that later commits changed.\n',
    );
    branch.logged.unshift(commit('new', 'src/\u001b[31m.ts'));
    const { stdout } = await project.run(['trace', '--drift']);
    expect(stdout).toMatch(/^The code of 001-login has changed since it was completed: src\/.*\.$/m);
    expect(stdout).toContain('spectool approve SPEC --code');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('acceptSpec', () => {
  beforeEach(() => {
    branch.logged.unshift(commit('new', 'src/a.ts'));
  });

  it('settles the drift until one of the files has other contents', async () => {
    const before = text();
    const { events } = await accept('renamed only');
    expect(events).toMatchObject([
      { type: 'SpecAccepted', data: { code: expect.any(String) as unknown, reason: 'renamed only' } },
    ]);
    expect(text()).toBe(before);
    expect(await drift()).toEqual([]);
    project.files.write('other.ts', 'changed');
    expect(await drift()).toEqual([]);
    project.files.write('src/b.ts', 'new');
    expect(await drift()).toHaveLength(1);
    project.files.remove('src/b.ts');
    expect(await drift()).toEqual([]);
    project.files.write('src/a.ts', new Uint8Array([0xff]));
    expect(await drift()).toHaveLength(1);
  });

  it('is undone by undo, and comes back', async () => {
    await accept();
    await project.spectool.undoChange.execute();
    expect(await drift()).toHaveLength(1);
    await project.spectool.undoChange.execute({ redo: true });
    expect(await drift()).toEqual([]);
    const { events } = await project.spectool.showHistory.execute({ spec: '1', limit: 3 });
    expect(events.map(({ type }) => type)).toContain('AcceptanceWithdrawn');
  });
});

describe('a planned spec whose code commits changed after its text was written', () => {
  const claimed = async () =>
    (await project.spectool.claimSpecs.execute({ specs: ['2'] })).warnings.filter(
      ({ code }) => code === 'CODE_CHANGED',
    );

  beforeEach(async () => {
    await project.spectool.archiveSpecs.execute({
      specs: ['1'],
      outcome: 'superseded',
      by: '2',
      reason: 'x',
    });
    await project.spectool.updateSpec.execute({ spec: '2', code: ['src/**'] });
    branch.versions.set(PAY, [{ commit: 'written', text: text(PAY) }]);
    branch.logged = [
      commit('c', 'src/b.ts', 'src/a.ts', PAY),
      commit('d', 'other.ts'),
      commit('written', PAY, 'src/a.ts'),
    ];
  });

  it('is told by trace --drift and by the command that begins it, with the commits', async () => {
    expect(await drift()).toMatchObject([
      { ref: '002-pay', commits: [{ hash: 'c', subject: 'Rework c' }], files: ['src/a.ts', 'src/b.ts'] },
    ]);
    const [warning] = await claimed();
    expect(warning?.message).toBe(
      'The code of 002-pay has changed since its text was written: src/a.ts, src/b.ts by c "Rework c".',
    );
    expect(await claimed()).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  it('is told whatever happened to its fields since', async () => {
    await project.spectool.updateSpec.execute({ spec: '2', priority: 'high' });
    branch.versions.get(PAY)?.unshift({ commit: 'fields', text: text(PAY) });
    branch.logged.unshift(commit('fields', PAY));
    expect(await drift()).toHaveLength(1);
  });

  it('is not told when its text is not committed yet', async () => {
    project.files.write(PAY, `${text(PAY)}\nNew.\n`);
    expect(await drift()).toEqual([]);
  });
});
