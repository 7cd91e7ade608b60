import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ASSISTANTS, SUPPORTED } from '../../src/domain/project/assistants.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver } from '../support/spectoolOnDisk.js';
import { refusalOf } from '../support/thrownError.js';

const given = (files?: Readonly<Record<string, string>>) => new ScratchProject(files);
const disk = ({ root }: ScratchProject, platform?: NodeJS.Platform) => onDisk(root, platform);
const tool = (project: ScratchProject, fileSystem = disk(project)) => spectoolOver(fileSystem);
const init = (project: ScratchProject, agentTools: string, skill = true) =>
  tool(project).initProject.execute({ agentTools, skill });
const at = (project: ScratchProject, path: string) => join(project.root, path);
const SKILL = 'spectool-sdd/SKILL.md';
const MAIN = `.github/skills/${SKILL}`;
const ROWS = ASSISTANTS.map((row) => [row.name, row] as const);
/** Files of a project besides those that every choice of assistants has. */
const files = (project: ScratchProject) =>
  [...project.files().keys()].filter((path) => !/^(?:\.spectool|specs|\.github)\//.test(path)).sort();

describe('the table of assistants', () => {
  it.each(ROWS)('makes the files of %s, and keeps them for another choice', async (name, row) => {
    const neighbour = `${dirname(row.file ?? row.skillFolder ?? 'a/b')}/own.md`;
    const project = given({ [neighbour]: 'mine\n', 'CONTRIBUTING.md': 'mine too\n' });
    await init(project, name);
    const made = files(project);
    if (row.file !== undefined) {
      expect(lstatSync(at(project, row.file)).isSymbolicLink()).toBe(true);
      expect(readFileSync(at(project, row.file), 'utf8')).toBe(project.read('AGENTS.md'));
    }
    if (row.skillFolder !== undefined)
      expect(project.read(`${row.skillFolder}/${SKILL}`)).toBe(project.read(MAIN));
    await init(project, 'none');
    expect(files(project)).toEqual(made);
    await init(project, name);
    expect(files(project)).toEqual(made);
    expect(project.read(neighbour)).toBe('mine\n');
    expect(project.read(MAIN)).toContain('spectool');
  });

  it.each(ROWS)('names the source of %s and the day on which it was read', (name, { source }) => {
    if ([...SUPPORTED, 'skills'].includes(name)) return;
    expect(source?.pages.every((page) => /^https:\/\/\S+$/.test(page))).toBe(true);
    expect(source?.read).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  });

  it('has each name once, in alphabetical order after alpha and beta', () => {
    const names = ASSISTANTS.map(({ name }) => name).filter((name) => name !== 'skills');
    expect(names).toEqual([...SUPPORTED, ...names.slice(2).sort()]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('init --agent-tools skills', () => {
  it('installs the skill in the shared folder and in the standard folder, without a link and without --skill', async () => {
    const project = given();
    const { links } = await tool(project).initProject.execute({ agentTools: 'skills' });
    expect(links).toEqual([]);
    expect(project.read(`.agents/skills/${SKILL}`)).toBe(project.read(MAIN));
    expect(existsSync(at(project, 'ALPHA.md'))).toBe(false);
  });

  it('writes the skill once for all assistants that read the shared folder', async () => {
    const project = given();
    const { created } = await init(project, 'codex,cursor,gemini,opencode,skills,zed');
    expect(created.filter((path) => path.endsWith('/SKILL.md'))).toEqual([MAIN, `.agents/skills/${SKILL}`]);
  });
});

it('another choice of assistants keeps the links and skills of the former choice, and brings them up to date', async () => {
  const project = given();
  await init(project, 'claude,junie');
  const { removed } = await init(project, 'zed');
  expect(removed).toBeUndefined();
  expect(readlinkSync(at(project, 'CLAUDE.md'))).toBe('AGENTS.md');
  expect(project.read(`.claude/skills/${SKILL}`)).toBe(project.read(MAIN));
});

describe('an assistant in the configuration', () => {
  const withAgents = (...agents: readonly object[]) =>
    given({ '.spectool/config.json': JSON.stringify({ agents }) });

  it('can have its file in a folder', async () => {
    const project = withAgents({
      name: 'mybot',
      file: '.mybot/rules/main.md',
      skillFolder: './.mybot/skills/',
    });
    const { links } = await init(project, 'mybot');
    expect(links).toEqual([{ path: '.mybot/rules/main.md', target: '../../AGENTS.md', kind: 'link' }]);
    expect(project.read('.mybot/rules/main.md')).toBe(project.read('AGENTS.md'));
    expect(project.read(`.mybot/skills/${SKILL}`)).toBe(project.read(MAIN));
  });

  it.each<[string, (project: ScratchProject) => void]>([
    ['a file', (project) => project.write('.mybot', 'x')],
    ['a link out of the project', (project) => symlinkSync('/tmp', at(project, '.mybot'))],
    ['a link to another folder', (project) => symlinkSync('specs', at(project, '.mybot'))],
    ['a broken link', (project) => symlinkSync('gone', at(project, '.mybot'))],
  ])('gets a warning and no link if its folder is %s', async (_what, make) => {
    for (const file of ['.mybot/x.md', '.mybot/deep/x.md']) {
      const project = withAgents({ name: 'mybot', file });
      make(project);
      const { links, warnings } = await tool(project).initProject.execute({ agentTools: 'mybot' });
      expect(links).toEqual([]);
      expect(warnings).toMatchObject([{ code: 'FILE_KEPT', message: expect.stringContaining(file) }]);
    }
  });

  it.each([
    [{ name: 'mybot' }, 'agents[0].file is missing'],
    [{ name: 'My Bot', file: 'X.md' }, 'agents[0].name is "My Bot"'],
    [{ name: 'mybot', file: 'rules.txt' }, 'agents[0].file is "rules.txt"'],
    [{ name: 'mybot', file: 'X.md', folder: 'x' }, 'agents[0].folder is not a setting'],
  ])('is refused with the key that is wrong: %j', async (agent, problem) => {
    const { message } = await refusalOf(() => init(withAgents(agent), 'none'));
    expect(message).toContain(problem);
  });

  it('is what the error for an unknown name leads to', async () => {
    const { hint } = await refusalOf(() => init(given(), 'mybot'));
    expect(hint).toContain('`agents` in .spectool/config.json');
  });
});
