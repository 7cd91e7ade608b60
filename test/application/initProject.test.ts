import { cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryProjectLock } from '../../src/adapters/memory/testDoubles.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf, isRejected, refusalOf } from '../support/thrownError.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver } from '../support/spectoolOnDisk.js';

const given = (files?: Readonly<Record<string, string>>) => new ScratchProject(files);
const disk = ({ root }: ScratchProject, platform?: NodeJS.Platform) => onDisk(root, platform);
const tool = (project: ScratchProject, fileSystem: FileSystem = disk(project)) => spectoolOver(fileSystem);
const AGENTS = 'AGENTS.md';
const SKILL = '.github/skills/spectool-sdd/SKILL.md';

describe('init', () => {
  it('makes a project in which create works, with links to AGENTS.md', async () => {
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

  it('names the folders of another tool that a new project has among its specs', async () => {
    const project = given({
      'specs/001-login/spec.md': '# Feature Specification: Login\n',
      '.specify/memory.md': '#\n',
    });
    const { warnings } = await tool(project).initProject.execute({ agentTools: 'none' });
    expect(warnings).toMatchObject([
      { code: 'NOT_IMPORTED', advice: [{ useCase: 'adoptFolders', request: { paths: ['specs'] } }] },
    ]);
  });

  it('changes nothing the second time', async () => {
    const project = given();
    await tool(project).initProject.execute({ agentTools: 'all', skill: true });
    const before = project.files();
    const { created, updated } = await tool(project).initProject.execute({ agentTools: 'all', skill: true });
    expect([created, updated]).toEqual([[], []]);
    expect(project.files()).toEqual(before);
  });

  it('uses the configuration as it is after init got the lock', async () => {
    const project = given();
    await tool(project).initProject.execute({ agentTools: 'none' });
    const later = project.copy();
    await tool(later).setSetting.execute({ key: 'frontmatter.custom.source', values: ['string'] });
    const lock = new MemoryProjectLock();
    const hold = lock.hold.bind(lock);
    lock.hold = (work) => {
      // Simulates another process that held the lock before init and changed the configuration.
      cpSync(later.root, project.root, { recursive: true });
      return hold(work);
    };
    await spectoolOver(disk(project), { lock }).initProject.execute({ agentTools: 'none' });
    const { events } = await tool(project).showHistory.execute();
    expect(events.map(({ type, data }) => [type, data['changes']])).toEqual([
      ['ConfigurationChanged', { 'frontmatter.custom.source': { from: null, to: 'string' } }],
      ['ProjectInitialized', undefined],
    ]);
  });

  it('keeps the text of files of the user, and adds a reference that `none` removes', async () => {
    const project = given({ 'ALPHA.md': 'mine\n', [AGENTS]: '# Mine\r\n\r\nMy rules.\r\n' });
    const { updated, links, warnings } = await tool(project).initProject.execute({ agentTools: 'alpha' });
    expect(updated).toContain('ALPHA.md');
    expect(links).toEqual([{ path: 'ALPHA.md', target: AGENTS, kind: 'reference' }]);
    expect(warnings).toEqual([]);
    expect(project.read('ALPHA.md')).toMatch(
      /^mine\n\n<!-- spectool:begin v1 -->\n.*\nRead @AGENTS\.md .*\n<!--/,
    );
    await tool(project).initProject.execute({ agentTools: 'none' });
    expect(project.read('ALPHA.md')).toBe('mine\n');
    expect(project.read(AGENTS).startsWith('# Mine\r\n\r\nMy rules.\r\n')).toBe(true);
  });

  it.each<[string, (root: string) => void]>([
    ['a folder where AGENTS.md belongs', (root) => mkdirSync(join(root, AGENTS))],
    ['a folder where .gitattributes belongs', (root) => mkdirSync(join(root, '.gitattributes'))],
    ['a link out of the project', (root) => symlinkSync('/tmp/elsewhere', join(root, '.gitattributes'))],
  ])('detects %s before any file is written', async (_what, obstruct) => {
    const project = given({ 'notes.txt': 'mine' });
    obstruct(project.root);
    const refusal = await refusalOf(() =>
      tool(project).initProject.execute({ agentTools: 'all', skill: true }),
    );
    expect(refusal).toMatchObject({ code: 'WRITE_FAILED' });
    expect([...project.files().keys()]).toEqual(['notes.txt']);
    expect(disk(project).stat('.spectool')).toBeUndefined();
  });

  const STEPS = { agentTools: 'all', skill: true } as const;
  it.each<
    [string, Readonly<Record<string, string>>, (spectool: ReturnType<typeof tool>) => Promise<unknown>]
  >([
    ['for a new project', { 'notes.txt': 'mine' }, (spectool) => spectool.initProject.execute(STEPS)],
    [
      'for an existing project',
      {
        '.spectool/config.json': '{"features":{"aiAgents":true}}',
        '.spectool/templates/spec-template.md': '# {title}\n',
        '.gitattributes': '*.md text\n',
        [AGENTS]: 'mine\n',
      },
      (spectool) => spectool.initProject.execute(STEPS),
    ],
    [
      'for the skill',
      {
        '.spectool/config.json': '{}',
        '.spectool/templates/spec-template.md': '# {title}\n',
        [AGENTS]: 'mine\n',
      },
      (spectool) => spectool.installSkill.execute(),
    ],
  ])('restores everything when a write fails, as skill install does: %s', async (_what, files, command) => {
    const counting = new FaultyFileSystem(disk(given(files)));
    await command(tool(given(files), counting));
    expect(counting.changes).toBeGreaterThan(8);
    for (let at = 1; at <= counting.changes; at += 1) {
      const project = given(files);
      const before = project.files();
      const failed = await isRejected(command(tool(project, new FaultyFileSystem(disk(project), { at }))));
      if (failed) expect({ at, files: project.files() }).toEqual({ at, files: before });
    }
  });

  it('copies AGENTS.md when links cannot be made, and updates the copies later', async () => {
    const project = given();
    const noLinks = () => tool(project, disk(project, 'win32'));
    const { links } = await noLinks().initProject.execute({ agentTools: 'alpha' });
    expect(links).toEqual([{ path: 'ALPHA.md', target: AGENTS, kind: 'copy' }]);
    expect(lstatSync(join(project.root, 'ALPHA.md')).isFile()).toBe(true);
    await noLinks().installSkill.execute();
    expect(project.read(AGENTS)).toContain(SKILL);
    expect(project.read('ALPHA.md')).toContain(SKILL);
  });

  it('warns about a flag that the existing configuration overrides', async () => {
    const project = given({ '.spectool/config.json': '{"features":{"aiAgents":false}}' });
    const again = await tool(project).initProject.execute({ agentTools: 'beta' });
    expect(again.warnings.map(({ code }) => code)).toEqual(['CONFIG_KEPT']);
    expect(disk(project).stat('BETA.md')).toBeUndefined();
  });

  it.each<[string, (project: ScratchProject) => Promise<unknown>]>([
    [
      'whose configuration is written by hand',
      async (project) => project.write('.spectool/config.json', '{}'),
    ],
    [
      'whose ALPHA.md was removed',
      async (project) => {
        await tool(project).initProject.execute();
        disk(project).remove('ALPHA.md');
      },
    ],
    [
      'where ALPHA.md is a broken link to AGENTS.md',
      async (project) => {
        await tool(project).initProject.execute();
        disk(project).remove(AGENTS);
      },
    ],
  ])('makes only the link ALPHA.md in a project %s', async (_what, arrange) => {
    const project = given();
    await arrange(project);
    expect(await tool(project).showSetup.execute()).toMatchObject({ agentTools: ['alpha'] });
    const { links } = await tool(project).initProject.execute();
    expect(links).toEqual([{ path: 'ALPHA.md', target: AGENTS, kind: 'link' }]);
    expect(readlinkSync(join(project.root, 'ALPHA.md'))).toBe(AGENTS);
    expect(project.read(AGENTS)).toContain('spectool');
  });

  it.each([
    ['none', []],
    ['beta', ['BETA.md']],
    ['all', ['ALPHA.md', 'BETA.md']],
  ])('uses --agent-tools %s again in later runs without the flag', async (agentTools, paths) => {
    const project = given();
    await tool(project).initProject.execute();
    await tool(project).initProject.execute({ agentTools });
    for (const path of [AGENTS, 'ALPHA.md', 'BETA.md']) disk(project).remove(path);
    const { links } = await tool(project).initProject.execute();
    expect(links.map(({ path }) => path)).toEqual(paths);
    const again = await tool(project).initProject.execute({ agentTools });
    expect([again.created, again.updated]).toEqual([[], []]);
  });

  it.each([
    [
      ['alpha', '--agent-tools', 'beta'],
      ['ALPHA.md', 'BETA.md'],
    ],
    [['alpha,beta'], ['ALPHA.md', 'BETA.md']],
    [
      ['alpha,gemini', '--agent-tools', 'alpha'],
      ['ALPHA.md', 'GEMINI.md'],
    ],
    [['none', '--agent-tools', 'none'], []],
    [
      ['all', '--agent-tools', 'claude'],
      ['ALPHA.md', 'BETA.md', 'CLAUDE.md'],
    ],
  ])('makes links for every --agent-tools flag: %j', async (given, links) => {
    const project = new MemoryProject();
    const { stdout } = await project.run(['init', '-y', '--json', '--agent-tools', ...given]);
    const result = JSON.parse(stdout) as { readonly links: readonly { readonly path: string }[] };
    expect(result.links.map(({ path }) => path)).toEqual(links);
  });

  it.each([
    ['none', 'alpha'],
    ['alpha', 'gamma'],
  ])('refuses --agent-tools %s together with --agent-tools %s', async (one, other) => {
    const args = ['init', '-y', '--agent-tools', one, '--agent-tools', other];
    expect(await new MemoryProject().run(args)).toMatchObject({ code: 2 });
  });

  it('links the files that detected assistants read, and installs the skill in their folders', async () => {
    const project = given({ '.claude/settings.json': '{}', '.cursorrules': 'x', 'GEMINI.md': 'own' });
    const { links, warnings, created } = await tool(project).initProject.execute({
      agentTools: 'detected',
      skill: true,
    });
    expect(links.map(({ path }) => path).sort()).toEqual(['.cursorrules', 'CLAUDE.md', 'GEMINI.md']);
    expect(warnings).toEqual([]);
    expect(created.filter((path) => path.endsWith('/SKILL.md'))).toEqual([
      SKILL,
      '.claude/skills/spectool-sdd/SKILL.md',
      '.agents/skills/spectool-sdd/SKILL.md',
    ]);
    expect(project.read('.claude/skills/spectool-sdd/SKILL.md')).toBe(project.read(SKILL));
    expect((await tool(project).installSkill.execute()).action).toBe('unchanged');
  });

  it('serves assistants whose files exist, and names others that are detected', async () => {
    const project = given({
      'CLAUDE.md': 'own',
      '.gemini/x': '',
      '.kiro/x': '',
      '.cursor/rules/mine.mdc': 'x',
    });
    const { found, links } = await tool(project).initProject.execute();
    expect(found).toEqual(['gemini']);
    expect(links.map(({ path }) => path).sort()).toEqual([
      '.cursor/rules/spectool.md',
      'ALPHA.md',
      'CLAUDE.md',
    ]);
    expect(project.read('CLAUDE.md')).toMatch(/^own\n\n<!-- spectool:begin v1 -->/);
    expect(project.read('.cursor/rules/mine.mdc')).toBe('x');
    const { assistants } = await tool(project).showSetup.execute();
    expect(assistants.flatMap(({ name, detected }) => (detected ? [name] : []))).toEqual(
      'alpha claude cursor gemini kiro'.split(' '),
    );
  });

  it('keeps a skill edited in the folder of one assistant, with a warning', async () => {
    const project = given();
    await tool(project).initProject.execute({ agentTools: 'claude', skill: true });
    const path = '.claude/skills/spectool-sdd/SKILL.md';
    project.write(path, 'mine');
    const { action, edited } = await tool(project).installSkill.execute();
    expect([action, edited?.map((one) => one.path)]).toEqual(['kept', [path]]);
    expect(project.read(path)).toBe('mine');
    expect((await tool(project).installSkill.execute({ force: true })).action).toBe('replaced');
    expect(project.read(path)).toBe(project.read(SKILL));
  });

  it.each([
    ['rfc', 'rfc-template.md'],
    ['rfc-template.md', 'rfc-template.md'],
    ['note', 'note.md'],
    ['bug', 'bug-template.md'],
  ])('makes a project with the template of the user, given as %s', async (name, file) => {
    const own = {
      '.spectool/templates/rfc-template.md': '# RFC {title}\n',
      '.spectool/templates/note.md': '# Note {title}\n',
    };
    const project = given(own);
    const { templates } = await tool(project).showSetup.execute();
    expect(templates).toEqual(['api', 'bug', 'default', 'feature', 'note', 'rfc']);
    await tool(project).initProject.execute({ template: name });
    expect(tool(project).config).toMatchObject({ template: file, templates: { default: file } });
    await tool(project).createSpec.execute({ name: 'first' });
  });

  it('makes another configured template the primary one, and does not change the rest of the configuration', async () => {
    const text =
      '{\r\n    "templates": { "small": "note.md" },\r\n    "template": "spec-template.md"\r\n}\r\n';
    const project = given({
      '.spectool/config.json': text,
      '.spectool/templates/note.md': '# Note {title}\n',
    });
    const { updated } = await tool(project).initProject.execute({ template: 'small' });
    expect(updated).toContain('.spectool/config.json');
    expect(project.read('.spectool/config.json')).toBe(text.replace('spec-template.md', 'note.md'));
    await tool(project).createSpec.execute({ name: 'first' });
    expect(project.read('specs/001-first/README.md')).toContain('# Note First');
    const again = await tool(project).initProject.execute();
    expect([again.created, again.updated]).toEqual([[], []]);
  });

  it('warns if the template name "default" stays with another template', async () => {
    const project = given({ '.spectool/config.json': '{"templates":{"default":"api-template.md"}}' });
    const { warnings } = await tool(project).initProject.execute({ template: 'bug' });
    expect(warnings.map(({ code }) => code)).toEqual(['CONFIG_KEPT']);
    expect(tool(project).config.template).toBe('bug-template.md');
  });

  it('names the nearest template when the given template is missing', async () => {
    const project = given({ '.spectool/templates/rfc.md': '# {title}\n' });
    const refusal = await refusalOf(() => tool(project).initProject.execute({ template: 'rcf' }));
    expect(refusal).toMatchObject({ code: 'TEMPLATE_NOT_FOUND', hint: 'Did you mean rfc?' });
    expect([...project.files().keys()]).toEqual(['.spectool/templates/rfc.md']);
  });

  it.each(['AGENTS.md', './AGENTS.md', 'AGENTS.md\r\n'])(
    'repairs a link that git checked out as a text file, where links are not supported (%j)',
    async (text) => {
      const project = given();
      await tool(project).initProject.execute({ agentTools: 'none' });
      project.write('ALPHA.md', text);
      const { links, warnings } = await tool(project, disk(project, 'win32')).initProject.execute();
      expect(links).toEqual([{ path: 'ALPHA.md', target: AGENTS, kind: 'copy' }]);
      expect(warnings).toMatchObject([
        { code: 'LINK_AS_TEXT', hint: expect.stringContaining('skip-worktree') },
      ]);
      expect(project.read('ALPHA.md')).toContain(project.read(AGENTS));
      const again = await tool(project, disk(project, 'win32')).initProject.execute();
      expect([again.updated, again.warnings]).toEqual([[], []]);
    },
  );

  it('quotes any configured file name as one shell word in the commands of its hints', async () => {
    const file = 'x$(touch y);`z`.md';
    const project = given({
      '.spectool/config.json': JSON.stringify({ agents: [{ name: 'junie', file }] }),
      [file]: AGENTS,
    });
    const { warnings } = await tool(project, disk(project, 'win32')).initProject.execute({
      agentTools: 'junie',
    });
    expect(warnings).toMatchObject([
      { code: 'LINK_AS_TEXT', hint: expect.stringContaining(`--skip-worktree '${file}'`) },
    ]);
  });

  it('ignores line ends that git changed in a copy on Windows', async () => {
    const project = given();
    const windows = () => tool(project, disk(project, 'win32'));
    await windows().initProject.execute({ agentTools: 'all' });
    for (const path of [AGENTS, 'ALPHA.md', 'BETA.md', '.spectool/config.schema.json'])
      project.write(path, project.read(path).replaceAll('\n', '\r\n'));
    const before = project.files();
    const { created, updated, warnings } = await windows().initProject.execute({ agentTools: 'all' });
    expect([created, updated, warnings]).toEqual([[], [], []]);
    expect(project.files()).toEqual(before);
  });

  it.each(['docs/agents.md', '/tmp/spectool-elsewhere.md', 'ALPHA.md', 'gone.md'])(
    'keeps the link that a user made from AGENTS.md to %s, and the target of that link',
    async (target) => {
      const project = given({ 'docs/agents.md': 'mine\n', 'ALPHA.md': 'mine too\n' });
      symlinkSync(target, join(project.root, AGENTS));
      const { warnings } = await tool(project).initProject.execute({ agentTools: 'all' });
      await tool(project).installSkill.execute();
      expect(readlinkSync(join(project.root, AGENTS))).toBe(target);
      expect([project.read('docs/agents.md'), project.read('ALPHA.md')]).toEqual(['mine\n', 'mine too\n']);
      expect(warnings[0]).toMatchObject({ code: 'FILE_KEPT', message: expect.stringContaining(target) });
      expect(disk(project).stat('gone.md')).toBeUndefined();
    },
  );

  it('makes no circular links', async () => {
    const project = given();
    symlinkSync('ALPHA.md', join(project.root, AGENTS));
    await tool(project).initProject.execute({ agentTools: 'all' });
    expect(disk(project).stat('ALPHA.md')).toBeUndefined();
  });

  it('restores missing templates that spectool ships, but no others', async () => {
    const project = given({ '.spectool/config.json': '{"template":"api-template.md"}' });
    await tool(project).initProject.execute();
    expect(project.read('.spectool/templates/api-template.md')).toContain('{title}');
    const other = given({ '.spectool/config.json': '{"template":"gone.md"}' });
    await expectRefusalOf(() => tool(other).initProject.execute(), 'CONFIG_INVALID');
    expect([...other.files().keys()]).toEqual(['.spectool/config.json']);
  });
});

describe('skill install', () => {
  const ready = async () => {
    const project = given();
    await tool(project).initProject.execute();
    return project;
  };

  it('creates the skill once, keeps an edited skill and shows the difference, and replaces it with --force', async () => {
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

  it('keeps an edited further file of the skill when SKILL.md was removed', async () => {
    const project = await ready();
    await tool(project).installSkill.execute();
    const further = SKILL.replace('SKILL.md', 'references/writing.md');
    project.write(further, 'Our own rules.\n');
    disk(project).remove(SKILL);
    expect((await tool(project).installSkill.execute()).action).toBe('kept');
    expect(project.read(further)).toBe('Our own rules.\n');
  });
});

it('A configuration with problems of several kinds is refused with all problems at once, including missing templates', async () => {
  const project = given({
    '.spectool/config.json': '{"specsDir":"..","template":"gone.md","autoCheck":3}',
  });
  const refusal = await refusalOf(async () => tool(project).listSpecs.execute());
  expect(refusal.message).toMatch(/specsDir[^]*autoCheck[^]*template names "gone\.md"/);
});
