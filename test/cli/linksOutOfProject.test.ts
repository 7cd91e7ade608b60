import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const READING = 'list, view 1, history, search word, stats, tokens, next, deps, board, validate'.split(', ');
const WRITING = ['create new', 'update 1 --priority high', 'undo', 'compact', 'validate --fix'];

let project: ScratchProject;
const run = (line: string) => runOnDisk(project.root, line.split(' '));

beforeEach(async () => {
  project = ScratchProject.initialised();
  await run('init -y');
  await run('create a');
});

/** Moves a file or folder out of the project and leaves a link to it. */
function moveOut(path: string): void {
  const outside = join(temporaryFolder(), 'theirs');
  renameSync(join(project.root, path), outside);
  symlinkSync(outside, join(project.root, path));
}

describe('a symbolic link in a project', () => {
  it.each([
    ['.spectool', '.spectool'],
    ['.spectool/config.json', '.spectool/config.json'],
    ['.spectool/templates', '.spectool/templates'],
    ['.spectool/templates/spec-template.md', 'spec-template.md'],
  ])('in the place of %s that leads out makes every command fail with its path', async (path, named) => {
    moveOut(path);
    for (const line of [...READING, ...WRITING]) {
      const { code, stdout, stderr } = await run(line);
      expect({ line, stdout }).toEqual({ line, stdout: '' });
      expect(code).not.toBe(0);
      expect(stderr).toContain(named);
      expect(stderr).toMatch(/leads outside the project|which is not in/);
    }
    expect((await run('init -y')).stderr).toContain('outside the project');
  });

  it('in the place of the configuration that leads nowhere makes commands fail with the path of the link', async () => {
    project.write('.spectool/kept.json', project.read('.spectool/config.json'));
    rmSync(join(project.root, '.spectool/config.json'));
    symlinkSync('gone.json', join(project.root, '.spectool/config.json'));
    for (const line of ['list', 'init -y'])
      expect((await runOnDisk(project.root, [...line.split(' '), '--cwd', project.root])).stderr).toContain(
        '.spectool/config.json',
      );
  });

  it.each(['.spectool/log', '.spectool/log/project'])(
    'in the place of %s that leads out of the project makes commands fail with LOG_UNREADABLE',
    async (path) => {
      moveOut(path);
      for (const line of ['history', 'undo', 'init -y', 'validate', 'create b'])
        expect({ line, ...(await run(line)) }).toMatchObject({
          code: 3,
          stderr: expect.stringMatching(
            /^error \[LOG_UNREADABLE\] \.spectool\/log\S* leads outside the project\./,
          ),
        });
    },
  );

  it('in the place of a template that leads out of the project affects only commands that use the template', async () => {
    moveOut('.spectool/templates/bug-template.md');
    expect((await run('list')).code).toBe(0);
    const refused = await run('create b --template bug-template.md');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('TEMPLATE_NOT_FOUND') });
  });

  it.each<[what: string, lay: (folder: string) => void]>([
    ['a folder elsewhere', (folder) => symlinkSync(temporaryFolder(), folder)],
    ['a folder of the project', (folder) => symlinkSync(join(project.root, 'specs'), folder)],
    ['a missing folder', (folder) => symlinkSync('/nowhere/at/all', folder)],
    ['itself', (folder) => symlinkSync('spectool', folder)],
    ['a file', (folder) => symlinkSync(join(project.root, '.git/HEAD'), folder)],
  ])('in the place of .git/spectool that leads to %s changes no output of commands', async (_what, lay) => {
    execFileSync('git', ['init', '-q', project.root]);
    await run('create b');
    const plain = await Promise.all(['list --all', 'search word'].map(run));
    const folder = join(project.root, '.git/spectool');
    rmSync(folder, { recursive: true });
    lay(folder);
    expect(await Promise.all(['list --all', 'search word'].map(run))).toEqual(plain);
    for (const line of ['create c', 'update 1 --priority high', 'validate'])
      expect({ line, ...(await run(line)) }).toMatchObject({ code: 0 });
    expect(lstatSync(folder).isSymbolicLink()).toBe(true);
    const { stdout } = await run('list --all --json');
    expect((JSON.parse(stdout) as { specs: readonly { ref: string }[] }).specs.map(({ ref }) => ref)).toEqual(
      ['001-a', '002-b', '003-c'],
    );
  });

  it('in the place of a further file of a spec is reported and not followed', async () => {
    project.write('specs/001-a/notes.md', 'A word.\n');
    moveOut('specs/001-a/notes.md');
    for (const [line, code, told] of [
      ['validate', 0, 'specs/001-a/notes.md is not read: a link, '],
      ['search word', 0, 'A spec cannot be read: 001-a.'],
      [
        'view 1 --file notes.md',
        1,
        'specs/001-a/notes.md is a link, and links in the specs folder are not followed.',
      ],
    ] as const) {
      const { stdout, stderr, ...outcome } = await run(line);
      expect({ line, ...outcome }).toEqual({ line, code });
      expect(stdout + stderr).toContain(told);
    }
  });

  it.each(['.git', '.bare'])('in the specs folder that leads into %s is not followed', async (git) => {
    const apart = git === '.git' ? [] : ['--separate-git-dir', join(project.root, git)];
    execFileSync('git', ['init', '-q', ...apart, project.root]);
    execFileSync('git', ['-C', project.root, 'config', 'http.extraHeader', 'basic SECRET']);
    mkdirSync(join(project.root, 'specs/002-b'));
    symlinkSync(`../../${git}/config`, join(project.root, 'specs/002-b/README.md'));
    symlinkSync(`../../${git}/config`, join(project.root, 'specs/001-a/notes.md'));
    symlinkSync(`../../${git}`, join(project.root, 'specs/001-a/more'));
    symlinkSync(`../${git}`, join(project.root, 'specs/003-c'));
    const lines = [
      'export json',
      'export html --out -',
      'view 1 --file notes.md',
      'view 1 --file more/config',
    ];
    for (const line of [...READING, 'search secret', 'view 2', ...lines]) {
      const { stdout, stderr } = await run(line);
      expect(stdout + stderr).not.toContain('SECRET');
    }
  });

  it('in the place of AGENTS.md may lead out of the project', async () => {
    moveOut('AGENTS.md');
    expect((await run('validate')).code).toBe(0);
  });
});

describe('`import`', () => {
  const sources = async (place: string) => {
    const { stdout } = await runOnDisk(project.root, ['import', 'leanspec', place, '--json']);
    return (JSON.parse(stdout) as { documents: readonly { from: string }[] }).documents.map(
      ({ from }) => from,
    );
  };

  it('of a folder that contains the project leaves out the specs of the project', async () => {
    const above = temporaryFolder();
    renameSync(project.root, join(above, 'project'));
    symlinkSync(join(above, 'project'), project.root);
    mkdirSync(join(above, 'old/001-a'), { recursive: true });
    writeFileSync(join(above, 'old/001-a/README.md'), '# A\n\nStatus: planned\n');
    expect(await sources(above)).toEqual(['old/001-a/README.md']);
    rmSync(project.root);
    renameSync(join(above, 'project'), project.root);
  });

  it.each(['specs', 'specs/001-a', 'specs/001-a/README.md'])(
    'refuses to import %s, also through a link to the project',
    async (path) => {
      const alias = join(temporaryFolder(), 'alias');
      symlinkSync(project.root, alias);
      const { code, stderr } = await run(`import leanspec ${alias}/${path}`);
      expect(stderr).toContain('is the specs folder');
      expect(code).toBe(2);
    },
  );

  it('of a folder of the project through a symbolic link adjusts the links in the imported documents', async () => {
    const alias = join(temporaryFolder(), 'alias');
    symlinkSync(project.root, alias);
    project.write('adr/0007-b.md', '# B\n\n[c](c.txt)\n');
    expect((await run(`import flat ${alias}/adr --map none=planned --apply`)).code).toBe(0);
    expect(project.read('specs/007-b/README.md')).toMatch(
      /source: .*adr\/0007-b.md[^]*\.\.\/\.\.\/adr\/c\.txt/,
    );
  });
});
