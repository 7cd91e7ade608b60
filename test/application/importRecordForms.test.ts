import { beforeEach, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
interface Row {
  readonly from: string;
  readonly title: string;
  readonly ref?: string;
  readonly status?: string;
  readonly action: string;
  readonly notes: readonly string[];
}
interface Result {
  readonly source: string;
  readonly documents: readonly Row[];
}
const write = (path: string, ...lines: readonly string[]) =>
  project.files.write(path, `${lines.join('\n')}\n`);
const result = async (...args: readonly string[]) =>
  JSON.parse((await project.run(['import', '--json', ...args])).stdout) as Result;
const rows = async (...args: readonly string[]) => (await result(...args)).documents;
const document = (ref: string) => project.files.readText(`specs/${ref}/README.md`) ?? '';
const RECORD = ['# A', '', '- Status: Accepted', ''];

beforeEach(() => {
  project = new MemoryProject();
});

it.each([
  '- Authors: [Kim Lee](https://example.org/kim), [Sam Poe](mailto:sam@example.org)',
  '* Author: [Kim Lee][kim]',
  '**Deciders**: [Kim Lee](https://example.org/kim)',
])('import takes the name of a person from the link in %p', async (line) => {
  write('docs/adr/0001-a.md', '# A', '', line, '- Status: Accepted');
  const [row] = await rows('--apply');
  expect(document('001-a')).toContain('assignee: Kim Lee\n');
  expect(row?.notes.join()).not.toContain('](');
});

it('import reads the fields in the text of a README in a numbered folder without a status in its frontmatter', async () => {
  write(
    'concepts/0003-protocols/README.md',
    '# RFC 0003: Protocols',
    '',
    '- Authors: [Kim Lee](mailto:kim@example.org)',
    '- Status: [ADOPTED](/README.md#adopted)',
    '- Start Date: 2018-12-28',
    '- Supersedes: [RFC 0004](../0004-agents/README.md)',
    '- Tags: [concept](/tags.md#concept), old',
  );
  write('concepts/0003-protocols/more.md', 'More');
  write('concepts/0004-agents/README.md', '# Agents', '', '- Status: RETIRED');
  expect((await rows('--apply')).map(({ action }) => action)).toEqual(['new', 'new']);
  expect(document('003-protocols')).toMatch(
    /status: complete\n[^]*assignee: Kim Lee\ncreated: 2018-12-28\ntags: \[concept, old\]\n[^]*related: \[004-agents\]/,
  );
  expect(project.files.readText('specs/003-protocols/more.md')).toBe('More\n');
});

it('import takes a folder whose number follows a word as one document', async () => {
  write('CIP-0010/README.md', '---', 'Title: Labels', 'Status: Active', '---', '', '## Abstract');
  write('CIP-0010/CIP-0010.md', 'Moved to the README.');
  write('CIP-0010/registry.json', '{}');
  write(
    'CIP-0011/README.md',
    '---',
    'Title: Names',
    'Status: Proposed',
    '---',
    '',
    'See [10](../CIP-0010/).',
  );
  write('week-02/README.md', '# What we learn');
  const { source, documents } = await result('--apply');
  expect(source).toBe('leanspec');
  expect(documents.map(({ ref, status }) => [ref, status])).toEqual([
    ['010-labels', 'in-progress'],
    ['011-names', 'planned'],
  ]);
  expect(project.files.readText('specs/010-labels/CIP-0010.md')).toContain('Moved');
  expect(document('011-names')).toContain('[10](../010-labels');
});

it('import takes a document without a number in a folder of records, if it has fields of a record', async () => {
  write(
    'docs/proposals/net/allow-mtu.md',
    '---',
    'creation-date: 2021-10-07',
    'status: provisional',
    '---',
    '',
    '# MTU',
  );
  write('docs/proposals/net/no-status.md', '---', 'authors: [kim]', '---', '', '# Without');
  write(
    'docs/proposals/net/replacing.md',
    '---',
    'status: implemented',
    'replaces: [/docs/proposals/net/allow-mtu.md]',
    'see-also: [no-status.md, JIRA-1]',
    '---',
    '',
    '# New',
  );
  write('docs/proposals/net/broken.md', '---', 'status: draft', 'status: [', '---', '', '# B');
  write('docs/proposals/how-to-propose.md', '# How to propose');
  write('docs/other/idea.md', '---', 'status: draft', '---', '', '# Idea');
  const found = await rows('--map', 'none=planned', '--apply');
  expect(found.map(({ from, action }) => [from, action])).toEqual([
    ['docs/proposals/net/allow-mtu.md', 'new'],
    ['docs/proposals/net/broken.md', 'failed'],
    ['docs/proposals/net/no-status.md', 'new'],
    ['docs/proposals/net/replacing.md', 'new'],
  ]);
  expect(document('001-allow-mtu')).toContain('created: 2021-10-07');
  const replacing = found.at(-1)?.ref ?? '';
  expect(document(replacing)).toMatch(/related: \[001-allow-mtu, \d+-no-status\]/);
});

it.each([
  ['meetings/2024-03-01.md', 0],
  ['meetings/20240301.md', 0],
  ['meetings/2024.md', 0],
  ['releases/swift-5_0.md', 0],
  ['meetings/2024-03-01-use-a-queue.md', 1],
  ['docs/adr/2024-03-01.md', 1],
  ['docs/adr/2024.md', 1],
])('import finds in %s as many documents as it has names of one: %d', async (path, count) => {
  write(path, '# A');
  expect(await rows('flat')).toHaveLength(count);
});

it('import reads names such as @kim in the frontmatter without quotes', async () => {
  write(
    'docs/adr/0001-a.md',
    '---',
    'deciders: @kim, @sam',
    'reviewers:',
    '  - @lee # of the team',
    'status: accepted',
    '---',
    '# A',
  );
  await rows('--apply');
  expect(document('001-a')).toMatch(/assignee: kim\n[^]*deciders: '@kim, @sam'\nreviewers: \['@lee'\]/);
});

it('import takes no status from a section Status inside another section', async () => {
  write('docs/adr/0001-a.md', '# A', '', '## Messages', '', '### Status', '', 'Done is sent.');
  write('docs/adr/0002-b.md', '# B', '', '### Status', '', 'Done', '', '### Context');
  expect((await rows()).map(({ action }) => action)).toEqual(['undecided', 'new']);
});

it.each([
  ['[HIPE 0002 - Old](https://example.org/0002-old)', 0],
  ['[PR #2](https://example.org/pull/2)', 0],
  ['issue #2', 0],
  ['https://example.org/2', 0],
  ['[ADR-2](https://example.org/b)', 1],
  ['ADR 2', 1],
])('import reads from "Supersedes: %s" as many documents of the collection: %d', async (text, count) => {
  write('docs/adr/0001-a.md', ...RECORD.slice(0, 3), `- Supersedes: ${text}`);
  write('docs/adr/0002-b.md', ...RECORD);
  await rows('--apply');
  expect(document('001-a').includes('related: [002-b]')).toBe(count === 1);
});

it('import from backlog reads title and status in the text of a task without frontmatter', async () => {
  write('backlog/config.yml', 'statuses: ["To Do", "Done"]');
  write('backlog/tasks/task-1 - Add-a.md', '# Task 1: Add A', '', '**Status:** Done', '', 'Text.');
  write('backlog/tasks/task-2 - Add-b.md', '## Description', '', 'Text.');
  await rows('--apply', '--map', 'none=planned');
  expect(document('001-add-a')).toMatch(/status: complete[^]*---\n\n# Task 1: Add A\n/);
  expect(document('002-add-b')).toContain('\n# Add b\n');
});
