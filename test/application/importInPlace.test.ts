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
  it('are reported with the command that imports them in place, and copied by none', async () => {
    const advice =
      /Run `spectool import spec-kit (?:--apply )?--in-place` to turn these folders into specs in place\./;
    expect((await run('list')).stderr).toContain(
      'folders in specs that are not specs yet; they look like folders of another tool (spec-kit)',
    );
    expect((await run('validate')).stderr).toMatch(advice);
    for (const args of [['--apply'], ['spec-kit', '--apply'], ['specs'], ['spec-kit', 'specs', '--apply']]) {
      const { code, stderr } = await run('import', ...args);
      expect({ args, code, advised: advice.test(stderr) }).toEqual({
        args,
        code: expect.any(Number),
        advised: true,
      });
      expect(code).not.toBe(0);
    }
    expect((await run('import', 'kiro', '--in-place')).stderr).toContain('kiro cannot be imported in place');
    expect(text('001-login/spec.md')).toBe(FEATURE);
  });

  it.each([[[]], [['spec-kit']]])(
    'are shown by import %p as the specs that they would become',
    async (args) => {
      const { stdout } = await run('import', ...args);
      expect(stdout).toMatch(/spec\.md +001-login +in-progress +tasks 1\/2/);
      expect(stdout).toContain('To write the specs, add --in-place --apply.');
    },
  );

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

  it('lose all added fields but the id by undo, and can be imported again', async () => {
    await run('import', '--in-place', '--apply');
    const imported = text('001-login/spec.md');
    await run('undo');
    expect(text('001-login/spec.md')).toMatch(/^---\r\nid: i[0-9a-f]{15}\r\n---\r\n\r\n# Feature/);
    expect((await run('import', '--in-place', '--apply')).stdout).toContain('2 new.');
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

it('import --in-place reports the values that it leaves out', async () => {
  project = new MemoryProject();
  const write = (folder: string, ...lines: readonly string[]) =>
    project.files.write(`specs/${folder}/README.md`, `---\n${lines.join('\n')}\n---\n\n# X\n`);
  write('001-a', 'status: planned', 'superseded_by: 002-b', 'archived_as: rejected', 'updated: 2024-01-04');
  write('002-b', 'status: complete', 'created: 2024-01-03', 'completed: Q3 2024', 'priority: urgent');
  write('003-c', 'status: rejected', 'archived_as: rejected');
  write('004-d', 'status: planned', 'id: 4711', 'source: a talk', 'source_status: planned');
  write('005-e', 'status: planned', 'id: own', 'source: leanspec:specs/005-e/README.md');
  const rows = async (...args: readonly string[]) => {
    const { stdout } = await run('import', 'leanspec', '--in-place', '--json', ...args);
    const { documents } = JSON.parse(stdout) as { documents: readonly { notes: readonly string[] }[] };
    return documents.map(({ notes }) => notes);
  };
  const told = [
    [
      'the field superseded_by is left out; its value was 002-b',
      'the field archived_as is left out; its value was rejected',
    ],
    ['the field completed is left out; its value was Q3 2024'],
    [],
    ['the field id is left out; its value was 4711', 'the field source is left out; its value was a talk'],
    [],
  ];
  expect([await rows(), await rows('--apply')]).toEqual([told, told]);
  expect(text('002-b/README.md')).toContain('priority: urgent');
  // Fields that a command added to a spec after its import are not reported as left out.
  await run('archive', '1', '--outcome', 'superseded', '--by', '2', '--reason', 'x');
  expect(text('archived/001-a/README.md')).toContain('superseded_by: 002-b');
  expect(await rows()).toEqual([[], [], [], [], []]);
});

it('import --in-place adds frontmatter to documents without any', async () => {
  project = new MemoryProject();
  project.files.write('specs/004-bare/README.md', '# Bare\n');
  await run('import', 'leanspec', '--in-place', '--apply', '--map', 'none=planned');
  expect(text('004-bare/README.md')).toMatch(/^---\nstatus: planned\ncreated: [\d-]+\nid: /);
});
