import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from './temporaryFolder.js';

const MODULE = join(import.meta.dirname, 'ownEnvironment.mjs');

it('tests run without the spectool, git configuration and names of the person who starts them', () => {
  const [home, bin] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Kim\n[init]\n\tdefaultBranch = trunk\n');
  // As npm installs it globally: in the folder of node, which the tests need.
  symlinkSync(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, 'spectool'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(bin, 'hooks'));
  const script = `
    const { takeOwnEnvironment } = await import(${JSON.stringify(MODULE)});
    takeOwnEnvironment(process.argv[1]);
    const { spawnSync } = await import('node:child_process');
    console.log(spawnSync('sh', ['-c', 'command -v spectool; command -v node; git config --list; env'], { encoding: 'utf8' }).stdout);`;
  const own = temporaryFolder();
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, own], {
    encoding: 'utf8',
    env: {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: home,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: join(bin, 'hooks'),
      GIT_DIR: join(home, 'elsewhere'),
      XDG_CONFIG_HOME: home,
      SPECTOOL_ACTOR: 'kim',
      SPECTOOL_TEST_DATA: '/data',
      EDITOR: 'kim-edit',
    },
  });
  expect(printed.split('\n')[0]).toBe(join(own, 'bin0/node'));
  expect(printed).not.toMatch(/kim|trunk|hookspath|elsewhere/i);
  expect(printed).toContain('SPECTOOL_TEST_DATA=/data');
});
