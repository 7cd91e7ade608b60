import { describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createTestSpectool } from '../../src/composition/testing.js';

const AGENTS = 'AGENTS.md';
const CONFIG = '.spectool/config.json';

async function initialised(files: Readonly<Record<string, string>> = {}, request: object = {}) {
  const spectool = createTestSpectool({ files });
  await spectool.initProject.execute(request);
  return { spectool, text: () => spectool.files.readText(AGENTS) ?? '' };
}
type Project = Awaited<ReturnType<typeof initialised>>;
const found = async ({ spectool }: Project) =>
  (await spectool.validateProject.execute()).findings.map(({ code, file, line }) => [code, file, line]);

describe('AGENTS.md', () => {
  it('has name and description from package.json, else from the README, else from the project folder', async () => {
    const manifest = { 'package.json': '{"name":"shop","description":"Sells books."}' };
    const readme = { 'readme.md': '# Book shop\n\nAll about books.\n' };
    expect((await initialised({ ...manifest, ...readme })).text()).toContain('# shop\n\nSells books.\n');
    expect((await initialised(readme)).text()).toContain('# Book shop\n\nAll about books.\n');
    expect((await initialised()).text()).toMatch(/^# project$/m);
    const named = await initialised({ ...manifest }, { name: 'Apollo' });
    expect(named.text()).toContain('# Apollo\n\nSells books.\n');
  });

  it('has the same project name as the templates', async () => {
    const { spectool } = await initialised({
      'package.json': '{"name":"shop"}',
      '.spectool/templates/own.md': '# {title} of {project_name}\n',
    });
    await spectool.createSpec.execute({ name: 'a', template: 'own' });
    expect(spectool.files.readText('specs/001-a/README.md')).toContain('# A of shop');
  });

  it.each([
    [{ structure: { prefix: '{YYYYMMDD}-' } }, 'specs/20260105-005-user-login/'],
    [{ structure: { sequenceDigits: 4, prefix: 'spec-' } }, 'specs/spec-0005-user-login/'],
    [
      {
        structure: { pattern: 'custom', groupExtractor: 'milestone-{milestone}' },
        frontmatter: { custom: { milestone: 'number' } },
      },
      'specs/milestone-v1/005-user-login/',
    ],
    [{ structure: { pattern: 'custom', groupExtractor: '{YYYY-MM}' } }, 'specs/2026-01/005-user-login/'],
    [{ structure: { pattern: '{date}/{seq}-{name}/' } }, 'specs/20260105/005-user-login/'],
  ])('shows the path of an example spec with the configuration %j', async (config, folder) => {
    const { text } = await initialised({ [CONFIG]: JSON.stringify(config) });
    expect(text()).toContain(`\`${folder}\``);
    const ref = folder.split('/').at(-2) ?? '';
    expect(text()).toContain(`folder (\`${ref}\`)`);
    expect(text()).not.toContain('042-x');
  });

  it('has at most 1,100 tokens, 180 when the skill is installed, and begins with prime', async () => {
    expect(countTokens((await initialised()).text())).toBeLessThanOrEqual(1100);
    const { text } = await initialised({}, { skill: true });
    expect(countTokens(text())).toBeLessThanOrEqual(180);
    expect(text()).toContain('Run `spectool prime` first');
  });

  it('names prime before board, search and create, and the commands to claim, tick, note, complete and merge', async () => {
    const { text } = await initialised();
    const [, before = ''] = /## Before any task\n([^]*?)\n## /.exec(text()) ?? [];
    expect(before.match(/spectool (?:prime|board|search|create)/g)).toEqual([
      'spectool prime',
      'spectool board',
      'spectool search',
      'spectool create',
    ]);
    for (const told of ['claim', 'check', 'note', 'update <spec> --status complete', 'resolve'])
      expect(text()).toContain(`spectool ${told}`);
    expect(text()).toContain('`--as NAME`');
  });

  it('has only the sections about the project when the skill is installed, in fewer than 100 lines', async () => {
    const { text } = await initialised({}, { skill: true });
    expect(text().match(/^#+ .*/gm)).toEqual(['# project', '## This project']);
    expect(text().split('\n').length).toBeLessThan(100);
  });
});

it.each([
  [true, 99, []],
  [true, 100, [['AGENTS_LONG', AGENTS, undefined]]],
  [false, 150, []],
])('a long AGENTS.md is a finding, earlier with the skill: %s, %s lines', async (skill, lines, expected) => {
  const project = await initialised({}, { skill });
  const own = 'A rule of ours.\n'.repeat(lines - project.text().trimEnd().split('\n').length);
  project.spectool.files.write(AGENTS, own + project.text());
  expect(await found(project)).toEqual(expected);
});

describe('An AGENTS.md that is out of date', () => {
  it.each<[string, (project: Project) => void]>([
    ['a new description', ({ spectool }) => spectool.files.write('package.json', '{"description":"New."}')],
    ['a new template', ({ spectool }) => spectool.files.write('.spectool/templates/rfc.md', '# {title}\n')],
    ['a changed setting', ({ spectool }) => spectool.files.write(CONFIG, '{"structure":{"prefix":"spec-"}}')],
    [
      'a hand edit',
      ({ spectool, text }) => spectool.files.write(AGENTS, text().replace('## Rules', '## Laws')),
    ],
    [
      'an older program',
      ({ spectool, text }) => spectool.files.write(AGENTS, text().replace(/begin v\d+/, 'begin v1')),
    ],
  ])('is a finding that init repairs, after %s', async (_what, change) => {
    const project = await initialised();
    expect(await found(project)).toEqual([]);
    change(project);
    expect(await found(project)).toEqual([['AGENTS_STALE', AGENTS, undefined]]);
    await project.spectool.initProject.execute();
    expect(await found(project)).toEqual([]);
  });

  it('is a finding in copies of AGENTS.md too, and so is a begin marker without an end marker', async () => {
    const project = await initialised({}, { agentTools: 'none' });
    project.spectool.files.write('ALPHA.md', 'AGENTS.md');
    expect(await found(project)).toEqual([['AGENTS_STALE', 'ALPHA.md', undefined]]);
    await project.spectool.initProject.execute();
    expect(await found(project)).toEqual([]);
    project.spectool.files.write(AGENTS, project.text().replace(/<!-- spectool:end -->/, ''));
    expect((await found(project))[0]).toEqual(['AGENTS_STALE', AGENTS, 1]);
  });

  it.each([
    ['the file is missing', undefined, '{}'],
    ['the file has no block', '# Mine\n', '{}'],
    [
      'features.aiAgents is off',
      '<!-- spectool:begin v1 -->\n<!-- spectool:end -->\n',
      '{"features":{"aiAgents":false}}',
    ],
  ])('is not a finding when %s', async (_what, agents, config) => {
    const project = await initialised({}, { agentTools: 'none' });
    project.spectool.files.remove(AGENTS);
    if (agents !== undefined) project.spectool.files.write(AGENTS, agents);
    project.spectool.files.write(CONFIG, config);
    expect(await found(project)).toEqual([]);
  });
});
