import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { refusal } from '../support/thrownError.js';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Zebra\n\nzebra\n';
const PROJECT = { '.spectool/config.json': '{}', '.spectool/templates/spec-template.md': '# {title}\n' };
/** The character that Node.js puts in place of a byte that is not UTF-8. */
const SHOWN = '�';

/** Writes a file, and replaces each `?` in its path by a byte that is not UTF-8. */
function write(root: string, path: string, text = DOCUMENT): void {
  const bytes = (name: string) => Buffer.from(join(root, name).replaceAll('?', '\xff'), 'latin1');
  mkdirSync(bytes(path.slice(0, path.lastIndexOf('/'))), { recursive: true });
  writeFileSync(bytes(path), text);
}

// Only Linux allows file names that are not UTF-8.
(process.platform === 'linux' ? describe : describe.skip)('on Linux', () => {
  it('reading a file whose name is not UTF-8 fails, unlike reading a missing file', () => {
    const { root } = new ScratchProject(PROJECT);
    write(root, 'a?/b.md');
    write(root, 'c?.md');
    write(root, `e${Buffer.from(SHOWN).toString('latin1')}.md`);
    const files = new NodeFileSystem(root);
    for (const path of [`a${SHOWN}/b.md`, `a${SHOWN}`, `c${SHOWN}.md`])
      expect(refusal(() => files.read(path)).details).toEqual({ path, cause: 'EILSEQ' });
    expect(files.read(`d${SHOWN}.md`)).toBeUndefined();
    expect(files.readText(`e${SHOWN}.md`)).toBe(DOCUMENT);
  });

  it('`list`, `validate` and `search` report files whose names are not UTF-8', async () => {
    const { root } = new ScratchProject(PROJECT);
    for (const path of ['001-a/README.md', '010-bad?/README.md', '012-in/README.md', '012-in/x?.md'])
      write(root, `specs/${path}`);
    write(root, 'specs/001-a/b/c?/README.md');
    for (const path of ['group?/011-in/README.md', 'loose?.md', 'notes/n?.md']) write(root, `specs/${path}`);
    const listed = await runOnDisk(root, ['list']);
    const named = ['010-bad�/README.md', 'group�', 'loose�.md', 'notes/n�.md', '001-a/b/c�'].map(
      (one) => `specs/${one}`,
    );
    // `list` does not report the last file, because it does not read folders inside a spec.
    for (const path of named.slice(0, -1)) expect(listed.stdout + listed.stderr).toContain(path);
    const { stdout } = await runOnDisk(root, ['validate', '--json']);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly file: string }[] };
    expect(findings.map(({ file }) => file)).toEqual(
      expect.arrayContaining([...named, 'specs/012-in/x�.md']),
    );
    const found = await runOnDisk(root, ['search', 'zebra']);
    expect(found.stdout).toContain('specs/012-in/README.md');
    expect(found.stderr).toContain('Cannot read specs/012-in/x�.md');
  });

  it('`validate` suggests to rename a file whose name is not UTF-8', async () => {
    const { root } = new ScratchProject(PROJECT);
    write(root, 'specs/010-bad?/README.md');
    const { stdout } = await runOnDisk(root, ['validate', '--json']);
    const { summary } = JSON.parse(stdout) as { readonly summary: readonly object[] };
    expect(summary).toContainEqual(
      expect.objectContaining({ code: 'NOT_READ', fix: 'Give that file or folder a UTF-8 name.' }),
    );
  });

  it('`search` reports files whose names are not UTF-8 only for the specs in its result', async () => {
    const { root } = new ScratchProject(PROJECT);
    for (const number of ['1', '2', '3']) write(root, `specs/00${number}-s/README.md`);
    for (const place of ['001-s', '003-s']) write(root, `specs/${place}/x?/README.md`);
    const search = async (...flags: readonly string[]) =>
      (await runOnDisk(root, ['search', 'zebra', '--limit', '2', ...flags])).stderr;
    const first = await search();
    expect(first).toContain(`Cannot read specs/001-s/x${SHOWN}`);
    expect(first).not.toContain('003-s');
    expect(await search()).toBe(first);
    expect(await search('--no-cache')).toBe(first);
  });

  it('`import` leaves out documents whose names are not UTF-8 and imports the others', async () => {
    const { root } = new ScratchProject(PROJECT);
    write(root, 'docs/adr/0001-a?.md', '# One\n\nStatus: accepted\n');
    write(root, 'docs/adr/0002-b.md', '# Two\n\nStatus: accepted\n');
    const { stderr, code } = await runOnDisk(root, ['import', 'docs/adr', '--apply']);
    expect(code).toBe(0);
    expect(stderr).toContain('0001-a�.md');
    expect((await runOnDisk(root, ['list'])).stdout).toContain('Two');
  });
});
