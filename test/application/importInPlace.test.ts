import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const text = (path: string) => project.files.readText(`specs/${path}`) ?? '';

const FEATURE =
  '# Feature Specification: Login\r\n\r\n**Feature Branch**: `001-login`\r\n**Created**: 2025-03-04\r\n\r\n## Requirements\r\n\r\n- FR-1\r\n';

beforeEach(() => {
  project = new MemoryProject();
  project.files.write('specs/001-login/spec.md', FEATURE);
  project.files.write(
    'specs/001-login/tasks.md',
    '---\n\ndescription: "Task list"\n---\n\n- [x] T1\n- [ ] T2 [P]\n\n## Notes\n\n- [P] tasks = different files\n',
  );
  project.files.write('specs/002-logout/spec.md', '# Logout\n');
});

describe('Features of spec-kit in the specs folder', () => {
  it.each([[[]], [['--in-place']], [['spec-kit']], [['specs']], [['spec-kit', 'specs']]])(
    'become specs in place by import %p --apply, as list, validate and a preview say',
    async (args) => {
      for (const command of ['list', 'validate']) {
        const { stderr } = await run(command);
        expect(stderr).toContain(
          'folders in specs that are not specs yet; they look like folders of another tool (spec-kit)',
        );
        expect(stderr).toContain('Run `spectool import spec-kit --in-place` to preview');
      }
      const { stdout } = await run('import', ...args);
      expect(stdout).toMatch(/spec\.md +001-login +in-progress +tasks 1\/2/);
      expect(stdout).toContain('To write the specs, add --in-place --apply.');
      expect(text('001-login/spec.md')).toBe(FEATURE);
      expect((await run('import', ...args, '--apply')).stdout).toContain('2 new.');
      expect(text('001-login/spec.md').endsWith(FEATURE)).toBe(true);
      expect(project.files.list('specs').map(({ name }) => name)).toEqual(['001-login', '002-logout']);
    },
  );

  it('are copied by no kind of documents that has no folders in place', async () => {
    for (const args of [
      ['kiro', '--in-place'],
      ['flat', 'specs'],
    ]) {
      const { code, stderr } = await run('import', ...args, '--apply');
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be imported in place')]);
    }
  });

  it('become specs in place, with their text unchanged', async () => {
    const { stdout } = await run('import', '--in-place', '--apply');
    expect(stdout).toContain('2 new.');
    expect(stdout).not.toContain('git rm');
    expect(text('001-login/spec.md')).toMatch(
      /^---\r\nstatus: in-progress\r\ncreated: 2025-03-04\r\nid: i[0-9a-f]{15}\r\nsource: spec-kit:specs\/001-login\/spec.md\r\nsource_id: 001-login\r\nsource_status: in progress\r\nbranch: 001-login\r\n---\r\n\r\n# Feature/,
    );
    expect(text('001-login/spec.md').endsWith(FEATURE)).toBe(true);
    expect((await run('import', '--in-place')).stdout).toContain('Nothing to do');
    expect(await run('validate', '--severity', 'error')).toMatchObject({ code: 0, stderr: '' });
    // A feature that is added after the first import is imported by the second one.
    project.files.write('specs/003-more/spec.md', '# More\n');
    expect((await run('list')).stderr).toContain(
      'not specs yet; they look like folders of another tool (spec-kit)',
    );
    expect((await run('import', '--in-place', '--apply')).stdout).toContain('1 new.');
    expect((await run('list')).stdout).toMatch(/003 +○ planned +More/);
  });

  it('lose all added fields but the id by undo, and get them back by its undo', async () => {
    await run('import', '--in-place', '--apply');
    const imported = text('001-login/spec.md');
    await run('undo');
    expect(text('001-login/spec.md')).toMatch(/^---\r\nid: i[0-9a-f]{15}\r\n---\r\n\r\n# Feature/);
    expect((await run('import', '--in-place', '--apply')).stdout).toContain(
      'all of them specs of this project',
    );
    await run('undo', '--redo');
    expect(text('001-login/spec.md').split('\r\n').sort()).toEqual(imported.split('\r\n').sort());
  });
});

it('import --in-place says why a document cannot become a spec', async () => {
  project = new MemoryProject();
  project.files.write('specs/001-a/spec.md', '# A\n');
  project.files.write('specs/001-a/README.md', '# A, as we see it\n');
  project.files.write('specs/001-a/002-b/spec.md', '# B\n');
  const { stdout } = await run('import', 'spec-kit', '--in-place', '--json');
  const { documents } = JSON.parse(stdout) as { documents: readonly { problem: string }[] };
  expect(documents.map(({ problem }) => problem)).toEqual([
    'it is not the document of a spec in the specs folder',
    'it is not the document of a spec in the specs folder',
  ]);
});

it('import --in-place adds frontmatter to documents without any', async () => {
  project = new MemoryProject();
  project.files.write('specs/004-bare/README.md', '# Bare\n');
  await run('import', 'leanspec', '--in-place', '--apply', '--map', 'none=planned');
  expect(text('004-bare/README.md')).toMatch(/^---\nstatus: planned\ncreated: [\d-]+\nid: /);
});
