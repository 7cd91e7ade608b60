import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/standIns.js';
import type { ExportProjectResult } from '../../src/application/queries/project/exportProject.js';
import { MemoryProject } from '../support/memoryProject.js';
import { MemoryBranch } from '../support/memoryBranches.js';

type Tool = MemoryBranch['tool'];
let tool: Tool;

const at = async (now: string, act: (spectool: Tool) => Promise<unknown>) => {
  tool.clock.set(now);
  await act(tool);
};

/** Creates one spec and makes every kind of change to it, and creates another spec. */
beforeEach(async () => {
  ({ tool } = await MemoryBranch.begun());
  await at('2026-01-06T10:00:00.000Z', (one) =>
    one.createSpec.execute({
      name: 'b',
      body: '# B\n\n## Success Criteria\n\n- [ ] done\n',
      dependsOn: ['1'],
    }),
  );
  await at('2026-01-08T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['2'] }));
  await at('2026-01-09T10:00:00.000Z', (one) => one.addNote.execute({ spec: '2', text: 'looks good' }));
  await at('2026-01-10T10:00:00.000Z', (one) =>
    one.checkCriteria.execute({ spec: '2', criteria: ['1'], by: 'kim' }),
  );
  await at('2026-01-12T10:00:00.000Z', (one) => one.updateSpec.execute({ spec: '2', status: 'complete' }));
  await at('2026-01-15T10:00:00.000Z', (one) => one.archiveSpecs.execute({ specs: ['2'] }));
});

describe('export', () => {
  it('contains each spec completely: text, criteria and events', async () => {
    const { specs, total } = await tool.exportProject.execute({ scope: 'all' });
    expect(total).toBe(2);
    const b = specs.find(({ spec }) => spec.name === 'b');
    expect(b).toMatchObject({
      files: ['README.md'],
      criteria: [{ n: 1, text: 'done', done: true }],
    });
    expect(b?.body).toContain('looks good');
    expect(b?.events.map(({ type }) => type).at(0)).toBe('SpecArchived');
    expect(b?.events.map(({ type }) => type).at(-1)).toBe('SpecCreated');
  });

  it('leaves out archived specs by default, and specs that a filter excludes', async () => {
    const refs = ({ specs }: ExportProjectResult) => specs.map(({ spec }) => spec.ref);
    expect(refs(await tool.exportProject.execute())).toEqual(['001-a']);
    expect(refs(await tool.exportProject.execute({ scope: 'all', status: ['complete'] }))).toEqual(['002-b']);
    expect(refs(await tool.exportProject.execute({ scope: 'all', status: ['Done'] }))).toEqual(['002-b']);
    await expect(tool.exportProject.execute({ status: ['complte'] })).rejects.toMatchObject({
      code: 'FIELD_INVALID',
    });
  });

  it('does not depend on the time at which it runs', async () => {
    await at('2026-01-16T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['1'] }));
    const first = await tool.exportProject.execute({ scope: 'all' });
    tool.clock.set('2027-03-01T10:00:00.000Z');
    expect(await tool.exportProject.execute({ scope: 'all' })).toEqual(first);
    expect(first.specs[0]?.spec.claim).toMatchObject({ by: 'ada' });
  });

  it('leaves out the names of people with --redact', async () => {
    await at('2026-01-16T10:00:00.000Z', (one) =>
      one.updateSpec.execute({ spec: '1', assignee: 'zoe', reviewer: 'max' }),
    );
    await at('2026-01-17T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['1'] }));
    const whole = JSON.stringify(await tool.exportProject.execute({ scope: 'all' }));
    const redacted = JSON.stringify(await tool.exportProject.execute({ scope: 'all', redact: true }));
    for (const name of ['"zoe"', '"max"', '"ada"', '(ada)']) {
      expect(whole).toContain(name);
      expect(redacted).not.toContain(name);
    }
    expect(redacted).toContain('looks good');
  });

  it('with --redact leaves out people in earlier proofs, and signatures in reasons and names of tests', async () => {
    const project = new MemoryProject();
    const tool = project.spectool;
    const body = '## Success Criteria\n\n- [ ] AC1: it works\n';
    await tool.createSpec.execute({ name: 'one', body });
    const check = (more: object) => tool.checkCriteria.execute({ spec: '1', criteria: ['AC1'], ...more });
    await check({ by: 'zoe', reason: '- 2026-01-05 (zoe): seen on paper' });
    await check({ by: 'zac' });
    await check({ commit: 'abc1234' });
    const name = '001/AC1 - 2026-01-05 (zoe): works';
    project.files.write('report.xml', `<testsuite><testcase name="${name}"/></testsuite>`);
    await tool.addNote.execute({ spec: '1', text: 'read' });
    const [whole, redacted] = [
      await tool.exportProject.execute({}),
      (await tool.proveCriteria.execute({ reports: ['report.xml'], all: true }),
      await tool.exportProject.execute({ redact: true })),
    ];
    expect(whole.specs[0]?.criteria[0]?.earlierProofs).toHaveLength(2);
    expect(redacted.specs[0]?.criteria).toMatchObject([
      {
        earlierProofs: [{ by: 'somebody', reason: '- 2026-01-05: seen on paper' }, { by: 'somebody' }],
        verdict: { result: 'proven' },
      },
    ]);
    expect(JSON.stringify(redacted)).toContain('seen on paper');
    expect(JSON.stringify(redacted)).not.toMatch(/"z[aeio]+c?"|- 2026-01-05 \(zoe\): seen/);
  });

  it('with --redact leaves out the name of every person, whatever characters the name has', async () => {
    const project = new MemoryProject();
    const tool = project.spectool;
    const by = (name: string) => new MemoryProject({ actors: new FixedActor(name) }, project.files).spectool;
    await tool.createSpec.execute({ name: 'one', assignee: 'zoe', reviewer: 'zac' });
    for (const text of ['it works', 'it is fast']) await tool.addCriterion.execute({ spec: '1', text });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['1'], by: 'zoe' });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['2'], commit: 'abc1234' });
    for (const name of ['zoe (ops)', 'zac: a): b', `z${'o'.repeat(250)}e`])
      await by(name).addNote.execute({ spec: '1', text: 'a word' });
    await tool.replaceSection.execute({ spec: '1', heading: 'Notes', set: 'new\n' });
    await by('zoe').addNote.execute({ spec: '1', text: 'seen (twice): fine' });
    project.spec('002-b', 'status: planned\ncreated: 2026-01-02\nassignee: zoe\nreviewer: zac\nplace: here');
    await tool.updateSpec.execute({ spec: '2', priority: 'high' });
    const redacted = await tool.exportProject.execute({ scope: 'all', redact: true });
    expect(JSON.stringify(redacted)).not.toMatch(/zoe|zac|zoo/);
    const [one, two] = redacted.specs;
    expect(one?.criteria).toMatchObject([
      { proof: { by: 'somebody' }, tickedBy: null },
      { proof: { commit: 'abc1234' }, tickedBy: null },
    ]);
    expect(one?.body).toContain('seen (twice): fine');
    // The value of a custom field that is not about people is kept.
    expect(JSON.stringify(two?.events)).toContain('"place":"here"');
  });
});

it('export --redact leaves out texts with unreadable frontmatter, and reports them', async () => {
  const project = new MemoryProject();
  const documents = {
    unclosed: '---\nstatus: planned\nassignee: zoe\n# A\n',
    titled: '---\nassignee: zoe\n===\n# A\n',
    below: '\n---\nstatus: planned\nreviewer: zoe\n---\n# A\n',
    language: '--- assignee: zoe\nstatus: planned\n---\n# A\n',
    toml: '+++\nAssignee = "zoe"\n+++\n# A\n',
    conflict: '<<<<<<< HEAD\n---\nassignee: zoe\n---\n=======\n---\nassignee: zac\n---\n>>>>>>> b\n# A\n',
    tag: '---\nassignee: !!zoe x\n---\n# A\n\nSeen.\n',
    plain: '# Plain\n\nSeen.\n',
  };
  Object.entries(documents).forEach(([name, text], i) => {
    project.files.write(`specs/00${String(i + 1)}-${name}/README.md`, text);
  });
  const { specs } = await project.spectool.exportProject.execute({ redact: true });
  expect(JSON.stringify(specs)).not.toMatch(/zoe|zac/);
  expect(specs.map(({ spec, body }) => [spec.name, spec.title, /Left out|Seen/.exec(body)?.[0]])).toEqual([
    ...['unclosed', 'titled', 'below', 'language', 'toml', 'conflict'].map((name) => [
      name,
      name.replace(/^./, (letter) => letter.toUpperCase()),
      'Left out',
    ]),
    ['tag', 'A', 'Seen'],
    ['plain', 'Plain', 'Seen'],
  ]);
});

describe('Signatures of notes in export --redact', () => {
  const redacted = async (names: readonly string[], change: (text: string) => string) => {
    const project = new MemoryProject();
    project.spec('001-a', 'status: planned\ncreated: 2026-01-02', '# A\n');
    for (const name of names) {
      const { spectool } = new MemoryProject({ actors: new FixedActor(name) }, project.files);
      await spectool.addNote.execute({ spec: '1', text: 'a word' });
    }
    const text = Buffer.from(project.files.read('specs/001-a/README.md') ?? '').toString('utf8');
    project.files.write('specs/001-a/README.md', change(text));
    const { specs } = await project.spectool.exportProject.execute({ redact: true });
    return specs[0]?.body ?? '';
  };

  const MARKS = [
    '+ ',
    '-   ',
    '23) ',
    '  > * ',
    '- [~] ',
    '* [] ',
    '1. \uff3b\u2714\ufe0f\uff3d ',
    '\t- ',
    '- - ',
    '',
    '**',
    '| ',
  ];
  it.each(MARKS)('are removed after the list marker "%s", whatever names the log has', async (mark) => {
    const names = ['zoe', 'zoe (ops)', 'zac: a): b', `z${'o'.repeat(250)}e`];
    const body = await redacted(names, (text) => text.replaceAll(/^- (?=\d)/gm, mark));
    expect(body).not.toMatch(/zoe|zac|zoo|ops|b\)/);
    expect(body.split('\n').filter((line) => line.includes('a word'))).toEqual(
      names.map(() => `${mark}2026-02-01: a word`),
    );
  });

  it.each(['- ', '* ', '> 1. '])(
    'are removed after the list marker "%s" when the log does not have the name',
    async (mark) => {
      const body = await redacted([], (text) => `${text}\n${mark}2026-01-02 (zoe): a word\n`);
      expect(body).toContain(`${mark}2026-01-02: a word`);
    },
  );

  it('are removed in time proportional to the length of the text', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `zac): ${'x'.repeat(i)}`);
    const timeOf = async (times: number) => {
      const lines = ['- 2026-01-02 (zoe (2): a word\n', '- - ', '  ']
        .map((part) => part.repeat(times))
        .join('');
      const before = process.cpuUsage();
      expect(await redacted(names, (text) => text + lines)).not.toMatch(/zoe|zac/);
      return process.cpuUsage(before).user;
    };
    const [half, whole] = [await timeOf(25_000), await timeOf(50_000)];
    // Quadratic time would be four times as much; 3e6 microseconds are allowed for noise.
    expect(whole).toBeLessThan(3 * half + 3e6);
  });
});

it.each(['{assignee}', 'by-{reviewer}/{YYYY-MM}'])(
  'export --redact is refused when %s names folders after people',
  async (groupExtractor) => {
    const { files, spectool } = new MemoryProject();
    const structure = { pattern: 'custom', groupExtractor, groupFallback: 'none' };
    files.write('.spectool/config.json', JSON.stringify({ structure }));
    await spectool.createSpec.execute({ name: 'a', assignee: 'zoe' });
    await expect(spectool.exportProject.execute({ redact: true })).rejects.toMatchObject({
      code: 'USAGE',
      message: `Names of people cannot be left out: structure.groupExtractor ("${groupExtractor}") names folders after people.`,
    });
    expect((await spectool.exportProject.execute()).total).toBe(1);
  },
);

it('The specs of an export can be received one by one, the same as in the result', async () => {
  const project = new MemoryProject();
  project.spec('001-a', 'status: planned\ncreated: 2026-01-02\nassignee: kim', '# A\n');
  project.spec('002-b', 'status: planned\ncreated: 2026-01-02\ndepends_on: [a]', '# B\n');
  const { specs, ...rest } = await project.spectool.exportProject.execute({ redact: true });
  const received: unknown[] = [];
  const receive = (folders: readonly unknown[]) => {
    expect(folders).toMatchObject([{ ref: '001-a' }, { ref: '002-b' }]);
    return (spec: unknown) => received.push(spec);
  };
  const result = await project.spectool.exportProject.execute({ redact: true, receive });
  expect([received, result]).toEqual([specs, { ...rest, specs: [] }]);
});

describe('Documents that are too large to be exported together', () => {
  const exported = (size: number, count: number) => {
    const project = new MemoryProject();
    for (let i = 1; i <= count; i += 1)
      project.spec(`${String(i).padStart(3, '0')}-s`, `status: ${i === 1 ? 'complete' : 'planned'}`, '# S\n');
    const stat = project.files.stat.bind(project.files);
    project.files.stat = (path) => {
      const found = stat(path);
      return found === undefined || found.kind !== 'file' ? found : { ...found, size };
    };
    return project.spectool.exportProject;
  };

  it('are refused with their total size, and can be exported in several runs', async () => {
    const query = exported(48 * 1024 ** 2, 11);
    await expect(query.execute()).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('528 MB together, more than the 500 MB'),
      hint: expect.stringContaining('by status'),
      details: { megabytes: 528, most: 500 },
    });
    expect((await query.execute({ status: ['complete'] })).total).toBe(1);
  });

  it('are counted without the documents that are too large to be read', async () => {
    expect((await exported(60 * 1024 ** 2, 11).execute()).warnings).toHaveLength(1);
  });
});
