import { describe, expect, it } from '@jest/globals';
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

describe('The number of the first spec in a repository', () => {
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
    ['one record', all(GUIDE, 'docs/adr/0007-use-x.md')],
    ['records without numbers', all(ACCEPTED, 'docs/a.md', 'docs/b.md')],
  ])('is 001 beside %s, and create prints no note', async (_what, files) => {
    const { stdout, stderr } = await projectWith(files).run(['create', 'first']);
    expect(stdout).toMatch(/^Created 001-first/);
    expect(stderr).toBe('');
  });

  it.each([
    ['docs/adr', all(GUIDE, 'docs/adr/0003-a.md', 'docs/adr/0007-b.md')],
    ['ADRs', all(GUIDE, 'ADRs/ADR-003-a.md', 'ADRs/ADR-007-b.md')],
    [
      'architecture-decisions',
      all(GUIDE, 'doc/architecture-decisions/3-a.md', 'doc/architecture-decisions/7.md'),
    ],
    ['decision_records', all(GUIDE, 'decision_records/0003-a.md', 'decision_records/0007-b.md')],
    ['a folder in rfcs', all(GUIDE, 'rfcs/text/rfc3.md', 'rfcs/text/rfc0007-b.md')],
    ['proposals', all(GUIDE, 'proposals/003-a/README.md', 'proposals/007-b/README.md')],
    ['any folder, with a status in the frontmatter', all(ACCEPTED, 'notes/0003-a.md', 'notes/0007-b.md')],
    [
      'any folder, with a status in the text',
      all('# R\n\n* Status: proposed\n', 'notes/0003-a.md', 'notes/0007-b.md'),
    ],
    [
      'several folders',
      all(GUIDE, 'adr/0001-a.md', 'adr/0002-b.md', 'docs/404.md', 'rfcs/0006-c.md', 'rfcs/0007-d.md'),
    ],
  ])('is above those of the documents in %s, and create says why', async (_what, files) => {
    const project = projectWith(files);
    const { stdout, stderr } = await project.run(['create', 'first']);
    expect(stdout).toMatch(/^Created 008-first/);
    expect(stderr).toMatch(
      /^note Numbers up to 7 are reserved for the import of \d documents that are not specs yet, such as .*7/,
    );
    expect(stderr).toContain('each is in a folder for numbered documents or has a status');
    expect(stderr).toContain('`spectool import`');

    const second = await project.run(['create', 'second', '--no-similar']);
    expect([second.stdout.slice(0, 18), second.stderr]).toEqual(['Created 009-second', '']);
  });

  it.each([
    ['', '20260319-143022-login'],
    ['', '20260319143022-login'],
    ['', '2026-03-19T09-30-22-login'],
    ['', '1742394622-login'],
    ['{YYYYMMDD}-', '20260319-143022-login'],
  ])(
    'is 1 beside a spec named after a date and time, with the prefix setting %j: %s',
    async (prefix, ref) => {
      const project = projectWith({ '.spectool/config.json': JSON.stringify({ structure: { prefix } }) });
      project.spec(ref, 'status: planned\ncreated: 2026-03-19');

      const { spec } = await project.spectool.createSpec.execute({ name: 'first' });

      expect(spec.sequence).toBe(1);
      expect((await project.spectool.viewSpec.execute({ spec: 'login' })).spec).toMatchObject({
        ref,
        sequence: null,
      });
    },
  );
});
