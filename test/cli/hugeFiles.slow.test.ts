import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

let project: ScratchProject;
const run = (line: string) => runOnDisk(project.root, line.split(' '));
/** Makes a file this large without using disk space (a sparse file). */
const grow = (path: string, megabytes: number) =>
  truncateSync(join(project.root, path), megabytes * 1024 * 1024);

beforeEach(async () => {
  project = ScratchProject.initialised();
  await run('init -y');
  await run('create a');
});

describe('a huge file in a project', () => {
  it.each([
    ['.spectool/config.json', 700, 'list', 'READ_FAILED'],
    ['.spectool/config.json', 3000, 'validate', 'READ_FAILED'],
    ['.spectool/config.json', 700, 'init -y', 'READ_FAILED'],
    ['.spectool/templates/spec-template.md', 700, 'create b', 'READ_FAILED'],
    ['.spectool/templates/spec-template.md', 20, 'create b', 'TEMPLATE_INVALID'],
    ['AGENTS.md', 700, 'validate', 'READ_FAILED'],
  ])('is an error with its name and size: %s of %i MB, command %s', async (path, megabytes, line, code) => {
    grow(path, megabytes);
    const { code: exit, stderr } = await run(line);
    expect(exit).toBeGreaterThan(0);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(path.split('/').at(-1));
    expect(stderr).toContain(`${String(megabytes)} MB`);
  });

  it('is not written by init if it is AGENTS.md', async () => {
    grow('AGENTS.md', 700);
    expect((await run('init -y')).stderr).toMatch(/WRITE_FAILED[^]*AGENTS.md is larger than 1 MB/);
  });

  it('is reported as a finding if it is a document, and other specs are still read', async () => {
    await run('create b');
    grow('specs/001-a/README.md', 700);
    expect((await run('list')).stdout).toMatch(/001.*broken[\s\S]*002/);
    expect((await run('validate')).stdout).toContain('larger than 50 MB');
    expect((await run('tokens')).code).toBe(0);
    expect((await run('search a')).code).toBe(0);
  });

  it('with 150,000 broken links has a count of all, and lists as many as were asked for', async () => {
    project.write(
      'specs/001-a/README.md',
      `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n\n${'[a]: b\n'.repeat(150_000)}`,
    );
    const { stdout } = await run('validate --json --limit 1000');
    const { findings, total } = JSON.parse(stdout) as { findings: object[]; total: number };
    expect(findings).toHaveLength(1000);
    expect(total).toBeGreaterThanOrEqual(150_000);
  });

  it.each(['a', 'QUJD', '+/=', '漢'])(
    'is searched by `search` before and after megabytes of repeated %j',
    async (unit) => {
      project.write(
        'specs/001-a/README.md',
        `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n\ngiraffe ![p](data:image/png;base64,${unit.repeat(9_000_000 / unit.length)}) zebra\n`,
      );
      expect((await run('search zebra')).stdout).toContain(unit === '漢' ? '' : '001');
      expect((await run('search giraffe')).stdout).toContain('001');
    },
  );
});
