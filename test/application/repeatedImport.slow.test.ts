import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

let before: GitSandbox;
let after: GitSandbox;

const document = (status: string, more = '') =>
  `# Use Postgres\n\n## Status\n\n${status}\n\n## Context\n\nSee [the other](0002-other.md).\n${more}`;

function by(author: string, day: string, git: GitSandbox): void {
  git.git('add', '-A');
  git.git('commit', '-q', '-m', 'x', '--author', `${author} <a@b.c>`, '--date', `${day}T10:00:00Z`);
}

beforeAll(() => {
  before = new GitSandbox();
  before.write('adr/0001-use-postgres.md', document('Proposed'));
  before.write('adr/0002-other.md', '# Other\n\nStatus: accepted\n\nAs in [one](0001-use-postgres.md).\n');
  by('Ann', '2019-01-02', before);
  before.write('adr/0001-use-postgres.md', document('Proposed', 'More.\n'));
  by('Bob', '2019-02-03', before);
  after = before.copy();
  after.write('adr/0001-use-postgres.md', document('Accepted', 'More.\n'));
  by('Lee', '2020-03-04', after);
  after.write('adr/0001-use-postgres.md', document('Rejected', 'More.\n'));
  by('Kim', '2021-04-05', after);
  after.write('adr/0001-use-postgres.md', document('Rejected', 'More.\n\nFor good.\n'));
  by('Zoe', '2022-05-06', after);
});

const importing = (project: ScratchProject, from: GitSandbox, as = 'tester') =>
  run(project.root, ['import', 'flat', join(from.root, 'adr'), '--apply', '--as', as]);
const packs = (project: ScratchProject) =>
  [...project.files()].filter(([path]) => /^\.spectool\/log\/(?!project\/)/.test(path));
const specs = (project: ScratchProject) => [...project.files()].filter(([path]) => path.startsWith('specs/'));

interface Told {
  readonly type: string;
  readonly at: string;
  readonly actor?: string;
  readonly data: { readonly to?: string };
}
const told = (project: ScratchProject): readonly Told[] =>
  (
    JSON.parse(run(project.root, ['history', 'use-postgres', '--limit', '50', '--json']).stdout) as {
      events: readonly Told[];
    }
  ).events.toReversed();

describe('A change in a source document since the last import', () => {
  it('is recorded by the next import with its author and date, the same for everyone who imports', () => {
    const [one, other] = [ScratchProject.initialised(), ScratchProject.initialised()];
    for (const [project, actor] of [
      [one, 'kim'],
      [other, 'lee'],
    ] as const) {
      importing(project, before, actor);
      expect(importing(project, after, actor).stdout).toContain('the specs were updated: 1.');
      expect(importing(project, after, actor).stdout).toContain('Nothing to do');
    }
    expect(packs(one)).toEqual(packs(other));
    expect(specs(one)).toEqual(specs(other));
    const events = told(one).map(({ type, at, actor }) => [type, at.slice(0, 10), actor]);
    expect(events).toEqual([
      ['SpecCreated', '2019-01-02', 'Ann'],
      ['SpecTakenOver', '2019-01-02', 'Ann'],
      ['StatusChanged', '2020-03-04', 'Lee'],
      ['StatusChanged', '2021-04-05', 'Kim'],
      ['FieldsChanged', '2021-04-05', 'Kim'],
      ['SpecArchived', '2021-04-05', 'Kim'],
      ['FieldsChanged', '2022-05-06', 'Zoe'],
      ['TextEdited', '2022-05-06', 'Zoe'],
      ['SpecTakenOver', '2022-05-06', 'Zoe'],
    ]);
    const board = run(one.root, ['board', '--as-of', '2020-06-01', '--json']).stdout;
    expect(JSON.parse(board)).toMatchObject({ columns: [{ total: 0 }, { total: 0 }, { total: 2 }] });
    expect(run(one.root, ['validate', '--severity', 'error']).status).toBe(0);
  });

  it('is reverted by undo of that import, which restores the result of the first import', () => {
    const project = ScratchProject.initialised();
    importing(project, before);
    const was = specs(project);
    importing(project, after);
    expect(specs(project)).not.toEqual(was);
    expect(run(project.root, ['undo'])).toMatchObject({ status: 0, stderr: '' });
    expect(specs(project)).toEqual(was);
    expect(run(project.root, ['validate', '--severity', 'error']).status).toBe(0);
  });

  it('is recorded as made by the importing actor when git has no commit of the change', () => {
    const project = ScratchProject.initialised();
    const source = before.copy();
    importing(project, source);
    source.write('adr/0001-use-postgres.md', document('Accepted', 'Not committed.\n'));
    importing(project, source, 'lee');
    const last = told(project).findLast(({ type }) => type === 'StatusChanged');
    expect(last?.actor).toBe('lee');
    expect(last?.at.slice(0, 4)).not.toBe('2019');
  });
});

it('import keeps documents with the same path in two repositories as two specs', () => {
  const project = ScratchProject.initialised();
  const second = new GitSandbox();
  second.write('adr/0001-use-postgres.md', '# Something else\n\nStatus: accepted\n');
  by('Ann', '2023-01-02', second);
  importing(project, before);
  const was = specs(project);
  expect(importing(project, second).stdout).toContain('1 new.');
  expect(new Map(specs(project))).toEqual(new Map([...specs(project), ...was]));
  expect(importing(project, second).stdout).toContain('Nothing to do');
  expect(importing(project, before).stdout).toContain('Nothing to do');
});

it('import recognises a document with or without its git history', () => {
  const clone = new GitSandbox(temporaryFolder(), []);
  clone.git('clone', '-q', '--depth', '1', `file://${before.root}`, '.');
  const project = ScratchProject.initialised();
  importing(project, clone);
  expect(importing(project, before).stdout).toContain('Nothing to do');
  const folder = join(before.root, 'adr');
  expect(run(project.root, ['import', 'flat', folder, '--no-history']).stdout).toContain('Nothing to do');
});
