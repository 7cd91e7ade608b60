import { renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { runInProcess } from '../support/runInProcess.js';
import { MemoryProject } from '../support/memoryProject.js';
import { ScratchProject } from '../support/scratchProject.js';

const project = new MemoryProject();
project.spec('001-a', 'status: planned\ncreated: 2026-01-02', '# A\n');
project.spec('002-b', 'status: complete\ncreated: 2026-01-02', '# B\n');

/** Runs a command line. @returns its output, and the files that it wrote. */
async function run(...args: readonly string[]) {
  const written = new Map<string, string>();
  const outcome = await runInProcess(args, {
    open: () => project.spectool,
    shipped: (path) => (path.endsWith('.js') ? 'let page;' : 'p{}'),
    writeUserFile: (path, content) => {
      if (path.startsWith('missing/')) throw Object.assign(new Error('no'), { code: 'ENOENT' });
      written.set(path, Buffer.from(content).toString('utf8'));
    },
  });
  return { ...outcome, written };
}

describe('`export html`', () => {
  it('writes one file, by default spectool.html, and prints the size of that file', async () => {
    const { code, stdout, written } = await run('export', 'html');
    expect([code, stdout, [...written.keys()]]).toEqual([
      0,
      'spectool.html: 2 specs, 0.00 MB\n',
      ['spectool.html'],
    ]);
    expect(written.get('spectool.html')).toMatch(
      /^<!doctype html>[\s\S]*<script>let page;<\/script>\n<\/body>\n<\/html>\n$/,
    );
  });

  it('prints the page with --out -, and the path and size of the page with --json', async () => {
    const { stdout, written } = await run('export', 'html', '--out', '-', '--status', 'complete');
    expect([stdout.slice(0, 15), written.size]).toEqual(['<!doctype html>', 0]);
    const { stdout: json } = await run('export', 'html', '--status', 'complete', '--json');
    expect(JSON.parse(json)).toEqual({
      path: 'spectool.html',
      bytes: expect.any(Number) as unknown,
      specs: 1,
      warnings: [],
    });
  });

  it('has no control characters of the folder name of the project', async () => {
    const { root } = ScratchProject.initialised();
    const place = `${root}\u001b]0;a\u0007\u009b\u202e`;
    renameSync(root, place);
    const { stdout } = await runInProcess(['export', 'html', '--out', '-'], {
      open: () => createSpectool({ cwd: place }),
      shipped: () => '',
    });
    rmSync(place, { recursive: true });
    expect(stdout).toContain(']0;a · specs</title>');
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });

  it('fails with the path when the file cannot be written', async () => {
    const { code, stderr } = await run('export', 'html', '--out', 'missing/x.html');
    expect(code).not.toBe(0);
    expect(stderr).toContain('missing/x.html could not be written (ENOENT)');
  });
});

it('`export json` prints every spec in full, or writes all specs to a file', async () => {
  const { stdout } = await run('export', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    total: 2,
    specs: [{ spec: { ref: '001-a' }, body: '\n# A\n' }, {}],
  });
  const { written } = await run('export', 'json', '--out', 'all.json');
  expect(JSON.parse(written.get('all.json') ?? '')).toEqual(JSON.parse(stdout));
});

it('`export markdown` needs --since, and --since needs git', async () => {
  const { code, stderr } = await run('export', 'markdown');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--since BASE is missing.')]);
  const refused = await run('export', 'markdown', '--since', 'main');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('[GIT_FAILED]')]);
});
