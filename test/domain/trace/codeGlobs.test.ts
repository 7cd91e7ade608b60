import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codeGlobsOf, globMatcher, pathMatcher } from '../../../src/domain/trace/codeGlobs.js';
import { filesOfFewSpecs, isSharedFile } from '../../../src/domain/trace/sharedFiles.js';
import { aSpec } from '../../support/specBuilder.js';

const selects = (glob: string, path: string) => globMatcher([glob])(path);

function matchesParts([part, ...parts]: readonly string[], [name, ...names]: readonly string[]): boolean {
  if (part === undefined) return true;
  if (part === '**' && parts.length > 0 && matchesParts(parts, name === undefined ? [] : [name, ...names]))
    return true;
  if (name === undefined) return false;
  if (part === '**') return parts.length === 0 || matchesParts([part, ...parts], names);
  return matchesText(part, name) && matchesParts(parts, names);
}

function matchesText(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*'))
    return matchesText(pattern.slice(1), text) || (text !== '' && matchesText(pattern, text.slice(1)));
  const isSame = text !== '' && (pattern.startsWith('?') || pattern[0] === text[0]);
  return isSame && matchesText(pattern.slice(1), text.slice(1));
}

describe('a glob of the field code', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src/auth', 'src/auth/deep/a.ts'],
    ['src/auth/', 'src/auth/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/?.ts', 'src/a.ts'],
    ['src/a*b*c', 'src/axbbxc'],
    ['src/a*', 'src/a'],
    ['src/**', 'src/a.ts'],
    ['src/**', 'src/deep/er/a.ts'],
    ['src/**/**', 'src/a.ts'],
    ['src/**/a.ts', 'src/a.ts'],
    ['src/**/a.ts', 'src/x/y/a.ts'],
    ['**/auth/**', 'auth/a.ts'],
    ['**/auth/**', 'src/auth/a.ts'],
    ['**', 'a.ts'],
    ['app/[id]/page.{ts,js}', 'app/[id]/page.{ts,js}'],
    ['a+(b)|c$.ts', 'a+(b)|c$.ts'],
  ])('%s selects %s', (glob, path) => {
    expect(selects(glob, path)).toBe(true);
  });

  it.each([
    ['src/a.ts', 'src/a.tsx'],
    ['src/a.ts', 'lib/src/a.ts'],
    ['src/auth', 'src/authors/a.ts'],
    ['src/*.ts', 'src/deep/a.ts'],
    ['src/?.ts', 'src/ab.ts'],
    ['src/**', 'src'],
    ['**/auth/**', 'src/auth'],
    ['src/**/a.ts', 'src/b.ts'],
    ['app/[id]/page.ts', 'app/i/page.ts'],
    ['src/{a,b}.ts', 'src/a.ts'],
    ['src/A.ts', 'src/a.ts'],
    ['*.ts', 'src/a.ts'],
  ])('%s does not select %s', (glob, path) => {
    expect(selects(glob, path)).toBe(false);
  });

  it('selects the same paths as a simple recursive match', () => {
    const name = fc.stringMatching(/^[ab*?]{1,4}$/);
    const glob = fc.array(fc.oneof(name, fc.constant('**')), { minLength: 1, maxLength: 5 });
    const path = fc.array(fc.stringMatching(/^[abc]{1,4}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(glob, path, (parts, names) => {
        expect(selects(parts.join('/'), names.join('/'))).toBe(matchesParts(parts, names));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['names with many wildcards', '*a'.repeat(200), `${'a'.repeat(4000)}b`],
    ['many folders', '**/'.repeat(400) + 'x', 'a/'.repeat(2000) + 'b'],
    ['many folders with names', '**/a*/'.repeat(300) + 'x', 'a/'.repeat(2000) + 'b'],
  ])('ends at once for %s', (_what, glob, path) => {
    expect(selects(glob, path)).toBe(false);
  });
});

describe('the globs of a spec', () => {
  const frontmatter = { custom: {} };
  it('are those of the list, or a single text written by hand', () => {
    expect(codeGlobsOf(aSpec(1, { fields: { code: ['a', 'b'] } }), frontmatter)).toEqual(['a', 'b']);
    expect(codeGlobsOf(aSpec(1, { fields: { code: 'src' } }), frontmatter)).toEqual(['src']);
    expect(codeGlobsOf(aSpec(1), frontmatter)).toEqual([]);
  });

  it('are limited in number', () => {
    const code = Array.from({ length: 5000 }, (_, i) => `src/${String(i)}`);
    expect(codeGlobsOf(aSpec(1, { fields: { code } }), frontmatter)).toHaveLength(100);
  });

  it('do not exist in a project with a custom field of that name', () => {
    const custom = { custom: { code: 'array' } } as const;
    expect(codeGlobsOf(aSpec(1, { fields: { code: ['src/**'] } }), custom)).toEqual([]);
  });
});

it.each([
  ['*.xml', 'a.xml', true],
  ['*.xml', 'b/a.xml', false],
  ['out/*', 'out/b/a.xml', false],
  ['out/**', 'out/b/a.xml', true],
  ['out/**', 'out', false],
  ['out/**/one.xml', 'out/one.xml', true],
  ['out/**/one.xml', 'out/b/c/one.xml', true],
  ['**/one.xml', 'one.xml.old', false],
  ['o?t/a(1).xml', 'out/a(1).xml', true],
  ['out', 'out/a.xml', false],
  [`${'**/'.repeat(60)}x.xml`, `${'a/'.repeat(60)}y.xml`, false],
])('a glob for whole paths: "%s" matches "%s": %s', (glob, path, isMatch) => {
  expect(pathMatcher(glob)(path)).toBe(isMatch);
});

describe('a file tells nothing about a spec', () => {
  it.each([
    ...'specs/001-a/README.md .spectool/config.json AGENTS.md CLAUDE.md package-lock.json'.split(' '),
    ...'web/yarn.lock pnpm-lock.yaml bun.lockb gradle.lockfile .terraform.lock.hcl go.sum'.split(' '),
    ...'CHANGELOG.md packages/a/CHANGES'.split(' '),
  ])('if it is a document, a setting or a file that every change touches: %s', (path) => {
    expect(isSharedFile(path, 'specs')).toBe(true);
  });

  it.each(
    'src/lock.ts src/project-lock.ts src/changes.ts src/block.json specs.ts docs/specs/a.md'.split(' '),
  )('but not if it is code: %s', (path) => {
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
