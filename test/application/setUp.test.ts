import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { FixedActor } from '../../src/adapters/memory/fixedActor.js';
import { MemoryProjectLock } from '../../src/adapters/memory/memoryProjectLock.js';
import { NoRepository } from '../../src/adapters/memory/noRepository.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { refusalOf } from '../support/refusal.js';
import { ScratchProject } from '../support/scratchProject.js';

const projects: ScratchProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});
function given(files: Readonly<Record<string, string>> = {}): ScratchProject {
  const project = new ScratchProject(files);
  projects.push(project);
  return project;
}
const disk = ({ root }: ScratchProject) => new NodeFileSystem(root, { staging: '.spectool/tmp' });
function tool(project: ScratchProject, fileSystem: FileSystem = disk(project)) {
  return createSpectool({
    ports: {
      fileSystem,
      actors: new FixedActor(),
      repository: new NoRepository(),
      lock: new MemoryProjectLock(),
    },
  });
}
/** No links to make: as on Windows. */
class WithoutLinks extends NodeFileSystem {
  override link(): boolean {
    return false;
  }
}

const AGENTS = 'AGENTS.md';
const SKILL = '.github/skills/spectool-sdd/SKILL.md';

describe('init', () => {
  it('makes a project that create works in, with links that lead to AGENTS.md', async () => {
    const project = given();
    const { created, links, warnings } = await tool(project).initProject.execute({
      agentTools: 'all',
      skill: true,
    });
    expect(created).toEqual(
      expect.arrayContaining([
        '.spectool/config.json',
        'specs',
        '.gitattributes',
        AGENTS,
        'ALPHA.md',
        'BETA.md',
        SKILL,
      ]),
    );
    expect(links.map(({ kind }) => kind)).toEqual(['link', 'link']);
    expect(readlinkSync(join(project.root, 'ALPHA.md'))).toBe(AGENTS);
    expect(warnings).toEqual([]);
    expect(project.read(AGENTS)).toContain(SKILL);
    const { events } = await tool(project).showHistory.execute();
    expect(events.map(({ type }) => type).sort()).toEqual(['ProjectInitialized', 'SkillInstalled']);
    await tool(project).createSpec.execute({ name: 'first' });
  });

  it('changes nothing the second time', async () => {
    const project = given();
    await tool(project).initProject.execute({ agentTools: 'all', skill: true });
    const before = project.files();
    const { created, updated } = await tool(project).initProject.execute({ agentTools: 'all', skill: true });
    expect([created, updated]).toEqual([[], []]);
    expect(project.files()).toEqual(before);
  });

  it('leaves the files of the user alone, and says so', async () => {
    const project = given({ 'ALPHA.md': 'mine\n', [AGENTS]: '# Mine\r\n\r\nMy rules.\r\n' });
    const { kept, warnings } = await tool(project).initProject.execute({ agentTools: 'alpha' });
    expect(kept).toContain('ALPHA.md');
    expect(warnings.map(({ code }) => code)).toEqual(['FILE_KEPT']);
    expect(project.read('ALPHA.md')).toBe('mine\n');
    expect(project.read(AGENTS).startsWith('# Mine\r\n\r\nMy rules.\r\n')).toBe(true);
  });

  it.each<[string, (root: string) => void]>([
    ['a folder where AGENTS.md belongs', (root) => mkdirSync(join(root, AGENTS))],
    ['a folder where .gitattributes belongs', (root) => mkdirSync(join(root, '.gitattributes'))],
    ['a link out of the project', (root) => symlinkSync('/tmp/elsewhere.md', join(root, AGENTS))],
  ])('finds %s before it has written anything', async (_what, obstruct) => {
    const project = given({ 'notes.txt': 'mine' });
    obstruct(project.root);
    const refusal = await refusalOf(() =>
      tool(project).initProject.execute({ agentTools: 'all', skill: true }),
    );
    expect(refusal).toMatchObject({ code: 'WRITE_FAILED' });
    expect([...project.files().keys()]).toEqual(['notes.txt']);
    expect(disk(project).stat('.spectool')).toBeUndefined();
  });

  it('finds a file where the specs belong before it has written anything', async () => {
    const project = given({ specs: 'a file' });
    expect(await refusalOf(() => tool(project).initProject.execute())).toMatchObject({
      code: 'WRITE_FAILED',
    });
    expect([...project.files().keys()]).toEqual(['specs']);
  });

  const STEPS = { agentTools: 'all', skill: true } as const;
  it.each<
    [string, Readonly<Record<string, string>>, (spectool: ReturnType<typeof tool>) => Promise<unknown>]
  >([
    ['of nothing', { 'notes.txt': 'mine' }, (spectool) => spectool.initProject.execute(STEPS)],
    [
      'of a project that stands',
      {
        '.spectool/config.json': '{"features":{"aiAgents":true}}',
        '.spectool/templates/spec-template.md': '# {title}\n',
        '.gitattributes': '*.md text\n',
        [AGENTS]: 'mine\n',
      },
      (spectool) => spectool.initProject.execute(STEPS),
    ],
    [
      'of the skill',
      {
        '.spectool/config.json': '{}',
        '.spectool/templates/spec-template.md': '# {title}\n',
        [AGENTS]: 'mine\n',
      },
      (spectool) => spectool.installSkill.execute(),
    ],
  ])(
    'set-up %s that cannot write at any one of its steps leaves everything as it was',
    async (_what, files, command) => {
      const counting = new FaultyFileSystem(disk(given(files)));
      await command(tool(given(files), counting));
      expect(counting.changes).toBeGreaterThan(8);
      for (let at = 1; at <= counting.changes; at += 1) {
        const project = given(files);
        const before = project.files();
        const failed = await command(tool(project, new FaultyFileSystem(disk(project), { at }))).then(
          () => false,
          () => true,
        );
        if (failed) expect({ at, files: project.files() }).toEqual({ at, files: before });
      }
    },
  );

  it('copies where links cannot be made, and refreshes the copies later', async () => {
    const project = given();
    const noLinks = () => tool(project, new WithoutLinks(project.root, { staging: '.spectool/tmp' }));
    const { links } = await noLinks().initProject.execute({ agentTools: 'alpha' });
    expect(links).toEqual([{ path: 'ALPHA.md', target: AGENTS, kind: 'copy' }]);
    expect(lstatSync(join(project.root, 'ALPHA.md')).isFile()).toBe(true);
    await noLinks().installSkill.execute();
    expect(project.read(AGENTS)).toContain(SKILL);
    expect(project.read('ALPHA.md')).toContain(SKILL);
  });

  it('says when a flag means nothing to the project that stands', async () => {
    const project = given();
    await tool(project).initProject.execute();
    const { warnings } = await tool(project).initProject.execute({ template: 'api' });
    expect(warnings.map(({ code }) => code)).toEqual(['CONFIG_KEPT']);
    project.write('.spectool/config.json', '{"features":{"aiAgents":false}}');
    const again = await tool(project).initProject.execute({ agentTools: 'beta' });
    expect(again.warnings.map(({ code }) => code)).toEqual(['CONFIG_KEPT']);
    expect(disk(project).stat('BETA.md')).toBeUndefined();
  });

  it('brings shipped templates back, but invents none', async () => {
    const project = given({ '.spectool/config.json': '{"template":"api-template.md"}' });
    await tool(project).initProject.execute();
    expect(project.read('.spectool/templates/api-template.md')).toContain('{title}');
    const other = given({ '.spectool/config.json': '{"template":"gone.md"}' });
    expect(await refusalOf(() => tool(other).initProject.execute())).toMatchObject({
      code: 'CONFIG_INVALID',
    });
    expect([...other.files().keys()]).toEqual(['.spectool/config.json']);
  });
});

describe('skill install', () => {
  const ready = async () => {
    const project = given();
    await tool(project).initProject.execute();
    return project;
  };

  it('goes from created to unchanged, keeps an edited one with the difference, and replaces it by force', async () => {
    const project = await ready();
    const install = (force = false) => tool(project).installSkill.execute({ force });
    expect((await install()).action).toBe('created');
    expect((await install()).action).toBe('unchanged');
    project.write(SKILL, `${project.read(SKILL)}\nMy own rule.\n`);
    const kept = await install();
    expect(kept).toMatchObject({ action: 'kept', edited: [{ path: SKILL }] });
    expect(project.read(SKILL)).toContain('My own rule.');
    expect((await install(true)).action).toBe('replaced');
    expect(project.read(SKILL)).not.toContain('My own rule.');
  });

  it('shortens AGENTS.md to what is special about the project', async () => {
    const project = await ready();
    const before = project.read(AGENTS);
    await tool(project).installSkill.execute();
    expect(project.read(AGENTS)).not.toBe(before);
    expect(project.read(AGENTS).split('\n').length).toBeLessThan(100);
  });
});

describe('a configuration with problems of several kinds', () => {
  it('has all of them told at once, missing templates too', async () => {
    const project = given({
      '.spectool/config.json': '{"specsDir":"..","template":"gone.md","autoCheck":3}',
    });
    const refusal = await refusalOf(async () => tool(project).listSpecs.execute());
    expect(refusal.message).toMatch(/specsDir[^]*autoCheck[^]*template names "gone\.md"/);
  });
});
