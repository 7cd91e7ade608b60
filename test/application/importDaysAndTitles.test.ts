import { beforeEach, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
interface Row {
  readonly title: string;
  readonly status?: string;
  readonly created: string;
  readonly completed?: string;
  readonly notes: readonly string[];
}
const adr = (name: string, text: string) => project.files.write(`docs/adr/${name}`, text);
const result = async (...flags: readonly string[]) =>
  JSON.parse((await project.run(['import', 'docs', '--json', ...flags])).stdout) as {
    documents: readonly Row[];
    sections?: object;
  };
const row = async (text: string) => {
  adr('0005-a.md', text);
  const [first] = (await result()).documents;
  return first;
};

beforeEach(() => {
  project = new MemoryProject();
});

it.each([
  ['# A\n\n**Status:** Accepted | **Date:** 2021-05-06\n', '2021-05-06'],
  ['# A\n\nStatus: Accepted; Date: 2021-05-06\n', '2021-05-06'],
  ['# A\n\n## Status\n\nAccepted (May 6th, 2021)\n', '2021-05-06'],
  ['# A\n\n## Status\n\nAccepted\n\nDate: 6.5.2021\n', '2021-05-06'],
  ['# A\n\n| Status | Date |\n|---|---|\n| Accepted | 2021-05-06 |\n', '2021-05-06'],
  ['# A\n\nStatus: Accepted\nDate: 23/04/2021\n', '2021-04-23'],
  ['---\nstatus: accepted\nstart-date: 2021-05-06\n---\n# A\n', '2021-05-06'],
  ['# A\n\nStatus | Accepted\n:-- | :--\n**Start Date** | 2021-05-06\n', '2021-05-06'],
])('import reads the day of %p', async (text, day) => {
  expect(await row(text)).toMatchObject({ status: 'complete', created: day, notes: [] });
});

it('import reads the day since which a document has its status', async () => {
  const text = '# A\n\n- Status: [ACCEPTED](x.md)\n- Since: 2021-05-06\n- Start Date: 2020-01-02\n';
  expect(await row(text)).toMatchObject({ created: '2020-01-02', completed: '2021-05-06' });
});

it.each([
  'Author(s): Kim Lee (kim@example.org), Ann Ito',
  '**Author(s)** | Kim Lee (Ito, Lee and Co), Ann Ito',
  'Authors: Kim Lee <k@x.org> Ann Ito <a@x.org> Bo Ek <b@x.org>',
  'Author: [Kim Lee](https://x.org/a,b) and Ann Ito; Bo Ek, et al.',
])('import takes the first of the people of %p', async (line) => {
  adr('0005-a.md', `# A\n\n${line}\nStatus | Accepted\n`);
  await result('--apply');
  expect(project.files.readText('specs/005-a/README.md')).toMatch(
    /\nassignee: '?Kim Lee(?: \(Ito, Lee and Co\))?'?\n/,
  );
});

it.each(['2021-02-30', '03/04/2021', 'some day'])('import guesses no day from %s', async (day) => {
  expect(await row(`# A\n\nDate: ${day}\n\n## Status\n\nAccepted\n`)).toMatchObject({
    created: '2026-02-01',
    createdFrom: 'today',
  });
});

it.each([
  ['5. Use a queue', 'Use a queue'],
  ['ADR-005: Use a queue', 'Use a queue'],
  ['ADR 5 Use a queue', 'Use a queue'],
  ['5 whys', '5 whys'],
  ['#5 Use a queue', 'Use a queue'],
  ['6. Use a queue', '6. Use a queue'],
  ['FIP-0005: Use a queue', 'Use a queue'],
  ['MSC5: use a queue', 'Use a queue'],
  ['Aries RFC 0005: Use a queue', 'Use a queue'],
  ['HTTP 5: use a queue', 'HTTP 5: use a queue'],
])('the title %p becomes %p in spec 5', async (title, shorter) => {
  expect(await row(`# ${title}\n\nStatus: accepted\n`)).toMatchObject({ title: shorter });
  await project.run(['import', 'docs', '--apply']);
  expect(project.files.readText('specs/005-a/README.md')).toContain(`\n# ${shorter}\n`);
});

it('people are one, whatever case, address or @ their name has', async () => {
  await project.run(['create', 'one', '--assignee', 'Kim <kim@example.org>']);
  await project.run(['create', 'two', '--assignee', '@kim']);
  const { stdout } = await project.run(['list', '--assignee', 'KIM', '--json']);
  expect((JSON.parse(stdout) as { specs: readonly object[] }).specs).toHaveLength(2);
});
