import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const GUIDE = '# Guide\n\nText.\n';
const ACCEPTED = '---\nstatus: accepted\n---\n# Record\n';

function projectWith(files: Readonly<Record<string, string>>): MemoryProject {
  const project = new MemoryProject();
  for (const [path, text] of Object.entries(files)) project.files.write(path, text);
  return project;
}

function all(text: string, ...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, text]));
}

it.each([
  ['file names that end in a digit', all(GUIDE, 'docs/oauth2.md', 'docs/ipv6.md', 'docs/utf8.md')],
  [
    'file names with a digit after a space',
    all(GUIDE, 'docs/web-3.md', 'docs/vue-3-guide.md', 'docs/part 12.md'),
  ],
  ['such names beside decision records', all(GUIDE, 'docs/adr/oauth2.md', 'docs/decisions/http3-push.md')],
  ['such names with a status', all(ACCEPTED, 'docs/oauth2.md', 'docs/log4j.md')],
  ['pages of a web site', all(GUIDE, 'docs/404.md', 'public/500.md')],
  ['a status that is a number', all('# Errors\n\nStatus: 404 Not Found\n', 'docs/404.md', 'docs/410.md')],
  ['chapters', all(GUIDE, 'docs/01-intro.md', 'docs/02-setup.md', 'book/chapter-12.md')],
  ['examples', all(GUIDE, 'examples/01-basic/README.md', 'examples/02-more/README.md')],
  ['posts', all(GUIDE, '_posts/2024-01-01-a.md', '_posts/20240102-b.md')],
  [
    'a folder whose name only resembles one for records',
    all(GUIDE, 'decision-tree/07-a.md', 'rfcs-howto/08-b.md'),
  ],
  [
    'records, which get other numbers if theirs are used',
    all(ACCEPTED, 'docs/adr/0001-a.md', 'docs/adr/0007-b.md'),
  ],
  ['records without numbers', all(ACCEPTED, 'docs/a.md', 'docs/b.md')],
])(
  'The number of the first spec in a repository is 001 beside %s, and create prints no note',
  async (_what, files) => {
    const { stdout, stderr } = await projectWith(files).run(['create', 'first']);
    expect(stdout).toMatch(/^Created 001-first/);
    expect(stderr).toBe('');
  },
);
