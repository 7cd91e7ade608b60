import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOCUMENT = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Zebra\n\nzebra\n';
const PROJECT = { '.spectool/config.json': '{}', '.spectool/templates/spec-template.md': '# {title}\n' };
/** Writes a file, and replaces each `?` in its path by a byte that is not UTF-8. */
function write(root: string, path: string, text = DOCUMENT): void {
  const bytes = (name: string) => Buffer.from(join(root, name).replaceAll('?', '\xff'), 'latin1');
  mkdirSync(bytes(path.slice(0, path.lastIndexOf('/'))), { recursive: true });
  writeFileSync(bytes(path), text);
}

// Only Linux allows file names that are not UTF-8.
(process.platform === 'linux' ? describe : describe.skip)('on Linux', () => {
  it('`list` passes over files and folders whose names are not UTF-8, and shows the specs beside them', async () => {
    const { root } = new ScratchProject(PROJECT);
    for (const path of ['001-a/README.md', '001-a/x?.md', 'group?/011-in/README.md', 'loose?.md'])
      write(root, `specs/${path}`);
    const { stdout, code } = await runOnDisk(root, ['list']);
    expect(code).toBe(0);
    expect(stdout).toContain('Zebra');
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
