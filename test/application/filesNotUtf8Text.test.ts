import { describe, expect, it } from '@jest/globals';
import type { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

const GARBLED: readonly (readonly [string, Uint8Array, string])[] = [
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFF# {title}\n', 'utf16le'), 'is UTF-16, not UTF-8'],
  ['big-endian UTF-16', Buffer.from([0xfe, 0xff, 0, 0x23]), 'is UTF-16, not UTF-8'],
  ['UTF-16 without a byte order mark', Buffer.from('# {title}\n', 'utf16le'), 'is binary, not text'],
  ['a text with a NUL character', Buffer.from('# {title}\n\nx\0y\n'), 'is binary, not text'],
  ['Latin-1', Buffer.from('# Café {title}\n', 'latin1'), 'is not UTF-8'],
];
const TEMPLATE = '.spectool/templates/spec-template.md';
const specs = (files: MemoryFileSystem) => files.list('specs').map(({ name }) => name);

describe.each(GARBLED)('A file that is not UTF-8 text, such as %s,', (_what, bytes, problem) => {
  it('is refused as a template, with its path, and no file is written', async () => {
    const { spectool, files } = new MemoryProject();
    files.write(TEMPLATE, bytes);
    await expectRefusalOf(() => spectool.createSpec.execute({ name: 'a' }), 'TEMPLATE_INVALID', {
      message: `${TEMPLATE} ${problem}.`,
      hint: expect.stringContaining('UTF-8'),
    });
    expect(specs(files)).toEqual([]);
  });

  it.each([
    ['notes.md', '"notes.md"'],
    ['-', 'Standard input'],
  ])('is refused as --body %s, with the name of that input, and no file is written', async (file, named) => {
    const project = new MemoryProject();
    const { code, stderr } = await project.run(['create', 'a', '--body', file], PLAIN_TERMINAL, bytes);
    expect(code).toBe(2);
    expect(stderr).toContain(`${named} ${problem}.`);
    expect(stderr).toContain('UTF-8');
    expect(specs(project.files)).toEqual([]);
  });

  it('is an error of the configuration when it is the content of config.json', async () => {
    const { spectool, files } = new MemoryProject();
    files.write('.spectool/config.json', bytes);
    await expectRefusalOf(async () => spectool.listSpecs.execute(), 'CONFIG_INVALID', problem);
  });

  it.each(['AGENTS.md', '.gitattributes'])('makes init fail when it is %s, and is kept', async (path) => {
    const spectool = createTestSpectool();
    spectool.files.write(path, bytes);
    await expectRefusalOf(() => spectool.initProject.execute(), 'WRITE_FAILED', `${path} ${problem}`);
    expect(spectool.files.read(path)).toEqual(Uint8Array.from(bytes));
    expect(spectool.files.list('').map(({ name }) => name)).toEqual([path]);
  });

  it('causes no conflict when the base and both sides of a merge are this file', async () => {
    const project = new MemoryProject();
    const merged = await project.run(
      ['merge-driver', 'o', 'a', 'b', 'specs/001-a/README.md'],
      PLAIN_TERMINAL,
      bytes,
    );
    expect([merged.code, merged.stderr]).toEqual([0, '']);
  });
});

it.each([
  ['text', `# {title}\n\n${'{long}'.repeat(20_000)}\n`, '17166.2 MB'],
  ['frontmatter', `---\nowner: "${'{long}'.repeat(10_000)}"\n---\n\n# {title}\n`, '8583.1 MB'],
  ['list', `---\nx: [{ a: ["${'{long}'.repeat(10_000)}"] }]\n---\n\n# {title}\n`, '8583.1 MB'],
])('a template whose %s repeats a long variable is refused unfilled', async (_what, text, size) => {
  const { spectool, files } = new MemoryProject();
  files.write('.spectool/config.json', JSON.stringify({ variables: { long: 'word '.repeat(180_000) } }));
  files.write(TEMPLATE, text);
  await expectRefusalOf(() => spectool.createSpec.execute({ name: 'a' }), 'TEMPLATE_INVALID', {
    message: `The text generated from ${TEMPLATE} and the project's variables has ${size}, more than the limit of 50 MB.`,
  });
  expect(specs(files)).toEqual([]);
});
