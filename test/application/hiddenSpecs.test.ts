import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { advisedHint } from '../../src/composition/bin/program.js';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { fileFailure, systemError } from '../../src/domain/errors/fileFailure.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { runOnDisk } from '../support/inProcess.js';
import { MemoryProject } from '../support/memoryProject.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One\n';

async function refsOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  return (await spectool.listSpecs.execute({ scope: 'all' })).specs.map(({ ref }) => ref);
}

async function toldOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  const { warnings } = await spectool.listSpecs.execute({});
  const told = warnings.filter(({ code }) => code === 'SPECS_HIDDEN').map(({ message }) => message);
  const { findings } = await spectool.validateProject.execute({});
  const found = findings.filter(({ code }) => code === 'SPECS_HIDDEN');
  // Of one place the list names five.
  const listed = found.map(({ message }) => message.replace(/((?:[^,()]*, ){4}[^,()]*), [^()]*\)/, '$1, …)'));
  expect(listed).toEqual(told);
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

  it('of a project of its own: named, and its specs are not those of this one', async () => {
    const project = new MemoryProject();
    project.files.write('specs/001-a/README.md', DOCUMENT);
    project.files.write('specs/sub/.spectool/config.json', '{}');
    project.files.write('specs/sub/specs/002-b/README.md', DOCUMENT);
    project.files.write('specs/group/.spectool/notes.md', 'No project.');
    project.files.write('specs/group/003-c/README.md', DOCUMENT);
    expect(await refsOf(project)).toEqual(['001-a', '003-c']);
    expect(await toldOf(project)).toEqual([
      'specs/sub is a project of its own: what it holds is in its own log, and not shown here.',
    ]);
    // Of a spec that the log had there nobody knows that it was removed.
    project.files.move('specs/sub/.spectool/config.json', 'kept.json');
    await project.spectool.updateSpec.execute({ spec: '002-b', priority: 'high' });
    project.files.move('kept.json', 'specs/sub/.spectool/config.json');
    const { fixed } = await project.opened().validateProject.execute({ fix: true });
    expect(fixed.filter((one) => one.includes('deleted'))).toEqual([]);
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

  it('behind many links to one folder, to one in it and to the root: named once', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/group/001-a/README.md', DOCUMENT);
    project.files.write('specs/002-b/README.md', DOCUMENT);
    project.files.link('../elsewhere', 'specs/a');
    project.files.link('../elsewhere', 'specs/b');
    project.files.link('../elsewhere/group', 'specs/c');
    project.files.link('..', 'specs/d');
    project.files.link('/project/elsewhere', 'specs/e');
    expect(await refsOf(project)).toEqual(['002-b']);
    expect(await toldOf(project)).toEqual([
      'specs/a holds 1 spec that no command shows (specs/a/group/001-a): it stands in a folder behind a link.',
    ]);
  });

  it('behind a link to the root: named by the way that leads there', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.link('..', 'specs/top');
    expect(await toldOf(project)).toEqual([
      'specs/top holds 1 spec that no command shows (specs/top/elsewhere/001-a): it stands in a folder behind a link.',
    ]);
  });

  it('not behind a link to the root, where the folder for specs looks like one', async () => {
    const project = new MemoryProject();
    project.files.write('specs/README.md', '# Our specs\n');
    project.files.write('specs/001-a/README.md', DOCUMENT);
    project.files.link('..', 'specs/top');
    expect(await toldOf(project)).toEqual([]);
  });

  it('behind a link to a folder below the specs that is not looked into', async () => {
    const project = new MemoryProject();
    project.files.write('specs/.kept/001-a/README.md', DOCUMENT);
    project.files.link('.kept', 'specs/kept');
    expect(await toldOf(project)).toEqual([
      'specs/kept holds 1 spec that no command shows (specs/kept/001-a): it stands in a folder behind a link.',
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

const NOWHERE = 'a spec is a folder with a README.md.';

describe('Markdown that reads like a spec and is in the folder of none is named', () => {
  it.each([
    ['a loose numbered file', '038-x.md', '# X\n'],
    ['in a folder without a number, under another name', 'plain/spec.md', DOCUMENT],
    ['in a folder of a group', 'group/inner/index.md', '# Inner\n'],
    ['beside the specs of a group', 'group/notes.markdown', '# Notes\n'],
    ['in the archive', 'archived/old.md', '# Old\n'],
    ['with an underlined title', 'plain/spec.md', 'Title\n=====\n'],
    ['in capitals, where it is alone', 'plain/SPEC.md', '# A\n'],
    ['about the folder, but with a status', 'README.md', DOCUMENT],
    ['a status alone', 'x.md', '---\r\n"status" : draft\r\n---\r\n'],
    ['a status in an indented block', 'PLAN.md', '---\n  status: planned\n  tags: []\n---\n'],
    [
      'a status in a block of a megabyte',
      'PLAN.md',
      `---\nstatus: planned\nx: |\n${'  text\n'.repeat(2e5)}---\n`,
    ],
    ['a title far below', 'plan.md', `<!--\n${'word\n'.repeat(1e5)}-->\n\n# Plan\n`],
    ['a status in braces', 'PLAN.md', '---\n{ tags: [], "st\\x61tus": planned }\n---\n'],
  ])('%s', async (_what, path, text) => {
    const project = new MemoryProject();
    for (const ref of ['001-a', 'group/002-b', 'archived/003-c']) project.spec(ref, 'status: planned');
    project.files.write(`specs/${path}`, text);
    expect((await refsOf(project)).length).toBe(3);
    expect(await toldOf(project)).toEqual([
      `specs/${path} reads like a spec, but no command shows it: ${NOWHERE}`,
    ]);
  });

  it('as one line for a folder, and as one for more than five folders', async () => {
    const project = new MemoryProject();
    for (const name of ['design', 'requirements', 'tasks'])
      project.files.write(`specs/login/${name}.md`, `# ${name}\n`);
    expect(await toldOf(project)).toEqual([
      `specs/login holds 3 files that read like specs and that no command shows (specs/login/design.md, specs/login/requirements.md, specs/login/tasks.md): ${NOWHERE}`,
    ]);
    for (const name of 'abcdef') project.files.write(`specs/${name}/spec.md`, '# A\n');
    const [told = '', ...others] = await toldOf(project);
    expect(others).toEqual([]);
    expect(told).toMatch(/^specs holds 9 files in 7 folders that read like specs .*specs\/a\/spec.md, /);
  });

  it('each by its name where the project is validated', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, i) => `specs/001-a/00${i + 2}-${name}`);
    for (const path of names) project.files.write(`${path}/README.md`, DOCUMENT);
    await toldOf(project);
    const { findings } = await project.spectool.validateProject.execute({});
    const found = findings.find(({ code }) => code === 'SPECS_HIDDEN');
    for (const path of names) expect(found?.message).toContain(path);
  });

  it('in a spec that is hidden itself', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('specs/001-a/002-b/README.md', DOCUMENT);
    project.files.write('specs/001-a/002-b/003-c/README.md', DOCUMENT);
    expect(await toldOf(project)).toEqual([
      'specs/001-a holds 2 specs that no command shows (specs/001-a/002-b, specs/001-a/002-b/003-c): they stand in the folder of another spec.',
    ]);
  });

  it('behind a link in the folder of a spec, each once', async () => {
    const project = ScratchProject.initialised();
    project.write('specs/001-a/README.md', DOCUMENT);
    project.write('docs/002-b/README.md', DOCUMENT);
    for (const name of ['one', 'two']) symlinkSync('../../docs', join(project.root, 'specs/001-a', name));
    symlinkSync('..', join(project.root, 'docs/002-b/up'));
    symlinkSync('../../specs', join(project.root, 'specs/001-a/back'));
    const { findings } = await createSpectool({ cwd: project.root }).validateProject.execute({});
    expect(findings.filter(({ code }) => code === 'SPECS_HIDDEN').map(({ message }) => message)).toEqual([
      'specs/001-a holds 1 spec that no command shows (specs/001-a/one/002-b): it stands in the folder of another spec.',
    ]);
  });

  it('in the folder of a spec, when its folder is called like one', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('specs/001-a/002-b/spec.md', DOCUMENT);
    expect(await toldOf(project)).toEqual([
      'specs/001-a holds 1 spec that no command shows (specs/001-a/002-b): it stands in the folder of another spec.',
    ]);
  });

  it('behind a link: in the folder of a spec there, and as files with a status', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.write('elsewhere/001-a/002-b/README.md', DOCUMENT);
    project.files.write('loose/deep/plan.md', DOCUMENT);
    project.files.write('loose/of a title alone.md', '# A\n');
    project.files.link('../elsewhere', 'specs/linked');
    project.files.link('../loose', 'specs/loose');
    project.files.link('../loose', 'specs/loose again');
    expect(await toldOf(project)).toEqual([
      'specs/linked holds 2 specs that no command shows (specs/linked/001-a, specs/linked/001-a/002-b): they stand in a folder behind a link.',
      'specs/loose holds 1 spec that no command shows (specs/loose/deep/plan.md): it stands in a folder behind a link.',
    ]);
  });

  it.each([
    (root: string) => `${root}/elsewhere`,
    (root: string) => `../../${root.slice(root.lastIndexOf('/') + 1)}/elsewhere`,
    (root: string) => `${root}/../${root.slice(root.lastIndexOf('/') + 1)}/./elsewhere/`,
  ])('behind a link, by whatever way it leads there: %#', async (way) => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.link(way(project.files.root), 'specs/linked');
    expect(await toldOf(project)).toEqual([
      'specs/linked holds 1 spec that no command shows (specs/linked/001-a): it stands in a folder behind a link.',
    ]);
  });

  it('behind a link in a folder for specs that is one, too', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.write('docs/specs/.keep', '');
    project.files.link('docs/specs', 'specs');
    project.files.link('../../elsewhere', 'docs/specs/linked');
    project.files.link('linked', 'docs/specs/again');
    expect(await toldOf(project)).toEqual([
      'specs/again holds 1 spec that no command shows (specs/again/001-a): it stands in a folder behind a link.',
    ]);
  });

  it('in the folder of a spec, with a document as another setting had it', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('specs/001-a/002-b/SPEC.adoc', DOCUMENT);
    expect(await toldOf(project)).toEqual([
      'specs/001-a holds 1 spec that no command shows (specs/001-a/002-b): it stands in the folder of another spec.',
    ]);
  });

  it('behind a link that git wrote as a file', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/002-b/README.md', DOCUMENT);
    project.files.write('specs/002-b', '../elsewhere/002-b');
    project.files.write('specs/notes', '../elsewhere/002-b\nand more\n');
    expect(await toldOf(project)).toEqual([
      'specs/002-b is a link, and what it leads to is not there: no command shows the specs that were.',
    ]);
  });

  it('in the folder of a spec that is a link', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.write('elsewhere/001-a/002-b/README.md', DOCUMENT);
    project.files.link('../elsewhere/001-a', 'specs/001-a');
    expect(await toldOf(project)).toEqual([
      'specs/001-a holds 1 spec that no command shows (specs/001-a/002-b): it stands in the folder of another spec.',
    ]);
  });

  it('beside hundreds of files that are none', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    for (let i = 0; i < 600; i++) {
      project.files.write(`specs/notes/n${String(i)}.md`, 'A note.\n');
      project.files.write(`specs/notes/n${String(i)}.txt`, 'A note.\n');
    }
    project.files.write('specs/PLAN.md', DOCUMENT);
    project.files.write('specs/plan.txt', DOCUMENT);
    const [told, ...others] = await toldOf(project);
    expect([told, others]).toEqual([
      expect.stringMatching(/^specs holds 2 files that read like specs .*specs\/PLAN.md, specs\/plan.txt/),
      [],
    ]);
  });

  it('in UTF-16', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('specs/plan.md', Buffer.from(`\uFEFF${DOCUMENT}`, 'utf16le'));
    expect(await toldOf(project)).toEqual([
      `specs/plan.md reads like a spec, but no command shows it: ${NOWHERE}`,
    ]);
  });

  it('behind a link to a file elsewhere in the project', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('docs/login.md', DOCUMENT);
    project.files.link('../docs/login.md', 'specs/login.md');
    project.files.link('001-a/README.md', 'specs/latest.md');
    expect(await toldOf(project)).toEqual([
      `specs/login.md reads like a spec, but no command shows it: ${NOWHERE}`,
    ]);
  });

  it('unlike further files of a spec, and what is told of a folder of specs', async () => {
    const project = new MemoryProject();
    for (const ref of ['001-a', 'group/002-b']) project.spec(ref, 'status: planned');
    for (const path of ['001-a/plan.md', '001-a/notes/index.md', '001-a/old/003-x.md', 'README.md'])
      project.files.write(`specs/${path}`, '# A title\n');
    for (const path of ['group/README.md', 'group/CHANGELOG.md', 'index.md'])
      project.files.write(`specs/${path}`, '# A title\n');
    project.files.write('specs/words.md', 'No title.\n\n## A part\n');
    project.files.write('specs/picture/a.txt', '# A title\n');
    project.files.write('specs/.drafts/a.md', '# A title\n');
    expect(await toldOf(project)).toEqual([]);
  });
});

describe('a folder that may not be looked into', () => {
  async function projectWith(closed: string): Promise<MemoryProject & { readonly files: ClosedFolders }> {
    const files = new ClosedFolders();
    const project = Object.assign(new MemoryProject({}, files), { files });
    for (const ref of ['001-a', 'group/002-b', 'group/inner/003-c', 'archived/004-d'])
      project.spec(ref, 'status: planned\ncreated: 2026-01-05');
    project.files.write('specs/001-a/notes/text.md', 'A word.\n');
    for (const spec of ['1', '2', '3', '4'])
      await project.spectool.updateSpec.execute({ spec, addTags: ['x'] });
    files.closed = closed;
    return project;
  }

  it.each([
    ['specs/group', ['001-a', '004-d']],
    ['specs/group/inner', ['001-a', '002-b', '004-d']],
    ['specs/archived', ['001-a', '002-b', '003-c']],
    ['specs/001-a/notes', ['001-a', '002-b', '003-c', '004-d']],
  ])('%s is one finding, and everything else is shown', async (closed, refs) => {
    const project = await projectWith(closed);
    const message = `Cannot read ${closed}: you have no permission. Specs and texts in it are not shown.`;
    const { specs, warnings } = await project.spectool.listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref }) => ref)).toEqual(refs);
    expect(warnings.map((warning) => warning.message)).toEqual([message]);
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map(({ file, code }) => [file, code])).toEqual([[closed, 'FOLDER_UNREADABLE']]);
    expect(findings.filter(({ code }) => code === 'FOLDER_GONE')).toEqual([]);
    for (const look of [
      project.spectool.searchSpecs.execute({ query: 'word' }),
      project.spectool.countTokens.execute({}),
      project.spectool.showBoard.execute({}),
      project.spectool.viewSpec.execute({ spec: '1' }),
    ])
      await expect(look).resolves.toBeDefined();
  });

  it('refuses what changes the project: the number that is free, and the spec that is gone, may be in it', async () => {
    const project = await projectWith('specs/group');
    await expect(project.spectool.createSpec.execute({ name: 'x' })).rejects.toThrow(/specs\/group/);
    await expect(project.spectool.validateProject.execute({ fix: true })).rejects.toThrow(/specs\/group/);
  });

  it('of a spec makes that one broken, with no advice to put another document in its place', async () => {
    const project = await projectWith('specs/001-a');
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map(({ file, code, fix }) => [file, code, fix])).toEqual([
      [
        'specs/001-a/README.md',
        'DOCUMENT_BROKEN',
        'Check the owner and permissions of the file and its folder.',
      ],
    ]);
  });

  it('of the log is one finding of the spec that it is of', async () => {
    const project = await projectWith('');
    const id = project.files.list('.spectool/log').find(({ name }) => name !== 'project')?.name ?? '';
    project.files.closed = `.spectool/log/${id}`;
    const message = `Cannot read .spectool/log/${id}: you have no permission.`;
    const { specs, warnings } = await project.spectool.listSpecs.execute({ scope: 'all' });
    expect(specs.length).toBe(4);
    expect(warnings.map((warning) => warning.message)).toEqual([
      `A part of the log is not shown: .spectool/log/${id} cannot be read: you have no permission.`,
    ]);
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map((one) => [one.file, one.message])).toEqual([[`.spectool/log/${id}`, message]]);
  });
});

/** A disk on which one folder belongs to somebody else. */
class ClosedFolders extends MemoryFileSystem {
  closed = '';

  override list(path: string) {
    this.#assertOpen(path);
    return super.list(path);
  }

  override stat(path: string) {
    if (path !== this.closed) this.#assertOpen(path);
    return super.stat(path);
  }

  override read(path: string) {
    this.#assertOpen(path);
    return super.read(path);
  }

  #assertOpen(path: string): void {
    if (this.closed !== '' && `${path}/`.startsWith(`${this.closed}/`))
      throw fileFailure('READ_FAILED', path, systemError('EACCES'));
  }
}

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

describe('names that are no UTF-8, as old archives and commits have them', () => {
  it.each([
    [1, 'specs/grp0\ufffd is not read: its name is no UTF-8.'],
    [2, '6 files and folders of specs are not read: their names are no UTF-8 ('],
  ])('are named, %d times three of them', async (times, told) => {
    const project = ScratchProject.initialised();
    const latin = (path: string) => Buffer.from(join(project.root, path), 'latin1');
    const ordinary = 'specs/group-\ufffd/001-a/README.md';
    project.write(ordinary, DOCUMENT);
    mkdirSync(join(project.root, 'adr'));
    writeFileSync(join(project.root, 'adr/0002-b.md'), '# B\n\nStatus: accepted\n');
    for (let i = 0; i < times; i += 1) {
      mkdirSync(latin(`specs/grp${String(i)}\u00ff/011-in`), { recursive: true });
      writeFileSync(latin(`specs/grp${String(i)}\u00ff/011-in/README.md`), DOCUMENT);
      writeFileSync(latin(`specs/loose${String(i)}\u00ff.md`), DOCUMENT);
      writeFileSync(latin(`specs/picture${String(i)}\u00ff.png`), '');
      writeFileSync(latin(`specs/group-\u00ff${String(i)}.md`), DOCUMENT);
      writeFileSync(latin(`adr/000${String(i + 3)}-a\u00ff.md`), '# A\n\nStatus: accepted\n');
    }
    const { stdout } = await runOnDisk(project.root, [
      'validate',
      '--code',
      'SPECS_HIDDEN',
      '--all',
      '--json',
    ]);
    const { findings } = JSON.parse(stdout) as { findings: readonly { message: string }[] };
    expect(findings).toHaveLength(times === 1 ? 3 : 1);
    expect(findings.some(({ message }) => message.startsWith(told))).toBe(true);
    const imported = await runOnDisk(project.root, ['import', 'adr', '--apply']);
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('1 new') });
    expect(imported.stderr).toContain('Not read, as their names are no UTF-8: 0003-a\ufffd.md');
    const listed = JSON.parse((await runOnDisk(project.root, ['list', '--json'])).stdout) as {
      total: number;
    };
    expect(listed.total).toBe(2);
    project.remove();
  });
});
