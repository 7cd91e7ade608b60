import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readInRepository } from '../../../../src/adapters/git/locations/readInRepository.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { FileConfigurationStore } from '../../../../src/adapters/storage/project/fileConfigurationStore.js';
import { createSpectool } from '../../../../src/composition/createSpectool.js';
import { DEFAULT_CONFIG } from '../../../../src/domain/project/configuration.js';
import { GitSandbox } from '../../../support/gitSandbox.js';
import { runOnDisk } from '../../../support/runInProcess.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { refusal } from '../../../support/thrownError.js';

/** Returns the configuration of the project `api` in a repository with these other files. */
function storeOf(own: object, others: Readonly<Record<string, unknown>> = {}): FileConfigurationStore {
  const files = new MemoryFileSystem();
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  files.write('.spectool/config.json', JSON.stringify(own));
  return new FileConfigurationStore(files, (path) =>
    Object.hasOwn(others, path) ? { text: JSON.stringify(others[path]) } : { problem: 'does not exist' },
  );
}

const BASE = '../.spectool/config.json';
const EXTENDS = { extends: '../../.spectool/config.json' };

describe('a configuration with `extends`', () => {
  it('inherits by key what the projects of a repository share, and lists as a whole', () => {
    const { config } = storeOf(
      { ...EXTENDS, rules: { SIZE: 'warning' }, frontmatter: { required: ['status'] } },
      {
        [BASE]: {
          rules: { SIZE: 'off', LINK_BROKEN: 'error' },
          frontmatter: { required: ['status', 'team'], custom: { team: 'string' } },
          features: { compliance: true },
          criteria: { sections: ['Done'] },
          workflow: { completeNeeds: 'nothing' },
          variables: { team: 'Core', project_name: 'shop' },
        },
      },
    ).load();
    expect(config).toMatchObject({
      rules: { SIZE: 'warning', LINK_BROKEN: 'error' },
      frontmatter: { required: ['status'], custom: { team: 'string' } },
      features: { compliance: true, examples: true },
      criteria: { sections: ['Done'] },
      workflow: { completeNeeds: 'nothing', approvals: 1 },
    });
    expect(config.variables).toEqual({ team: 'Core' });
    expect(config.frontmatter.optional).toContain('compliance');
  });

  it('does not inherit folders, templates and the files of assistants', () => {
    const { config } = storeOf(EXTENDS, {
      [BASE]: {
        specsDir: 'elsewhere',
        structure: { prefix: 'x-' },
        template: 'gone.md',
        templates: { default: 'gone.md' },
        agents: [{ name: 'junie', file: 'JUNIE.md' }],
      },
    }).load();
    expect(config).toEqual(DEFAULT_CONFIG);
  });

  it('inherits over several files, of which the nearest counts', () => {
    const store = storeOf(EXTENDS, {
      [BASE]: { extends: '../../all/config.json', workflow: { approvals: 2 } },
      '../../all/config.json': { workflow: { approvals: 3, selfApproval: true } },
    });
    expect(store.load().config.workflow).toMatchObject({ approvals: 2, selfApproval: true });
    expect(store.setting('workflow.selfApproval')).toEqual({
      key: 'workflow.selfApproval',
      value: true,
      isDefault: false,
      inheritedFrom: '../../all/config.json',
    });
  });

  it('tells where each value is from', () => {
    const store = storeOf(
      { ...EXTENDS, rules: { SIZE: 'off' } },
      { [BASE]: { rules: { LINK_BROKEN: 'error' } } },
    );
    const rules = store.settings().filter(({ key }) => key.startsWith('rules'));
    expect(rules).toEqual([
      { key: 'rules.LINK_BROKEN', value: 'error', isDefault: false, inheritedFrom: BASE },
      { key: 'rules.SIZE', value: 'off', isDefault: false },
    ]);
    expect(store.setting('autoCheck')).toEqual({ key: 'autoCheck', value: true, isDefault: true });
    expect(
      storeOf({})
        .settings()
        .some((setting) => 'inheritedFrom' in setting),
    ).toBe(false);
  });

  it('is edited in its own file only', () => {
    const store = storeOf(EXTENDS, { [BASE]: { rules: { SIZE: 'off' } } });
    const { text, config } = store.edited(new Map([['rules.LINK_BROKEN', ['error']]]));
    expect(JSON.parse(text)).toEqual({ ...EXTENDS, rules: { LINK_BROKEN: 'error' } });
    expect(config.rules).toEqual({ SIZE: 'off', LINK_BROKEN: 'error' });
  });

  const chain = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`../${String(i)}.json`, { extends: `./${String(i + 1)}.json` }]),
  );
  it.each<[what: string, own: object, others: Readonly<Record<string, unknown>>, message: string]>([
    ['a missing file', EXTENDS, {}, `but ${BASE} does not exist`],
    ['an absolute path', { extends: '/etc/passwd' }, {}, 'an absolute path is not followed'],
    ['itself', { extends: './config.json' }, {}, 'leads back to a file it came from'],
    ['a cycle', EXTENDS, { [BASE]: { extends: '../api/../.spectool/config.json' } }, `${BASE}, ${BASE}`],
    ['too many files', { extends: '../../0.json' }, chain, 'more than 10 files'],
    ['a file with a problem', EXTENDS, { [BASE]: { rules: [] } }, `${BASE} has a problem:\n  rules is`],
    ['a file that is no object', EXTENDS, { [BASE]: [] }, `${BASE} has a problem:\n  the file holds`],
    [
      'a file whose values do not fit here',
      { ...EXTENDS, structure: { pattern: 'custom', groupExtractor: '{team}' } },
      { [BASE]: { frontmatter: { custom: { team: 'array' } } } },
      'structure.groupExtractor groups specs by "team"',
    ],
  ])('is refused if it names %s', (_what, own, others, message) => {
    const { code, message: told } = refusal(() => storeOf(own, others).load());
    expect([code, told]).toEqual(['CONFIG_INVALID', expect.stringContaining(message)]);
  });
});

describe('`config unset extends`', () => {
  it.each(['../missing.json', '../shared.json', '/etc/passwd', './config.json'])(
    'works although %s cannot be inherited from',
    async (path) => {
      const { root } = new GitSandbox()
        .write('.spectool/config.json', JSON.stringify({ rules: { SIZE: 'off' }, extends: path }))
        .write('.spectool/templates/spec-template.md', '# {title}\n')
        .write('shared.json', '{"rules": {"SIZE": "of"}}');
      expect((await runOnDisk(root, ['list'])).stderr).toContain('config unset extends`');
      const { code, stderr } = await runOnDisk(root, ['config', 'unset', 'extends']);
      expect([code, stderr]).toEqual([0, '']);
      expect((await runOnDisk(root, ['config', 'get', 'rules.SIZE'])).stdout).toBe('off\n');
    },
  );
});

describe('readInRepository', () => {
  const sandbox = new GitSandbox().write('shared.json', '{}').write('api/x').write('.git/own.json');
  const read = readInRepository(join(sandbox.root, 'api'));
  symlinkSync('/etc/passwd', join(sandbox.root, 'link.json'));

  it.each([
    ['../missing.json', 'does not exist'],
    ['../../../../../../../../etc/passwd', 'is outside the repository'],
    ['../link.json', 'is outside the repository'],
    ['../.git/own.json', 'is outside the repository'],
    ['..', 'is outside the repository'],
    ['.', 'is not a file of at most 1 MB'],
  ])('does not read %s, because it %s', (path, problem) => {
    expect(read(path)).toEqual({ problem });
  });

  it('reads a file of the repository; without a repository, only files of the project', () => {
    expect(read('../shared.json')).toEqual({ text: '{}' });
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'api'));
    for (const path of ['a.json', 'api/b.json']) writeFileSync(join(folder, path), '{}');
    const alone = readInRepository(join(folder, 'api'));
    expect([alone('b.json'), alone('../a.json')]).toEqual([
      { text: '{}' },
      { problem: 'is outside the repository' },
    ]);
  });
});

describe('a project in a repository', () => {
  it('uses inherited settings, also after a change of the inherited file, and records them once', async () => {
    const sandbox = new GitSandbox().write('web/x').write('shared.json', '{"workflow": {"approvals": 2}}');
    const spectool = createSpectool({ cwd: join(sandbox.root, 'web'), actor: 'kim', cache: false });
    await spectool.initProject.execute({});
    await spectool.setSetting.execute({ key: 'extends', values: ['../../shared.json'] });
    expect(spectool.config.workflow.approvals).toBe(2);
    const changes = async () => {
      const { events } = await spectool.showHistory.execute({});
      return events.filter(({ type }) => type === 'ConfigurationChanged').length;
    };
    await spectool.createSpec.execute({ name: 'first' });
    const before = await changes();
    writeFileSync(join(dirname(spectool.root), 'shared.json'), '{"workflow": {"approvals": 3}}');
    expect(spectool.config.workflow.approvals).toBe(3);
    await spectool.createSpec.execute({ name: 'second' });
    await spectool.createSpec.execute({ name: 'third' });
    expect((await changes()) - before).toBe(1);
  });
});
