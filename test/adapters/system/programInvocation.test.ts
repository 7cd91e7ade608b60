import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  programCommandForProject,
  programCommandForUser,
} from '../../../src/adapters/system/systemServices.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const NPX = 'npx --no-install spectool';
let root: string;

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, '.git'));
});
function put(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const manifest = (dependencies: object) => JSON.stringify({ name: 'shop', ...dependencies });
const BIN = 'node_modules/.bin/spectool';

describe('programCommandForProject', () => {
  it.each<[given: string, files: Readonly<Record<string, string>>]>([
    ['a development dependency', { 'a/package.json': manifest({ devDependencies: { spectool: '^0.1.0' } }) }],
    ['a dependency', { 'a/package.json': manifest({ dependencies: { spectool: 'file:./spectool.tgz' } }) }],
    ['an optional dependency', { 'a/package.json': manifest({ optionalDependencies: { spectool: '*' } }) }],
    [
      'a dependency of the surrounding repository',
      { 'a/package.json': manifest({}), 'package.json': manifest({ devDependencies: { spectool: '*' } }) },
    ],
    ['installed in node_modules', { [BIN]: '#!/bin/sh\n' }],
  ])('returns a call through npx when spectool is %s', (_given, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    mkdirSync(join(root, 'a'), { recursive: true });
    expect(programCommandForProject(join(root, 'a'))).toBe(NPX);
  });

  it.each<[given: string, files: Readonly<Record<string, string>>]>([
    ['there is no manifest', {}],
    [
      'the manifest names other packages',
      { 'package.json': manifest({ devDependencies: { 'spectool-sdd': '1' } }) },
    ],
    [
      'the manifest is that of spectool',
      { 'package.json': '{"name": "spectool", "bin": {"spectool": "x"}}' },
    ],
    ['the manifest is not JSON', { 'package.json': '{"devDependencies": {"spectool": ' }],
    ['the manifest is not an object', { 'package.json': '[null]' }],
    [
      'the dependency lists are invalid',
      { 'package.json': '{"devDependencies": "spectool", "dependencies": null}' },
    ],
    [
      'only a subfolder depends on spectool',
      { 'web/package.json': manifest({ devDependencies: { spectool: '1' } }) },
    ],
  ])('returns the name spectool, without npx, when %s', (_given, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    expect(programCommandForProject(root)).toBe('spectool');
  });

  it('ignores a package.json above the top of the repository, in a clone and in a linked worktree', () => {
    put('package.json', manifest({ devDependencies: { spectool: '1' } }));
    mkdirSync(join(root, 'clone/.git'), { recursive: true });
    put('tree/.git', 'gitdir: elsewhere\n');
    expect([
      programCommandForProject(join(root, 'clone')),
      programCommandForProject(join(root, 'tree')),
    ]).toEqual(['spectool', 'spectool']);
  });

  it('does not wait for data when package.json is a pipe', () => {
    execFileSync('mkfifo', [join(root, 'package.json')]);
    expect(programCommandForProject(root)).toBe('spectool');
  });
});

describe('programCommandForUser', () => {
  beforeEach(() => put('package.json', manifest({ devDependencies: { spectool: '1' } })));

  it('returns a call through npx unless spectool is on the PATH', () => {
    put('bin/other');
    expect(programCommandForUser(root)).toBe(NPX);
    expect(programCommandForUser(root, `${join(root, 'bin')}:/nonexistent`)).toBe(NPX);
    symlinkSync('other', join(root, 'bin/spectool'));
    expect(programCommandForUser(root, `/nonexistent:${join(root, 'bin')}`)).toBe('spectool');
  });

  it('returns a call through npx when npx itself put spectool on the PATH', () => {
    put(BIN);
    expect(programCommandForUser(root, `${join(root, 'node_modules/.bin')}:/nonexistent`)).toBe(NPX);
  });

  it('returns the name spectool, without npx, in a project that does not depend on spectool', () => {
    const other = temporaryFolder();
    mkdirSync(join(other, '.git'));
    expect(programCommandForUser(other, '/nonexistent')).toBe('spectool');
  });
});
