import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const BLANKS = ' '.repeat(50_000);
const LINES = 3_900_000;
const accepted = (line: string) => `# A\n\n${line}\n\nStatus: accepted\n`;
const settled = (body: string) => `---\nstatus: accepted\n---\n${body}`;

// No time is measured: a regular expression with quadratic time needs minutes for these texts, or runs out of memory.
it.each<[what: string, text: string]>([
  ['a field of blanks', accepted(`Note:${BLANKS}x\u2028`)],
  ['a field of blanks between two words', accepted(`Note: a${BLANKS}b\u2028`)],
  ['a name and blanks without a colon', accepted(`Note${BLANKS}x`)],
  ['a row of a table with blanks in its value', accepted(`| Note | a${BLANKS}b | c |`)],
  ['a row of a table with blanks in its name', accepted(`| Note${BLANKS}b | c |`)],
  ['an author with many brackets', accepted(`Author: ${'(@'.repeat(20_000)}`)],
  ['an author with many unclosed addresses', accepted(`Author: ${'<a@'.repeat(15_000)}`)],
  ['an author with many blanks', accepted(`Author: a${BLANKS}b`)],
  ['a date that is one long word', accepted(`Date: ${'a'.repeat(55_000)}`)],
  ['an image with an unclosed anchor', `${accepted('')}\n <img src="${'#'.repeat(2_000_000)}\u2028x">\n`],
  ['millions of blank lines', settled(`${'\n'.repeat(LINES)}# A\n`)],
])('import reads %s in linear time', async (_, text) => {
  const project = new MemoryProject();
  project.files.write('src/0001-a.md', text);
  const { code, stdout } = await project.run(['import', 'flat', 'src']);
  expect(stdout).toContain('By status: 1 complete.');
  expect(code).toBe(0);
});

it('import reports a task whose frontmatter has millions of lines, and imports the others', async () => {
  const project = new MemoryProject();
  project.files.write(
    'backlog/tasks/task-1 - a.md',
    `---\nid: task-1\nstatus: Done\n${'\n'.repeat(LINES)}---\n# A\n`,
  );
  project.files.write(
    'backlog/tasks/task-2 - b.md',
    '---\nid: task-2\nstatus: Done\nassignee: @kim\n---\n# B\n\n---\nassignee: @lee\n',
  );
  const { code, stdout } = await project.run(['import', 'backlog', '--apply']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/task-1 - a\.md +line 2: The frontmatter is larger than 64 KiB[^]*1 new\./);
  expect(project.files.readText('specs/002-b/README.md')).toMatch(
    /assignee: kim\n[^]*\n---\nassignee: @lee\n$/,
  );
});
