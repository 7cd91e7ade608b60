import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { DEFAULT_CONFIG } from '../../src/domain/project/configuration.js';
import type { LoggedCommit } from '../../src/domain/trace/commitsOfSpecs.js';
import type { OtherProject } from '../../src/ports/repository.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

class Commits extends NoRepository {
  readonly logged: LoggedCommit[] = [];
  others: readonly OtherProject[] = [];

  override naming() {
    return { commits: this.logged };
  }

  override since() {
    return { commits: this.logged };
  }

  override otherProjects() {
    return this.others;
  }

  /** Adds a commit that is newer than the others. */
  add(message: string, ...files: readonly string[]): void {
    this.addAt(Date.UTC(2026, 0, this.logged.length + 1), message, ...files);
  }

  addAt(at: number, message: string, ...files: readonly string[]): void {
    const hash = String(this.logged.length + 1).repeat(40);
    this.logged.unshift({ hash, author: 'kim', authoredAt: at, committedAt: at, message, files });
  }
}

const { specsDir, structure } = DEFAULT_CONFIG;
const OTHER = { specsDir, structure };

let commitLog: Commits;
let project: MemoryProject;

beforeEach(async () => {
  commitLog = new Commits();
  project = new MemoryProject({ commitLog });
  await project.spectool.createSpec.execute({ name: 'login' });
  await project.spectool.createSpec.execute({ name: 'export' });
});

describe('traceSpecs', () => {
  it.each(['1', '#001', '001-login', 'login'])('finds the spec that a commit names as %j', async (name) => {
    commitLog.add(`Add login\n\nSpec: ${name}`, 'src/a.ts', '.spectool/log/a.json');
    const { specs, without, ignored } = await project.spectool.traceSpecs.execute();
    expect(specs).toMatchObject([
      { ref: '001-login', commits: [{ subject: 'Add login', author: 'kim' }], files: [{ path: 'src/a.ts' }] },
    ]);
    expect({ without, ignored }).toEqual({ without: [], ignored: [] });
  });

  it('takes a number for the spec that had the number in the commit', async () => {
    commitLog.add('Add export\n\nSpec: 2');
    await project.spectool.renumberSpec.execute({ spec: '2', to: 7 });
    const { specs } = await project.spectool.traceSpecs.execute({ spec: '7' });
    expect(specs.map(({ ref, commits }) => [ref, commits.length])).toEqual([['007-export', 1]]);
  });

  it('ignores a line with a word that names no spec, and reports the line', async () => {
    commitLog.add('See\n\nSpec: section 4');
    const { specs, ignored, without } = await project.spectool.traceSpecs.execute();
    expect({ specs, ignored }).toEqual({
      specs: [],
      ignored: [{ commit: '1'.repeat(40), line: 'section 4' }],
    });
    expect(without).toHaveLength(1);
  });

  it('takes a number that two specs had for the one whose files the commit changed, else ignores it', async () => {
    const id = (await project.spectool.viewSpec.execute({ spec: 'export' })).spec.id ?? '';
    await project.spectool.renumberSpec.execute({ spec: '2', to: 7 });
    await project.spectool.createSpec.execute({ name: 'other' });
    await project.spectool.renumberSpec.execute({ spec: 'other', to: 2 });
    commitLog.add('records\n\nSpec: 2', `.spectool/log/${id}/1.json`);
    commitLog.add('document\n\nSpec: 2', 'specs/002-other/README.md');
    commitLog.add('neither\n\nSpec: 2', 'src/a.ts');
    const { specs, ignored } = await project.spectool.traceSpecs.execute();
    expect(specs.map(({ ref, commits }) => [ref, ...commits.map(({ subject }) => subject)])).toEqual([
      ['002-other', 'document'],
      ['007-export', 'records'],
    ]);
    expect(ignored).toMatchObject([{ line: '2' }]);
  });

  it.each(['renumbered', 'deleted'])('takes a number for the present spec after one was %s', async (how) => {
    commitLog.add('before\n\nSpec: 2', 'src/a.ts');
    await (how === 'deleted'
      ? project.spectool.deleteSpec.execute({ spec: '2', reason: 'x', force: true })
      : project.spectool.renumberSpec.execute({ spec: '2', to: 7 }));
    await project.spectool.createSpec.execute({ name: 'other' });
    if (how === 'renumbered') await project.spectool.renumberSpec.execute({ spec: 'other', to: 2 });
    const other = (await project.spectool.viewSpec.execute({ spec: 'other' })).spec.ref;
    const number = Number.parseInt(other, 10);
    commitLog.addAt(Date.UTC(2027, 0, 1), `after\n\nSpec: ${String(number)}`, 'src/a.ts');
    const { specs } = await project.spectool.traceSpecs.execute({ spec: 'other' });
    expect(specs[0]?.commits.map(({ subject }) => subject)).toEqual(['after']);
  });

  it.each(['2', '002-export', 'export'])('finds a deleted spec that a commit names as %j', async (name) => {
    commitLog.add(`Add export\n\nSpec: ${name}`);
    await project.spectool.deleteSpec.execute({ spec: '2', reason: 'x', force: true });
    const { specs } = await project.spectool.traceSpecs.execute({ since: 'main' });
    expect(specs).toMatchObject([{ ref: '002-export', title: null, commits: [{ subject: 'Add export' }] }]);
  });

  it('counts no files of another project, and lists no commits that changed only such files', async () => {
    commitLog.others = [{ ...OTHER, folder: 'api/', name: 'api' }];
    commitLog.add('nested', 'api/a.ts');
    commitLog.add('both', 'api/a.ts', 'b.ts');
    commitLog.add('merge');
    commitLog.add('named\n\nSpec: 001-login', 'api/a.ts', 'apis.ts');
    commitLog.add('nested\n\nSpec: 001-login', 'api/a.ts');
    const { specs, without } = await project.spectool.traceSpecs.execute();
    expect(specs.map(({ files }) => files.map(({ path }) => path))).toEqual([['apis.ts']]);
    expect(without?.map(({ subject }) => subject)).toEqual(['merge', 'both']);
  });

  it('counts the files of the innermost project, and those in no project', async () => {
    commitLog.others = ['../', 'api/'].map((folder) => ({ ...OTHER, folder, name: folder }));
    commitLog.add('a\n\nSpec: login', '../x', '../../y', 'api/z', 'w');
    const { specs } = await project.spectool.traceSpecs.execute();
    expect(specs[0]?.files.map(({ path }) => path)).toEqual(['../../y', 'w']);
  });

  it('counts how often and when the commits of a spec changed a file, without reverted ones', async () => {
    commitLog.add('a\n\nSpec: 1', 'x', 'y');
    commitLog.add('b\n\nSpec: 1', 'x');
    commitLog.add('c\n\nSpec: 1', 'y');
    commitLog.add(`Revert "c"\n\nThis reverts commit ${'3'.repeat(40)}.`, 'y');
    const { specs } = await project.spectool.traceSpecs.execute({ spec: 'login' });
    expect(specs[0]?.commits.map(({ state }) => state)).toEqual(['revert', 'reverted', undefined, undefined]);
    expect(specs[0]?.files).toEqual([
      { path: 'x', commits: 2, first: '2026-01-01T00:00:00.000Z', last: '2026-01-02T00:00:00.000Z' },
      { path: 'y', commits: 1, first: '2026-01-01T00:00:00.000Z', last: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('shows open specs only, unless a spec or a base is given', async () => {
    commitLog.add('a\n\nSpec: 1, 2');
    await project.spectool.updateSpec.execute({ spec: '2', status: 'complete', force: true, reason: 'done' });
    const refs = async (request = {}) =>
      (await project.spectool.traceSpecs.execute(request)).specs.map(({ ref }) => ref);
    expect(await refs()).toEqual(['001-login']);
    expect(await refs({ spec: '2' })).toEqual(['002-export']);
    expect(await refs({ since: 'main' })).toEqual(['001-login', '002-export']);
  });

  it('warns without git, and refuses a base', async () => {
    const alone = new MemoryProject({}, project.files);
    const result = await alone.spectool.traceSpecs.execute({ spec: '1' });
    expect(result).toMatchObject({
      specs: [{ ref: '001-login', commits: [] }],
      warnings: [{ code: 'GIT_FAILED' }],
    });
    await expectRefusalOf(() => alone.spectool.traceSpecs.execute({ since: 'main' }), 'GIT_FAILED');
  });

  it('prints commits and files of a spec without escape sequences', async () => {
    commitLog.add('Add \u001b[31mred\n\nSpec: 1', 'src/a.ts');
    const { stdout } = await project.run(['trace', '1']);
    expect(stdout).toContain('001-login  Login\n1 commit, 1 file\n  1111111111 2026-01-01 @kim  "Add ');
    expect(stdout).not.toContain('\u001b');
  });

  it('prints the first files, and all with --json', async () => {
    for (let i = 0; i < 9; i += 1)
      commitLog.add(
        'Add '.repeat(200) + '\n\nSpec: 1',
        ...Array.from({ length: 60 }, (_, k) => `src/${String(k)}.ts`),
      );
    const { stdout } = await project.run(['trace', '1', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ specs: [{ commits: { length: 9 }, files: { length: 60 } }] });
    expect((await project.run(['trace', '1'])).stdout).toContain('20 more files (--all shows all)');
  });
});
