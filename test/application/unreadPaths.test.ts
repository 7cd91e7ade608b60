import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { advisedHint } from '../../src/composition/bin/program.js';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { fileFailure, systemError } from '../../src/domain/errors/spectoolError.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { MemoryProject } from '../support/memoryProject.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One\n';

async function refsOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  return (await spectool.listSpecs.execute({ scope: 'all' })).specs.map(({ ref }) => ref);
}

/** Returns the severity and path of each finding of `validate` about a path that is not read. */
async function notReadIn({ spectool }: MemoryProject): Promise<readonly string[]> {
  const { findings } = await spectool.validateProject.execute({});
  const found = findings.filter(({ code }) => code === 'NOT_READ');
  for (const { fix } of found) expect(fix).not.toMatch(/remove|delete|\brm\b/);
  return found.map(({ severity, file }) => `${severity} ${file}`);
}

async function warningsOf({ spectool }: MemoryProject): Promise<readonly string[]> {
  const { warnings } = await spectool.listSpecs.execute({});
  return warnings.filter(({ code }) => code === 'NOT_READ').map(({ message }) => message);
}

describe('A spec in an unusual folder', () => {
  it.each([
    ['below many groups', 'specs/a/b/c/d/e/f/g/h/i/j/001-deep/README.md', '001-deep'],
    ['below a group with a README', 'specs/group/001-in/README.md', '001-in'],
    ['with a document name in another case', 'specs/foo/README.MD', 'foo'],
    ['with a number and a document name in another case', 'specs/001-foo/Readme.md', '001-foo'],
  ])('is listed %s', async (_what, path, ref) => {
    const project = new MemoryProject();
    project.files.write('specs/group/README.md', '# A group\n');
    project.files.write(path, DOCUMENT);
    expect(await refsOf(project)).toContain(ref);
    expect(await warningsOf(project)).toEqual([]);
    expect((await project.spectool.viewSpec.execute({ spec: ref })).spec.title).toBe('One');
  });

  it('is reported by validate and not recorded as deleted when it is in the folder of another spec', async () => {
    const project = new MemoryProject();
    for (const path of ['001-a', '002-b', '003-c']) project.files.write(`specs/${path}/README.md`, DOCUMENT);
    for (const spec of ['2', '3']) await project.spectool.updateSpec.execute({ spec, priority: 'high' });
    project.files.move('specs/002-b', 'specs/001-a/002-b');
    project.files.move('specs/003-c', 'specs/001-a/p/a/r/003-c');
    project.files.write('specs/001-a/notes/README.md', DOCUMENT);
    expect(await refsOf(project)).toEqual(['001-a']);
    expect(await notReadIn(project)).toEqual([
      'warning specs/001-a/002-b',
      'warning specs/001-a/p/a/r/003-c',
    ]);
    expect((await project.spectool.validateProject.execute({ fix: true })).fixed).toEqual([]);
  });

  it('is reported and not listed when it belongs to another project below the specs folder', async () => {
    const project = new MemoryProject();
    project.files.write('specs/001-a/README.md', DOCUMENT);
    project.files.write('specs/sub/.spectool/config.json', '{}');
    project.files.write('specs/sub/specs/002-b/README.md', DOCUMENT);
    project.files.write('specs/group/.spectool/notes.md', 'No project.');
    project.files.write('specs/group/003-c/README.md', DOCUMENT);
    expect(await refsOf(project)).toEqual(['001-a', '003-c']);
    expect(await warningsOf(project)).toEqual(['specs/sub is not read: it is another project.']);
    // When the log has a spec in that folder, validate does not report the spec as deleted.
    project.files.move('specs/sub/.spectool/config.json', 'kept.json');
    await project.spectool.updateSpec.execute({ spec: '002-b', priority: 'high' });
    project.files.move('kept.json', 'specs/sub/.spectool/config.json');
    const { fixed } = await project.opened().validateProject.execute({ fix: true });
    expect(fixed.filter((one) => one.includes('deleted'))).toEqual([]);
  });
});

describe('Symbolic links in the specs folder', () => {
  it('are reported, unless their target is read in its own folder', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/001-a/README.md', DOCUMENT);
    project.files.write('specs/own/002-b/README.md', DOCUMENT);
    project.files.write('specs/.kept/003-c/README.md', DOCUMENT);
    project.files.link('../elsewhere', 'specs/linked');
    project.files.link('own', 'specs/again');
    project.files.link('own/002-b/README.md', 'specs/latest.md');
    project.files.link('.kept', 'specs/kept');
    project.files.link('/somewhere/else', 'specs/out');
    project.files.link('gone', 'specs/gone.md');
    expect(await refsOf(project)).toEqual(['002-b']);
    expect(await warningsOf(project)).toEqual([
      '3 paths are not read (specs/kept, specs/linked, specs/out): links in the specs folder are not followed.',
    ]);
  });

  it('are shown as a broken spec that keeps its number, when they have the name of a spec', async () => {
    const project = new MemoryProject();
    project.files.write('elsewhere/007-a/README.md', DOCUMENT);
    project.files.write('specs/001-b/README.md', DOCUMENT);
    project.files.link('../elsewhere/007-a', 'specs/007-a');
    expect(await refsOf(project)).toEqual(['001-b', '007-a']);
    const { spec } = await project.spectool.createSpec.execute({ name: 'next' });
    expect(spec.ref).toBe('008-next');
    expect(await notReadIn(project)).toEqual(['warning specs/007-a/README.md']);
    const refusal = { code: 'SPEC_BROKEN' };
    const change = project.spectool.updateSpec.execute({ spec: '7', priority: 'high' });
    await expect(change).rejects.toMatchObject(refusal);
    expect(project.files.readText('elsewhere/007-a/README.md')).toBe(DOCUMENT);
    await project.spectool.updateSpec.execute({ spec: '1', addDependencies: ['7'] });
    expect(await notReadIn(project)).toEqual(['error specs/007-a/README.md']);
  });

  it('are not followed to files in the folder of a spec', async () => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned');
    project.files.write('docs/more.md', 'zebra\n');
    project.files.link('../../docs/more.md', 'specs/001-a/more.md');
    project.files.write('docs/README.md', DOCUMENT);
    project.files.makeDirectory('specs/002-b');
    project.files.link('../../docs/README.md', 'specs/002-b/README.md');
    expect(await notReadIn(project)).toEqual([
      'warning specs/001-a/more.md',
      'warning specs/002-b/README.md',
    ]);
    expect((await project.spectool.searchSpecs.execute({ query: 'zebra' })).results).toEqual([]);
  });

  it('are not followed, but the specs folder itself may be a link', async () => {
    const project = ScratchProject.initialised();
    project.write('docs/specs/001-a/README.md', DOCUMENT);
    project.write('elsewhere/002-b/README.md', DOCUMENT);
    symlinkSync('docs/specs', join(project.root, 'specs'));
    symlinkSync('../../elsewhere', join(project.root, 'docs/specs/linked'));
    const { specs, warnings } = await createSpectool({ cwd: project.root }).listSpecs.execute({});
    expect(specs.map(({ ref }) => ref)).toEqual(['001-a']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'specs/linked is not read: links in the specs folder are not followed.',
    ]);
  });
});

const NOWHERE = 'a spec is a folder with a README.md.';

describe('Markdown outside the folders of specs', () => {
  it.each([
    ['a loose numbered file', '038-x.md'],
    ['in a folder without a number, under another name', 'plain/spec.md'],
    ['in a folder of a group', 'group/inner/index.md'],
    ['beside the specs of a group', 'group/notes.markdown'],
    ['in the archive', 'archived/old.md'],
    ['in capitals, where it is alone', 'plain/SPEC.md'],
  ])('is reported as not read: %s', async (_what, path) => {
    const project = new MemoryProject();
    for (const ref of ['001-a', 'group/002-b', 'archived/003-c']) project.spec(ref, 'status: planned');
    project.files.write(`specs/${path}`, '# X\n');
    expect((await refsOf(project)).length).toBe(3);
    expect(await warningsOf(project)).toEqual([`specs/${path} is not read: ${NOWHERE}`]);
    expect(await notReadIn(project)).toEqual([`warning specs/${path}`]);
    expect(await project.spectool.nextSpecs.execute()).not.toHaveProperty('warnings');
  });

  it('is reported with the command that makes it a spec', async () => {
    const project = new MemoryProject();
    project.files.write('specs/005-idea.md', '---\nstatus: planned\n---\n\n# Idea\n');
    expect((await project.run(['validate'])).stdout).toContain(
      'mv -n specs/005-idea.md specs/005-idea/README.md',
    );
  });

  it('is reported in one warning, however many files there are', async () => {
    const project = new MemoryProject();
    for (const name of 'abcdefg') project.files.write(`specs/${name}/spec.md`, '# A\n');
    const [told = '', ...others] = await warningsOf(project);
    expect(others).toEqual([]);
    expect(told).toMatch(
      /^7 paths are not read \(specs\/a\/spec.md, .*, specs\/e\/spec.md and 2 more\): a spec is/,
    );
    expect(await notReadIn(project)).toHaveLength(7);
  });

  it('is not reported for further files of a spec, and for pages about a folder of specs', async () => {
    const project = new MemoryProject();
    for (const ref of ['001-a', 'group/002-b']) project.spec(ref, 'status: planned');
    for (const path of ['001-a/plan.md', '001-a/notes/index.md', '001-a/old/003-x.md', 'README.md'])
      project.files.write(`specs/${path}`, '# A title\n');
    for (const path of ['group/README.md', 'group/CHANGELOG.md', 'index.md', 'picture/a.txt', '.drafts/a.md'])
      project.files.write(`specs/${path}`, '# A title\n');
    expect(await warningsOf(project)).toEqual([]);
  });
});

describe('A folder without read permission', () => {
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

  it.each<[closed: string, refs: readonly string[], listed: readonly string[]]>([
    ['specs/group', ['001-a', '004-d'], ['specs/group']],
    ['specs/group/inner', ['001-a', '002-b', '004-d'], ['specs/group/inner']],
    ['specs/archived', ['001-a', '002-b', '003-c'], ['specs/archived']],
    ['specs/001-a/notes', ['001-a', '002-b', '003-c', '004-d'], []],
  ])('is one finding, and all other specs are shown: %s', async (closed, refs, listed) => {
    const project = await projectWith(closed);
    const { specs, warnings } = await project.spectool.listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref }) => ref)).toEqual(refs);
    // Commands that list specs do not read the folders inside the folder of a spec.
    const told = listed.map((path) => `Cannot read ${path}: permission denied.`);
    expect(warnings.map(({ message }) => message)).toEqual(told);
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map(({ file, code }) => [file, code])).toEqual([[closed, 'NOT_READ']]);
    expect(findings.filter(({ code }) => code === 'FOLDER_GONE')).toEqual([]);
    for (const look of [
      project.spectool.searchSpecs.execute({ query: 'word' }),
      project.spectool.countTokens.execute({}),
      project.spectool.showBoard.execute({}),
      project.spectool.viewSpec.execute({ spec: '1' }),
    ])
      await expect(look).resolves.toBeDefined();
  });

  it('makes create and other changes fail, because it may contain a used number or a missing spec', async () => {
    const project = await projectWith('specs/group');
    await expect(project.spectool.createSpec.execute({ name: 'x' })).rejects.toThrow(/specs\/group/);
    await expect(project.spectool.validateProject.execute({ fix: true })).rejects.toThrow(/specs\/group/);
  });

  it('makes only one spec broken when it is the folder of that spec, without a hint to replace its document', async () => {
    const project = await projectWith('specs/001-a');
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map(({ file, code, fix }) => [file, code, fix])).toEqual([
      ['specs/001-a/README.md', 'NOT_READ', 'Check the owner and permissions of the file and its folder.'],
    ]);
  });

  it('is one finding about a spec when it contains the log of that spec', async () => {
    const project = await projectWith('');
    const id = project.files.list('.spectool/log').find(({ name }) => name !== 'project')?.name ?? '';
    project.files.closed = `.spectool/log/${id}`;
    const message = `Cannot read .spectool/log/${id}: permission denied.`;
    const { specs, warnings } = await project.spectool.listSpecs.execute({ scope: 'all' });
    expect(specs.length).toBe(4);
    expect(warnings.map((warning) => warning.message)).toEqual([
      `Part of the log cannot be shown: .spectool/log/${id} cannot be read: permission denied.`,
    ]);
    const { findings } = await project.spectool.validateProject.execute({});
    const serious = findings.filter(({ severity }) => severity === 'error');
    expect(serious.map((one) => [one.file, one.message])).toEqual([[`.spectool/log/${id}`, message]]);
  });
});

/** A file system in which one folder cannot be read. */
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

it('Commands in hints quote a folder as one word for the shell, whatever its name is', async () => {
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

describe('Former codes of findings', () => {
  it.each([
    ['SPECS_HIDDEN', 'NOT_READ'],
    ['SPECS_LEFT_BEHIND', 'NOT_READ'],
    ['SPECS_NOT_CHECKED_OUT', 'NOT_READ'],
    ['LOG_NOT_CHECKED_OUT', 'NOT_READ'],
    ['FOLDER_UNREADABLE', 'NOT_READ'],
    ['LOG_PASSED_OVER', 'LOG_NEWER'],
    ['LOG_CLOCK', 'LOG_DAMAGED'],
    ['PROOF_STALE', 'CRITERION_UNVERIFIED'],
  ])('%s and %s mean the same, in the configuration and on the command line', async (old, code) => {
    const project = new MemoryProject();
    project.files.write('specs/notes.md', '# Notes\n');
    project.files.write('.spectool/config.json', `{"rules": {"${old}": "error"}}`);
    const { findings } = await project.spectool.validateProject.execute({ codes: [old] });
    const found = findings.map((one) => [one.severity, one.code]);
    expect(found).toEqual(code === 'NOT_READ' ? [['error', code]] : []);
  });

  it('set the stricter severity when two former codes became one code', async () => {
    const rules = '{"SPECS_HIDDEN": "off", "FOLDER_UNREADABLE": "error", "SPECS_LEFT_BEHIND": "warning"}';
    const project = new MemoryProject();
    project.files.write('.spectool/config.json', `{"rules": ${rules}}`);
    project.files.write('specs/notes.md', '# Notes\n');
    expect(await notReadIn(project)).toEqual(['error specs/notes.md']);
  });
});
