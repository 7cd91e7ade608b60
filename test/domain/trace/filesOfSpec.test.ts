import { describe, expect, it } from '@jest/globals';
import { filesOfFewSpecs, isSharedFile, namesPath } from '../../../src/domain/trace/filesOfSpec.js';

describe('a text names a path', () => {
  it.each([
    'src/a.ts',
    'See src/a.ts.',
    '`src/a.ts`',
    '(./src/a.ts)',
    'src/a.ts:12',
    'x src/a.tsx src/a.ts',
    '"src/a.ts"',
  ])('as a whole: %s', (text) => {
    expect(namesPath(text, 'src/a.ts')).toBe(true);
  });

  it.each([
    'src/a.tsx',
    'lib/src/a.ts',
    '../src/a.ts',
    'src/a.ts.map',
    'src/a.ts/b',
    'my-src/a.ts',
    'src/a-ts',
    '',
  ])('but not in part: %s', (text) => {
    expect(namesPath(text, 'src/a.ts')).toBe(false);
  });

  it('in a text of megabytes that nearly names it a million times, in time that grows with the length', () => {
    expect(namesPath('a'.repeat(2_000_000), 'a')).toBe(false);
    expect(namesPath('./'.repeat(1_000_000), '.')).toBe(false);
  });
});

describe('a file tells nothing about a spec', () => {
  it.each([
    'specs/001-a/README.md',
    '.spectool/config.json',
    'AGENTS.md',
    'CLAUDE.md',
    'package-lock.json',
    'web/yarn.lock',
    'pnpm-lock.yaml',
    'bun.lockb',
    'gradle.lockfile',
    '.terraform.lock.hcl',
    'go.sum',
    'CHANGELOG.md',
    'packages/a/CHANGES',
  ])('if it is a document, a setting or a file that every change touches: %s', (path) => {
    expect(isSharedFile(path, 'specs')).toBe(true);
  });

  it.each([
    'src/lock.ts',
    'src/project-lock.ts',
    'src/changes.ts',
    'src/block.json',
    'specs.ts',
    'docs/specs/a.md',
  ])('but not if it is code: %s', (path) => {
    expect(isSharedFile(path, 'specs')).toBe(false);
  });

  it('if commits of more than two specs changed it', () => {
    const files = new Map([
      ['1', new Set(['a', 'b', 'c'])],
      ['2', new Set(['a', 'b'])],
      ['3', new Set(['a'])],
    ]);
    expect(filesOfFewSpecs(files)).toEqual(
      new Map([
        ['1', new Set(['b', 'c'])],
        ['2', new Set(['b'])],
        ['3', new Set()],
      ]),
    );
  });
});
