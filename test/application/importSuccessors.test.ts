import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const record = (number: number, title: string, ...status: readonly string[]) =>
  `# ${String(number)}. ${title}\n\nDate: 2019-01-0${String(number)}\n\n## Status\n\n${status.join('\n')}\n\n## Context\n\nx\n`;

it.each<readonly [string, readonly string[], string | undefined]>([
  ['Superceded by [2. Use a database](0002-use-a-database.md)', [], '002-use-a-database'],
  ['Superceded by ADR-2', [], '002-use-a-database'],
  ['Superseded 2020 by 2', [], '002-use-a-database'],
  [
    'Superceded by [2. Use a database](0002-use-a-database.md)',
    ['superceded=superseded'],
    '002-use-a-database',
  ],
  ['Deprecated in favour of 0002', [], '002-use-a-database'],
  ['Deprecated, 2020', [], undefined],
  ['Retired by [2](./0002-use-a-database.md)', ['retired=superseded'], '002-use-a-database'],
  ['Retired: see ADR 2', ['retired=superseded'], '002-use-a-database'],
  ['Moved to 2', ['moved to 2=superseded'], '002-use-a-database'],
  ['Retired after 3 years', ['retired after 3 years=superseded'], undefined],
])('import of a decision record keeps its successor: status %j, mappings %j', async (status, words, by) => {
  const project = new MemoryProject();
  project.files.write('doc/adr/0001-use-files.md', record(1, 'Use files', status));
  const accepted = ['Accepted', '', 'Supercedes [1. Use files](0001-use-files.md)'];
  project.files.write('doc/adr/0002-use-a-database.md', record(2, 'Use a database', ...accepted));
  const maps = words.flatMap((word) => ['--map', word]);
  const { code, stdout } = await project.run(['import', ...maps, '--apply', '--json']);
  expect([code, stdout.includes('which was not found')]).toEqual([0, false]);
  const text = project.files.readText('specs/archived/001-use-files/README.md') ?? '';
  expect(text).toContain('\narchived_as: superseded\n');
  expect(/^superseded_by: (.*)$/m.exec(text)?.[1]).toBe(by);
  expect((await project.run(['import', ...maps])).stdout).toContain('Nothing to do');
});

it('import adds no successor to a record that is not superseded, whatever document its status names', async () => {
  const project = new MemoryProject();
  project.files.write(
    'doc/adr/0001-use-files.md',
    record(1, 'Use files', 'Accepted by 3 of us, see [2](0002-b.md)'),
  );
  project.files.write('doc/adr/0002-b.md', record(2, 'B', 'Accepted'));
  const { stdout } = await project.run(['import', '--apply', '--json']);
  expect(stdout).not.toContain('superseded');
  expect(project.files.readText('specs/001-use-files/README.md')).not.toContain('superseded_by');
});

it.each(['superseded', 'gone'])(
  'import keeps the successor that a folder names, with the status %s',
  async (word) => {
    const project = new MemoryProject();
    const write = (folder: string, ...lines: readonly string[]) =>
      project.files.write(
        `old/${folder}/README.md`,
        `---\n${lines.join('\n')}\ncreated: 2024-01-01\n---\n# X\n`,
      );
    write('001-a', `status: ${word}`, 'superseded_by: 002-b');
    write('002-b', 'status: complete');
    const { stdout } = await project.run(['import', 'old', '--map', 'gone=superseded', '--apply', '--json']);
    expect(stdout).not.toContain('not imported');
    expect(project.files.readText('specs/archived/001-a/README.md')).toContain('superseded_by: 002-b');
  },
);

it.each([
  ['a field', '---\nstatus: accepted\nsupersedes: [ADR-0001]\n---\n# Use a database\n'],
  ['a line', '# Use a database\n\n- Status: Accepted\n- Supersedes: [1](0001-use-files.md)\n'],
  ['a line of the status', record(2, 'Use a database', 'Accepted', '', 'Supersedes ADR 1')],
])('import tells of a record that %s supersedes another one that is still accepted', async (_, text) => {
  const project = new MemoryProject();
  const notes = async (old: string) => {
    project.files.write('doc/adr/0001-use-files.md', record(1, 'Use files', old));
    const { stdout } = await project.run(['import', '--json']);
    return (JSON.parse(stdout) as { documents: readonly { notes: readonly string[] }[] }).documents.map(
      (one) => one.notes,
    );
  };
  project.files.write('doc/adr/0002-use-a-database.md', text);
  expect(await notes('Accepted')).toEqual([
    [],
    ['supersedes doc/adr/0001-use-files.md, whose status is Accepted'],
  ]);
  expect(await notes('Superseded by 2')).toEqual([[], []]);
});
