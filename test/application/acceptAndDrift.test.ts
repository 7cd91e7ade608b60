import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/noRepository.js';
import type { LoggedCommit } from '../../src/domain/trace/assignCommitsToSpecs.js';
import { MemoryProject } from '../support/memoryProject.js';

const FROM = '1'.repeat(40);
const DOCUMENT = 'specs/001-login/README.md';

/** A branch whose changed files the test names. `texts` has the document of the first spec in each commit. */
class Branch extends NoRepository {
  changed: readonly string[] = [];
  /** The files that changed after the last commit of the document. */
  later: readonly string[] = [];
  readonly texts = new Map<string, string>();
  readonly logged: LoggedCommit[] = [];
  /** The versions of the second spec's document, newest first. */
  readonly versions: { readonly commit: string; readonly text: string }[] = [];
  /** The commits whose later commits were asked for. */
  asked: readonly string[] = [];

  override committedTexts(path = ''): never {
    return (path === 'specs/002-pay/README.md' ? this.versions : []) as never;
  }

  override since(base = ''): never {
    this.asked = [...this.asked, base];
    return { commits: this.logged } as never;
  }

  override changedFiles(base = FROM): never {
    return { from: FROM, files: base === 'last' ? this.later : this.changed } as never;
  }

  override lastCommitOf(): never {
    return 'last' as never;
  }

  override textIn(commit = ''): never {
    return this.texts.get(commit) as never;
  }

  override projectFiles(): never {
    return ['src/a.ts', 'src/b.ts', 'other.ts'] as never;
  }

  override naming(): never {
    return { commits: this.logged } as never;
  }

  override specFolders(): never {
    return new Map(this.logged.map(({ hash }) => [hash, ['001-login', '002-pay', '003-free']])) as never;
  }
}

let branch: Branch;
let project: MemoryProject;
let now: number;
const drift = async (request = {}) => (await project.spectool.findDrift.execute(request)).specs;
const accept = (reason?: string) =>
  project.spectool.acceptSpec.execute({ spec: '1', ...(reason !== undefined && { reason }) });
const text = () => project.files.readText(DOCUMENT) ?? '';

beforeEach(async () => {
  branch = new Branch();
  now = Date.parse('2026-02-01T12:00:00.000Z');
  const clock = {
    now: () => new Date((now += 1000)).toISOString(),
    today: () => '2026-02-01',
  };
  project = new MemoryProject({ ...branch.ports, clock });
  project.files.write('src/a.ts', 'a');
  const { spectool } = project;
  await spectool.createSpec.execute({
    name: 'login',
    code: ['src/**'],
    body: '# Login\n\n## Problem\n\nSlow.\n',
  });
  await spectool.createSpec.execute({ name: 'pay', dependsOn: ['1'], noSimilar: true });
  await spectool.createSpec.execute({ name: 'free', noSimilar: true });
  for (const spec of ['1', '3'])
    await spectool.updateSpec.execute({ spec, status: 'complete', force: true, reason: 'done' });
  branch.texts.set(FROM, text());
});

describe('findDrift', () => {
  it('names complete specs whose code the branch changed', async () => {
    branch.changed = ['other.ts', 'src/a.ts', 'src/b.ts'];
    expect(await project.spectool.findDrift.execute()).toEqual({
      from: FROM,
      specs: [
        { ref: '001-login', sequence: 1, title: 'Login', files: ['src/a.ts', 'src/b.ts'], because: 'code' },
      ],
    });
  });

  it.each([
    ['nothing was changed', []],
    ['only other files were changed', ['other.ts']],
    ['only lock files were changed', ['src/package-lock.json']],
  ])('names none if %s', async (_what, files) => {
    branch.changed = files;
    expect(await drift()).toEqual([]);
  });

  it('names no spec that is planned, and none that another replaced', async () => {
    branch.changed = ['src/a.ts'];
    await project.spectool.archiveSpecs.execute({
      specs: ['1'],
      outcome: 'superseded',
      by: '2',
      reason: 'split',
    });
    expect(await drift()).toEqual([]);
    await project.spectool.createSpec.execute({ name: 'new', code: ['src'], noSimilar: true });
    expect(await drift()).toEqual([]);
  });

  it('names no spec whose text the branch changed too', async () => {
    branch.changed = ['src/a.ts', DOCUMENT];
    await project.spectool.replaceSection.execute({ spec: '1', heading: 'Problem', set: 'Too slow.' });
    branch.texts.set('last', text());
    expect(await drift()).toEqual([]);
  });

  it('names a spec of which the branch changed only another field', async () => {
    branch.changed = ['src/a.ts', DOCUMENT];
    await project.spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    expect(await drift()).toMatchObject([{ files: ['src/a.ts'] }]);
  });

  it('counts only later changes if the branch completed the spec', async () => {
    branch.changed = ['src/a.ts', 'src/b.ts', DOCUMENT];
    branch.texts.set(FROM, text().replace('status: complete', 'status: in-progress'));
    // The completion is not committed yet, so no change can be later.
    expect(await drift()).toEqual([]);
    branch.texts.set('last', text());
    expect(await drift()).toEqual([]);
    branch.later = ['src/b.ts'];
    expect(await drift()).toMatchObject([{ files: ['src/b.ts'] }]);
  });

  it('names specs without the field only if asked for all, by files that few specs share', async () => {
    const commit = (message: string, ...files: readonly string[]) =>
      branch.logged.push({
        hash: String(branch.logged.length + 2).repeat(40),
        author: 'kim',
        authoredAt: 1,
        committedAt: 1,
        message,
        files,
      });
    commit('Add\n\nSpec: 3', 'other.ts', 'all.ts');
    commit('Use\n\nSpec: 1, 2', 'all.ts');
    branch.changed = ['other.ts', 'all.ts'];
    expect(await drift()).toEqual([]);
    expect(await drift({ all: true })).toMatchObject([
      { ref: '003-free', files: ['other.ts'], because: 'commits' },
    ]);
  });

  it('is refused without git', async () => {
    await expect(new MemoryProject().spectool.findDrift.execute()).rejects.toMatchObject({
      code: 'GIT_FAILED',
    });
  });

  it('says on the main branch that only uncommitted changes were compared', async () => {
    branch.commitNamed = () => FROM as never;
    expect(await project.spectool.findDrift.execute()).toMatchObject({ isTip: true });
    expect((await project.run(['trace', '--drift'])).stdout).toContain('--since COMMIT');
    expect(await project.spectool.findDrift.execute({ since: 'x' })).not.toHaveProperty('isTip');
  });

  it('prints one line if nothing is affected, and paths without escape sequences', async () => {
    expect((await project.run(['trace', '--drift'])).stdout).toBe(
      'No complete spec is affected by the changes since 1111111111.\n',
    );
    branch.changed = ['src/\u001b[31m.ts'];
    const { stdout } = await project.run(['trace', '--drift']);
    expect(stdout).toContain('001-login  Login\n  src/');
    expect(stdout).toContain('spectool accept SPEC');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('acceptSpec', () => {
  beforeEach(() => {
    branch.changed = ['src/a.ts'];
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

  it('is refused for a spec that does not exist', async () => {
    await expect(project.spectool.acceptSpec.execute({ spec: '9' })).rejects.toMatchObject({
      code: 'SPEC_NOT_FOUND',
    });
  });
});

describe('a spec whose dependency changed', () => {
  const codes = async () => {
    const { warnings = [] } = await project.spectool.viewSpec.execute({ spec: '2' });
    const { warnings: ofGraph = [] } = await project.spectool.showDependencies.execute({ spec: '2' });
    const { warnings: ofAll = [] } = await project.spectool.showDependencies.execute();
    return [warnings, ofGraph, ofAll].map((all) => all.some(({ code }) => code === 'DEPENDENCY_CHANGED'));
  };
  const begin = () => project.spectool.updateSpec.execute({ spec: '2', status: 'in-progress' });
  const reword = (set: string) =>
    project.spectool.replaceSection.execute({ spec: '1', heading: 'Problem', set });

  it('is told in view and deps once it was begun, until somebody accepts it', async () => {
    await reword('Before the beginning.');
    expect(await codes()).toEqual([false, false, false]);
    await begin();
    expect(await codes()).toEqual([false, false, false]);
    await project.spectool.addNote.execute({ spec: '1', text: 'no change of the text' });
    expect(await codes()).toEqual([false, false, false]);
    await reword('After the beginning.');
    expect(await codes()).toEqual([true, true, true]);
    await project.spectool.acceptSpec.execute({ spec: '2' });
    expect(await codes()).toEqual([false, false, false]);
    await reword('After the acceptance.');
    expect(await codes()).toEqual([true, true, true]);
  });

  it('is named with the command that settles it', async () => {
    await begin();
    await reword('New.');
    const { stderr, stdout } = await project.run(['view', '2']);
    expect(stdout + stderr).toContain(
      'The text of 001-login, which 002-pay depends on, changed after 002-pay was begun.',
    );
    expect(stdout + stderr).toContain('spectool accept 002-pay');
  });
});

describe('a planned spec whose code commits changed after its text was written', () => {
  const PAY = 'specs/002-pay/README.md';
  const pay = () => project.files.readText(PAY) ?? '';
  const planned = async () => (await project.spectool.findDrift.execute()).planned;
  const claimed = async () =>
    (await project.spectool.claimSpecs.execute({ specs: ['2'] })).warnings.filter(
      ({ code }) => code === 'CODE_CHANGED',
    );

  beforeEach(async () => {
    await project.spectool.updateSpec.execute({ spec: '2', code: ['src/**'] });
    branch.versions.push({ commit: 'written', text: pay() });
    branch.later = [];
    const commit = { author: 'kim', authoredAt: 1, committedAt: 1 };
    branch.logged.push(
      { ...commit, hash: 'c', message: 'Rework\n\nAll of it.', files: ['src/b.ts', 'src/a.ts', PAY] },
      { ...commit, hash: 'd', message: 'Other', files: ['other.ts'] },
    );
  });

  it('is told by trace --drift and by the command that begins it, with the commits', async () => {
    expect(await planned()).toMatchObject([
      {
        ref: '002-pay',
        commits: [{ hash: 'c', subject: 'Rework' }],
        files: ['src/a.ts', 'src/b.ts'],
      },
    ]);
    const [warning] = await claimed();
    expect(warning?.message).toBe(
      'The code of 002-pay has changed since its text was written: src/a.ts, src/b.ts by c "Rework".',
    );
    expect(await claimed()).toEqual([]);
    expect(await planned()).toBeUndefined();
  });

  it('is told whatever happened to its fields since', async () => {
    await project.spectool.updateSpec.execute({ spec: '2', priority: 'high' });
    branch.versions.unshift({ commit: 'fields', text: pay() });
    expect(await planned()).toHaveLength(1);
    expect(branch.asked).toEqual(['written']);
  });

  it('is not told when its text was written later, is not committed yet, or no file is its code', async () => {
    project.files.write(PAY, `${pay()}\nNew.\n`);
    expect(await planned()).toBeUndefined();
    branch.versions.unshift({ commit: 'reworded', text: pay() });
    expect(await planned()).toHaveLength(1);
    expect(branch.asked).toEqual(['reworded']);
    branch.logged.shift();
    expect(await planned()).toBeUndefined();
  });
});
