import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import type { Spectool } from '../../src/application/spectool.js';
import { MemoryProject } from '../support/memoryProject.js';

const NOW = '2026-02-01T12:00:00.000Z';

describe('Commands that only read', () => {
  let files: MemoryFileSystem;
  let spectool: Spectool;
  let counted: string[];
  const write = (ref: string, frontmatter: string, body = '# Title\n\nText.\n'): void =>
    files.write(`specs/${ref}/README.md`, `---\n${frontmatter}\n---\n\n${body}`);

  beforeEach(() => {
    files = new MemoryFileSystem();
    counted = [];
    files.write('.spectool/config.json', '{}');
    files.write('.spectool/templates/spec-template.md', '# {title}\n');
    const tokenCounter = {
      count: async (text: string) => {
        counted.push(text);
        return text.length;
      },
    };
    const clock = { now: () => NOW, today: () => '2026-02-01' };
    spectool = createSpectool({ ports: { fileSystem: files, clock, tokenCounter } });
    write('001-old', 'status: complete\ncreated: 2026-01-01\ncompleted: 2026-01-05');
    write(
      '002-now',
      'status: in-progress\ncreated: 2026-01-02\nupdated: 2026-01-10T00:00:00Z\ntags: [cli]\nassignee: ann',
    );
    write('003-later', 'status: planned\ncreated: 2026-01-20\ndepends_on: [002-now]\ntags: [cli]');
    write('004-ready', 'status: planned\ncreated: 2026-01-21\ndepends_on: [001-old]\npriority: high');
    files.write('specs/005-broken/README.md', 'no frontmatter');
  });

  describe('which show oversized specs on the board,', () => {
    const health = async () => (await spectool.showBoard.execute({})).health;

    it('count the tokens of a spec near the limit, and estimate those of others', async () => {
      write('006-near', 'status: planned\ncreated: 2026-01-01', 'word '.repeat(4600));
      write('007-dense', 'status: planned\ncreated: 2026-01-01', 'a b '.repeat(3000));
      write('008-split', 'status: planned\ncreated: 2026-01-01', 'a b '.repeat(1400));
      files.write('specs/008-split/DESIGN.md', 'a b '.repeat(1600));
      const { oversized, estimated } = await health();
      expect({ oversized, estimated }).toEqual({
        oversized: ['006-near', '007-dense', '008-split'],
        estimated: false,
      });
      expect(counted).toEqual([expect.stringContaining('word word')]);
    });

    it('estimate tokens by bytes, and say so, when many specs are near the limit', async () => {
      for (let i = 0; i < 201; i++)
        write(`${String(100 + i)}-many`, 'status: planned\ncreated: 2026-01-01', 'word '.repeat(4600));
      expect(await health()).toMatchObject({ estimated: true });
      expect(counted).toEqual([]);
    });

    it('neither count nor estimate tokens when every file is small', async () => {
      expect(await health()).toMatchObject({ oversized: [], estimated: false });
      expect(counted).toEqual([]);
    });
  });

  it('count tokens of the document and of all Markdown files beside it', async () => {
    files.write('specs/001-old/DESIGN.md', 'x'.repeat(10));
    files.write('specs/001-old/data.json', '{}');
    const { specs, total } = await spectool.countTokens.execute({ specs: ['1', '001-old'] });
    expect(specs).toHaveLength(1);
    expect(specs[0]?.files.map(({ name }) => name)).toEqual(['README.md', 'DESIGN.md']);
    expect(specs[0]?.tokens).toBe(total);
  });

  it('count tokens by section, with sums equal to the tokens of the file', async () => {
    write(
      '006-parts',
      '# a comment\nstatus: planned\ncreated: 2026-01-01',
      '# One\ntext\n## Two\n```\n# no heading\n```\n',
    );
    const { specs } = await spectool.countTokens.execute({ specs: ['6'], sections: true });
    const file = specs[0]?.files[0];
    expect(file?.sections?.map(({ heading, level }) => [heading, level])).toEqual([
      ['', 0],
      ['One', 1],
      ['Two', 2],
    ]);
    expect(file?.sections?.reduce((sum, section) => sum + section.tokens, 0)).toBe(file?.tokens);
  });
});

it('nextSpecs warns of specs with a status of another tool only when no spec is ready', async () => {
  const project = new MemoryProject();
  project.spec('001-old', 'status: archived\ncreated: 2026-01-01');
  project.spec('002-odd', 'status: wontfix\ncreated: 2026-01-01');
  const { specs, warnings } = await project.spectool.nextSpecs.execute();
  expect(specs).toEqual([]);
  expect(warnings).toMatchObject([
    {
      code: 'STATUS_UNKNOWN',
      message: expect.stringContaining('2 specs have a status other than planned'),
    },
  ]);

  project.spec('003-new', 'status: planned\ncreated: 2026-01-01');
  expect((await project.opened().nextSpecs.execute()).warnings).toBeUndefined();
});

describe('A command that reads one spec or several', () => {
  const half = async (argv: readonly string[]) => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned\ncreated: 2026-01-01');
    project.spec('002-b', 'status: planned\ncreated: 2026-01-01');
    const before = await project.run(argv);
    project.files.write('.spectool/tmp/journal.json', '{}');
    const looked = jest.spyOn(project.files, 'stat');
    const { stdout, stderr } = await project.run(argv);
    const looks = looked.mock.calls.filter(([path]) => path === '.spectool/tmp/journal.json').length;
    return { before, stdout, stderr, looks };
  };

  it.each([
    [['view', '1']],
    [['view', '1', '2']],
    [['view', '1', '--section', '001-a']],
    [['view', '1', '--raw']],
    [['criteria', '1']],
    [['section', '1', '001-a']],
    [['history', '1']],
  ])('warns only once of an interrupted change: %j', async (argv) => {
    const { before, stdout, stderr, looks } = await half(argv);
    expect(stdout).toBe(before.stdout);
    expect(before.stderr).toBe('');
    expect(stderr.match(/A change was interrupted/g)).toHaveLength(1);
    expect(looks).toBe(1);
    if (argv.includes('--raw')) return;
    const { warnings } = JSON.parse((await half([...argv, '--json'])).stdout) as { warnings: unknown };
    expect(warnings).toEqual([expect.objectContaining({ code: 'CHANGE_UNFINISHED' })]);
  });
});
