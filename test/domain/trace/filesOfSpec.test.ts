import { describe, expect, it } from '@jest/globals';
import { filesOfFewSpecs, isSharedFile } from '../../../src/domain/trace/codeGlobs.js';

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
