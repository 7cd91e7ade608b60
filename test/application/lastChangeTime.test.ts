import { describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { createTestSpectool, type TestSpectoolOptions } from '../../src/composition/testing.js';
import { repositoryPorts } from '../support/gitRepositoryPorts.js';

const FILE = 'specs/001-a/README.md';
const NOW = '2026-01-05T10:00:00Z';
const FOREIGN = 'specs/007-old/README.md';
const asking = (frontmatter: object) => ({ '.spectool/config.json': JSON.stringify({ frontmatter }) });
const PROJECT = {
  '.spectool/config.json': '{}',
  '.spectool/templates/spec-template.md': '# {title}\n\n## Problem\n\nSlow.\n',
};

async function given(options: TestSpectoolOptions = {}) {
  const tool = createTestSpectool({ ...options, files: { ...PROJECT, ...options.files } });
  await tool.createSpec.execute({ name: 'a' });
  const document = () => tool.files.readText(FILE) ?? '';
  /** Adds the field `updated` to the document, as earlier builds of spectool did. */
  const withUpdated = (at = NOW) =>
    tool.files.write(FILE, document().replace('\n---\n\n#', `\nupdated: ${at}\n---\n\n#`));
  const facts = async () => (await tool.showHistory.execute({})).events.map(({ type }) => type);
  const viewed = async (spec = '1') => {
    const { updated, updatedFrom } = (await tool.viewSpec.execute({ spec })).spec;
    return [updated, updatedFrom];
  };
  const silent = async () => {
    const { findings } = await tool.validateProject.execute({});
    expect(findings.filter(({ code }) => !/^(?:SECTION|AGENTS|FOLDER_NAME)/.test(code))).toEqual([]);
  };
  return { ...tool, tool, document, withUpdated, facts, viewed, silent };
}

describe('The time of the last change of a spec', () => {
  it('is in the log, not in the document', async () => {
    const { tool, clock, document, viewed } = await given();
    clock.advance({ ms: 60_000 });
    const { spec } = await tool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(document()).not.toContain('updated');
    expect(spec).toMatchObject({ updated: '2026-01-05T10:01:00Z', updatedFrom: 'log' });
    expect(await viewed()).toEqual(['2026-01-05T10:01:00Z', 'log']);
  });

  it('sorts lists, and is shown by every command', async () => {
    const { tool, clock } = await given();
    await tool.createSpec.execute({ name: 'b' });
    clock.advance({ ms: 60_000 });
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    const { specs } = await tool.listSpecs.execute({ sort: 'updated' });
    expect(specs.map(({ ref, updated }) => `${ref} ${String(updated)}`)).toEqual([
      '002-b 2026-01-05T10:00:00Z',
      '001-a 2026-01-05T10:01:00Z',
    ]);
    const found = await tool.searchSpecs.execute({ query: '1' });
    expect(found.results[0]?.spec).toMatchObject({ updated: '2026-01-05T10:01:00Z', updatedFrom: 'log' });
  });

  it('is read from the log to decide whether the spec is stale, whatever the document says', async () => {
    const { tool, clock, withUpdated } = await given();
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    withUpdated('2026-02-05T10:00:00Z');
    clock.advance({ days: 20 });
    expect((await tool.showBoard.execute({})).health.stale).toEqual(['001-a']);
    const { findings } = await tool.validateProject.execute({});
    expect(findings.map(({ code }) => code)).toContain('STALE');
  });

  it.each([{ required: ['status', 'created', 'updated'] }, { optional: ['updated'] }])(
    'is in the document too when the configuration requires that: %j',
    async (frontmatter) => {
      const { tool, clock, document, silent } = await given({ files: asking(frontmatter) });
      expect(document()).toContain(`\nupdated: ${NOW}\n`);
      clock.advance({ ms: 60_000 });
      await tool.updateSpec.execute({ spec: '1', priority: 'high' });
      expect(document()).toContain('\nupdated: 2026-01-05T10:01:00Z\n');
      expect((await tool.validateProject.execute({ fix: true })).fixed).toEqual([]);
      expect(document()).toContain('\nupdated: ');
      await silent();
    },
  );
});

describe('A document with the field `updated`', () => {
  it('loses that field with the next change, without an event', async () => {
    const { tool, document, withUpdated, silent } = await given();
    withUpdated();
    await silent();
    const { events, warnings } = await tool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(document()).not.toContain('updated');
    expect([events.length, warnings]).toEqual([1, []]);
    await silent();
  });

  it('is not reported as edited in that field when another field was edited', async () => {
    const { tool, document, withUpdated } = await given();
    withUpdated('2020-01-01T00:00:00Z');
    tool.files.write(FILE, document().replace('status: planned', 'status: in-progress'));
    const { warnings } = await tool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(JSON.stringify(warnings)).not.toContain('updated');
    const { events } = await tool.showHistory.execute({});
    expect(events.find(({ type }) => type === 'FrontmatterEdited')?.data).toEqual({
      changes: { status: { from: 'planned', to: 'in-progress' } },
    });
  });
});

describe('The time of the last change of a spec without a log', () => {
  const foreign = (more = '') => ({
    [FOREIGN]: `---\nstatus: planned\ncreated: 2026-01-01\n${more}---\n# Old\n`,
  });
  const committed = () =>
    Object.assign(new NoRepository(), {
      lastCommits: (paths: readonly string[]) => new Map(paths.map((path) => [path, Date.parse(NOW)])),
    });

  it.each([
    ['updated: 2026-01-03T00:00:00Z\n', '2026-01-03T00:00:00Z'],
    ['updated_at: 2026-01-03\n', '2026-01-03'],
  ])('is the date in its document, if there is one: %j', async (line, at) => {
    const { viewed } = await given({ files: foreign(line), ports: repositoryPorts(committed()) });
    expect(await viewed('7')).toEqual([at, 'document']);
  });

  it('is that of its last commit, if its document has no date', async () => {
    const { tool, viewed } = await given({ files: foreign(), ports: repositoryPorts(committed()) });
    expect(await viewed('7')).toEqual([NOW, 'git']);
    const { results } = await tool.searchSpecs.execute({ query: 'old' });
    expect(results[0]?.spec).toMatchObject({ updated: NOW, updatedFrom: 'git' });
  });

  it('is that of its file, if there is neither a date nor a commit', async () => {
    const { viewed } = await given({ files: foreign() });
    expect(await viewed('7')).toEqual([expect.stringMatching(/^2026-.*Z$/), 'file']);
  });

  it('is unknown if its document cannot be read', async () => {
    const { viewed } = await given({ files: { [FOREIGN]: '---\na: [\n---\n' } });
    expect(await viewed('7')).toEqual([null, null]);
  });
});
