import { describe, expect, it } from '@jest/globals';
import { advisedHint } from '../../src/adapters/cli/advisedHint.js';
import { MemoryProject } from '../support/memoryProject.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One\n';

async function refsOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  return (await spectool.listSpecs.execute({ scope: 'all' })).specs.map(({ ref }) => ref);
}

async function toldOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  const { warnings } = await spectool.listSpecs.execute({});
  const told = warnings.filter(({ code }) => code === 'SPECS_HIDDEN').map(({ message }) => message);
  const { findings } = await spectool.validateProject.execute({});
  const found = findings.filter(({ code }) => code === 'SPECS_HIDDEN');
  expect(found.map(({ message }) => message)).toEqual(told);
  for (const { fix } of found) expect(fix).not.toMatch(/remove|delete|\brm\b/);
  return told;
}

describe('no spec is passed over without a word', () => {
  it.each([
    ['below many groups', 'specs/a/b/c/d/e/f/g/h/i/j/001-deep/README.md', '001-deep'],
    ['below a group with a README', 'specs/group/001-in/README.md', '001-in'],
    ['with another case in the name of its document', 'specs/foo/README.MD', 'foo'],
    ['with a number and another case', 'specs/001-foo/Readme.md', '001-foo'],
  ])('%s', async (_what, path, ref) => {
    const project = new MemoryProject();
    project.files.write('specs/group/README.md', '# A group\n');
    project.files.write(path, DOCUMENT);
    expect(await refsOf(project)).toContain(ref);
    expect(await toldOf(project)).toEqual([]);
    expect((await project.spectool.viewSpec.execute({ spec: ref })).spec.title).toBe('One');
  });

  it('in the folder of another spec: named with what they are', async () => {
    const project = new MemoryProject();
    for (const path of ['001-a', '001-a/002-b', '001-a/p/a/r/t/s/003-c', '001-a/notes'])
      project.files.write(`specs/${path}/README.md`, DOCUMENT);
    project.files.write('specs/001-a/assets/README.md', '# Only pictures\n');
    project.files.write('specs/001-a/other/README.MD', DOCUMENT);
    expect(await refsOf(project)).toEqual(['001-a']);
    expect(await toldOf(project)).toEqual([
      'specs/001-a holds 4 specs that no command shows (specs/001-a/002-b, specs/001-a/notes, specs/001-a/other, specs/001-a/p/a/r/t/s/003-c): they stand in the folder of another spec.',
    ]);
  });

  it('behind links: named unless they are shown where they stand', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/group/001-a/README.md', DOCUMENT);
    project.files.write('elsewhere/group/002-b/README.md', DOCUMENT);
    project.files.write('specs/own/002-b/README.md', DOCUMENT);
    project.files.link('../elsewhere/group', 'specs/linked');
    project.files.link('own', 'specs/again');
    project.files.link('/somewhere/else', 'specs/out');
    expect(await refsOf(project)).toEqual(['002-b']);
    expect(await toldOf(project)).toEqual([
      'specs/linked holds 2 specs that no command shows (specs/linked/001-a, specs/linked/002-b): they stand in a folder behind a link.',
      'specs/out is a link that leads outside the project: what it holds is not read.',
    ]);
  });

  it('a link to a file is no folder', async () => {
    const project = new MemoryProject();
    project.files.write('AGENTS.md', '# Mine\n');
    project.files.link('../AGENTS.md', 'specs/001-agents');
    project.files.link('../AGENTS.md', 'specs/agents');
    expect(await refsOf(project)).toEqual([]);
    expect(await toldOf(project)).toEqual([]);
  });
});

describe('what is advised', () => {
  it('is one word to a shell, whatever a folder is called', async () => {
    const project = new MemoryProject();
    const evil = "$(touch x)`y`|z'";
    for (const path of [`001-${evil}/a/002-${evil}`, `no-${evil}`, `003-${evil}`, `004-${evil}`])
      project.files.write(`specs/${path}/README.md`, DOCUMENT.replace('planned', 'done'));
    project.files.write(`specs/004-${evil}/README.md`, '# Bare\n');
    const { findings } = await project.spectool.validateProject.execute({});
    const { warnings } = await project.spectool.listSpecs.execute({});
    const texts: (string | undefined)[] = [];
    for (const { fix, advice } of findings) texts.push(await advisedHint(fix, advice));
    for (const { hint, advice } of warnings) texts.push(await advisedHint(hint, advice));
    const named = texts.filter((text) => text?.includes('touch') === true);
    expect(named.length).toBeGreaterThanOrEqual(4);
    for (const text of named) expect(text?.replaceAll(/'(?:[^']|'\\'')*'/g, '')).not.toMatch(/touch/);
  });
});
