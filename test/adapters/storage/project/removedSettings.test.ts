import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REMOVED_KEYS } from '../../../../src/adapters/storage/project/configValidation.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { FileConfigurationStore } from '../../../../src/adapters/storage/project/fileConfigurationStore.js';
import { GitSandbox } from '../../../support/gitSandbox.js';
import { runOnDisk } from '../../../support/runInProcess.js';

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

it('the settings that 4c2cc0ff had and this version lacks are known as removed', () => {
  const names = ['CLOCK_AHEAD', 'GROUP_MISMATCH', 'REFERENCE_AMBIGUOUS'].map((code) => `rules.${code}`);
  expect(Object.keys(REMOVED_KEYS)).toEqual(
    expect.arrayContaining(['extends', 'workflow.approvals', ...names]),
  );
});

it.each(Object.entries(REMOVED_KEYS))('the former setting %s is a warning with advice', (key, instead) => {
  const store = storeOf(
    key.split('.').reduceRight<object | number>((value, name) => ({ [name]: value }), 1) as object,
  );
  expect(store.load().warnings).toEqual([
    { key, message: 'was removed and has no effect', allowed: instead },
  ]);
  expect(refusal(() => store.edited(new Map([[key, ['1']]]))).hint).toContain(instead);
  expect(
    storeOf(JSON.parse(store.edited(new Map([[key, undefined]])).text) as object).load().warnings,
  ).toEqual([]);
});

describe('validate --fix', () => {
  it('writes inherited values into a configuration with `extends`, the nearest first, and keeps its own', () => {
    const store = storeOf(
      { extends: '../../shared.json', rules: { SIZE: 'warning' }, variables: { team: 'Web' } },
      {
        '../shared.json': {
          extends: 'all.json',
          rules: { SIZE: 'off', LINK_BROKEN: 'error' },
          specsDir: 'elsewhere',
          variables: { project_name: 'shop', team: 'Core' },
        },
        '../all.json': { rules: { LINK_BROKEN: 'off' }, workflow: { completeNeeds: 'nothing' } },
      },
    );
    expect(JSON.parse(store.withoutExtends()?.text ?? '')).toEqual({
      rules: { SIZE: 'warning', LINK_BROKEN: 'error' },
      variables: { team: 'Web' },
      workflow: { completeNeeds: 'nothing' },
    });
    expect(storeOf({}).withoutExtends()).toBeUndefined();
  });

  it.each([
    ['that does not exist', {}],
    ['that is no configuration', { '../shared.json': ['x'] }],
  ])('leaves an `extends` %s, because its values would be lost', (_what, others) => {
    expect(storeOf({ extends: '../../shared.json' }, others).withoutExtends()).toBeUndefined();
  });

  it('ends at an `extends` that leads back', () => {
    const store = storeOf({ extends: '../../shared.json' }, { '../shared.json': { extends: 'shared.json' } });
    expect(JSON.parse(store.withoutExtends()?.text ?? '')).toEqual({});
  });

  it('records the settings that it writes', async () => {
    const project = new GitSandbox();
    mkdirSync(join(project.root, 'web/.spectool'), { recursive: true });
    writeFileSync(join(project.root, 'web/.spectool/config.json'), '{}');
    const run = (...args: string[]) => runOnDisk(join(project.root, 'web'), args);
    await run('init', '-y');
    writeFileSync(join(project.root, 'shared.json'), '{"rules": {"SIZE": "off"}}');
    writeFileSync(join(project.root, 'web/.spectool/config.json'), '{"extends": "../../shared.json"}');
    expect((await run('validate', '--fix')).stdout).toContain('`extends` was removed');
    expect((await run('config', 'get', 'rules.SIZE')).stdout).toBe('off\n');
    expect((await run('history', '--limit', '1')).stdout).toContain('rules.SIZE');
  });
});
