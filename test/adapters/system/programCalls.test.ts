import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { projectCall, userCall } from '../../../src/adapters/system/programCalls.js';
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

describe('the call in files of a project', () => {
  it.each<[given: string, files: Readonly<Record<string, string>>]>([
    ['a development dependency', { 'a/package.json': manifest({ devDependencies: { spectool: '^0.1.0' } }) }],
    ['a dependency', { 'a/package.json': manifest({ dependencies: { spectool: 'file:./spectool.tgz' } }) }],
    ['an optional one', { 'a/package.json': manifest({ optionalDependencies: { spectool: '*' } }) }],
    [
      'one of the repository around it',
      { 'a/package.json': manifest({}), 'package.json': manifest({ devDependencies: { spectool: '*' } }) },
    ],
    ['one that is installed and named elsewhere', { [BIN]: '#!/bin/sh\n' }],
  ])('goes through npx where the program is %s', (_given, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    mkdirSync(join(root, 'a'), { recursive: true });
    expect(projectCall(join(root, 'a'))).toBe(NPX);
  });

  it.each<[given: string, files: Readonly<Record<string, string>>]>([
    ['there is no manifest', {}],
    ['it names others', { 'package.json': manifest({ devDependencies: { 'spectool-sdd': '1' } }) }],
    ['it is the program’s own', { 'package.json': '{"name": "spectool", "bin": {"spectool": "x"}}' }],
    ['it is no JSON', { 'package.json': '{"devDependencies": {"spectool": ' }],
    ['it holds other things', { 'package.json': '[null]' }],
    ['its lists are none', { 'package.json': '{"devDependencies": "spectool", "dependencies": null}' }],
    ['only a folder below has it', { 'web/package.json': manifest({ devDependencies: { spectool: '1' } }) }],
  ])('is the plain name where %s', (_given, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    expect(projectCall(root)).toBe('spectool');
  });

  it('is not told by what lies above the repository, be this a clone or a linked working tree of one', () => {
    put('package.json', manifest({ devDependencies: { spectool: '1' } }));
    mkdirSync(join(root, 'clone/.git'), { recursive: true });
    put('tree/.git', 'gitdir: elsewhere\n');
    expect([projectCall(join(root, 'clone')), projectCall(join(root, 'tree'))]).toEqual([
      'spectool',
      'spectool',
    ]);
  });

  it('does not wait for a manifest that is a pipe', () => {
    execFileSync('mkfifo', [join(root, 'package.json')]);
    expect(projectCall(root)).toBe('spectool');
  });
});

describe('the call of one person', () => {
  beforeEach(() => put('package.json', manifest({ devDependencies: { spectool: '1' } })));

  it('goes through npx as long as no program of the name is on the PATH', () => {
    put('bin/other');
    expect(userCall(root)).toBe(NPX);
    expect(userCall(root, `${join(root, 'bin')}:/nonexistent`)).toBe(NPX);
    symlinkSync('other', join(root, 'bin/spectool'));
    expect(userCall(root, `/nonexistent:${join(root, 'bin')}`)).toBe('spectool');
  });

  it('goes through npx where that itself put the program on the PATH', () => {
    put(BIN);
    expect(userCall(root, `${join(root, 'node_modules/.bin')}:/nonexistent`)).toBe(NPX);
  });

  it('is the plain name in other projects, whatever is on the PATH', () => {
    const other = temporaryFolder();
    mkdirSync(join(other, '.git'));
    expect(userCall(other, '/nonexistent')).toBe('spectool');
  });
});
