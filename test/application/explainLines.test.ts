import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import type { LoggedCommit } from '../../src/domain/trace/commitsOfSpecs.js';
import type { BlamedLines } from '../../src/ports/repository.js';
import { MemoryProject } from '../support/memoryProject.js';

/** Commits that keep the text of every file in the project at the time of the commit. */
class Commits extends NoRepository {
  readonly logged: LoggedCommit[] = [];
  readonly #texts = new Map<string, string>();
  blamed: readonly BlamedLines[] = [];

  add(project: MemoryProject, message: string, ...files: readonly string[]): string {
    const at = Date.UTC(2026, 0, this.logged.length + 1);
    const hash = String(this.logged.length + 1).repeat(40);
    this.logged.unshift({ hash, author: 'kim', authoredAt: at, committedAt: at, message, files });
    for (const { name } of project.files.list('specs')) {
      const path = `specs/${name}/README.md`;
      this.#texts.set(`${hash}:${path}`, project.files.readText(path) ?? '');
    }
    return hash;
  }

  override naming() {
    return { commits: this.logged };
  }

  override commits(hashes: readonly string[] = []) {
    return { commits: this.logged.filter(({ hash }) => hashes.includes(hash)) };
  }

  override blame(): never {
    return this.blamed as never;
  }

  override textIn(commit = '', path = ''): never {
    return this.#texts.get(`${commit}:${path}`) as never;
  }

  override commitNamed(name = ''): never {
    return this.logged.find(({ hash }) => hash.startsWith(name))?.hash as never;
  }

  override lastCommitAt(instant = ''): never {
    return this.logged.find(({ committedAt }) => committedAt <= Date.parse(instant))?.hash as never;
  }

  override filesIn(commit = '') {
    return [...this.#texts.keys()]
      .filter((key) => key.startsWith(commit))
      .map((key) => key.slice(commit.length + 1));
  }
}

const BODY = '# Login\n\n## Problem\n\nPeople wait.\n\n## Success Criteria\n\n- [ ] AC1: fast\n';
let commitLog: Commits;
let project: MemoryProject;

beforeEach(async () => {
  commitLog = new Commits();
  project = new MemoryProject({ commitLog });
  await project.spectool.createSpec.execute({ name: 'login', body: BODY });
});

const why = (request = {}) =>
  project.spectool.explainLines.execute({ path: 'src/a.ts', from: 1, to: 3, ...request });

describe('explainLines', () => {
  it('names the commits of the lines, and their specs', async () => {
    const hash = commitLog.add(project, 'Add login\n\nSpec: 1', 'src/a.ts');
    await project.spectool.renumberSpec.execute({ spec: '1', to: 9 });
    commitLog.blamed = [
      { commit: hash, lines: [1, 2] },
      { commit: undefined, lines: [3] },
    ];

    expect(await why()).toMatchObject({
      path: 'src/a.ts',
      commits: [{ hash, lines: [{ from: 1, to: 2 }], specs: ['009-login'] }],
      uncommitted: [{ from: 3, to: 3 }],
      specs: [{ ref: '009-login', title: 'Login', commit: hash }],
    });
    expect(await why()).not.toHaveProperty('possible');
  });

  it('says who completed the spec', async () => {
    const hash = commitLog.add(project, 'Add login\n\nSpec: login');
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await project.spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    await project.spectool.updateSpec.execute({ spec: '1', status: 'complete' });
    commitLog.blamed = [{ commit: hash, lines: [1, 2, 3] }];
    const { specs } = await why();
    expect(specs).toMatchObject([{ status: 'complete', completed: { by: expect.any(String) as unknown } }]);
  });

  it('takes the specs of a revert from the commit that it reverts', async () => {
    const first = commitLog.add(project, 'Add login\n\nSpec: 1');
    const revert = commitLog.add(project, `Revert "Add login"\n\nThis reverts commit ${first}.`);
    commitLog.blamed = [{ commit: revert, lines: [1] }];
    expect((await why()).specs).toMatchObject([{ ref: '001-login', commit: revert }]);
    const again = commitLog.add(project, `Revert "Revert "Add login""\n\nThis reverts commit ${revert}.`);
    commitLog.blamed = [{ commit: again, lines: [1] }];
    expect((await why()).specs).toMatchObject([{ ref: '001-login', commit: again }]);
  });

  it('lists specs whose commits changed the file or whose field `code` selects it, when the lines name no spec', async () => {
    commitLog.add(project, 'Add login\n\nSpec: 1', 'src/a.ts');
    const other = commitLog.add(project, 'Tidy', 'src/a.ts');
    await project.spectool.createSpec.execute({ name: 'export', code: ['src/'], noSimilar: true });
    commitLog.blamed = [{ commit: other, lines: [1] }];
    const possible = [
      { ref: '001-login', because: 'commits', last: '2026-01-01T00:00:00.000Z' },
      { ref: '002-export', because: 'code' },
    ];
    expect(await why()).toMatchObject({ specs: [], possible });
    expect(await why({ from: undefined, to: undefined })).toMatchObject({ specs: [], possible });
  });

  it('refuses a range of lines that ends before it begins', async () => {
    await expect(why({ from: 3, to: 2 })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('prints the commits and specs, and how to see a spec as it was', async () => {
    const hash = commitLog.add(project, 'Add \u001b[31mlogin\n\nSpec: 1');
    commitLog.blamed = [{ commit: hash, lines: [1] }];
    const { stdout } = await project.run(['why', 'src/a.ts:1']);
    expect(stdout).toContain('  1 line  1111111111 2026-01-01 @kim  "Add ');
    expect(stdout).toContain('001-login  Login\n○ planned, 0/1 met\n');
    expect(stdout).toContain('spectool view 001-login --as-of 1111111111');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('viewSpecAsOf', () => {
  const view = (asOf: string, section?: string) =>
    project.spectool.viewSpecAsOf.execute({ spec: '1', asOf, ...(section !== undefined && { section }) });

  it('shows the spec as in a commit, at a time and in a section', async () => {
    const hash = commitLog.add(project, 'Plan');
    await project.spectool.replaceSection.execute({ spec: '1', heading: 'Problem', set: 'People leave.' });
    commitLog.add(project, 'Change');
    const then = { asOf: { commit: hash, at: '2026-01-01T00:00:00.000Z' }, spec: { ref: '001-login' } };
    expect(await view(hash.slice(0, 8))).toMatchObject(then);
    expect((await view('2026-01-01')).body).toContain('People wait.');
    expect((await view('2026-01-02')).body).toContain('People leave.');
    expect(await view(hash, 'Problem')).toMatchObject({ body: '## Problem\n\nPeople wait.\n\n' });
  });

  it.each([
    ['nonsense', 'USAGE'],
    ['2025-01-01', 'FILE_NOT_FOUND'],
  ])('refuses %s with %s', async (asOf, code) => {
    commitLog.add(project, 'Plan');
    await expect(view(asOf)).rejects.toMatchObject({ code });
  });

  it('refuses a spec that is not committed yet, and leads to its present text', async () => {
    commitLog.add(project, 'Plan');
    await project.spectool.createSpec.execute({ name: 'export', noSimilar: true });
    await expect(
      project.spectool.viewSpecAsOf.execute({ spec: '2', asOf: '2026-01-01' }),
    ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', advice: [{ useCase: 'viewSpec' }] });
  });

  it('refuses an event that is not committed yet', async () => {
    const { events } = await project.spectool.showHistory.execute({ spec: '1' });
    await expect(view(events[0]?.id ?? '')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
