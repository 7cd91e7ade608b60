import { describe, expect, it } from '@jest/globals';
import { attributePattern, placeBlock } from '../../../src/domain/project/managedTexts.js';
import { asCalled, gitCalledIn } from '../../../src/domain/project/programCall.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import fc from 'fast-check';

const BEGIN = '<!-- spectool:begin v1 -->';
const END = '<!-- spectool:end -->';

const called = (text: string) => asCalled(text, 'npx --no-install spectool');

describe('a pattern in .gitattributes', () => {
  it('is the plain path when folder and file name have no special characters', () => {
    expect(attributePattern('docs/specs', 'README.md')).toBe('docs/specs/**/README.md');
  });

  it.each(['specs', 'my specs', '#specs', '!specs', 'docs/[draft]', '[draft', 'ü/仕様', "it's"])(
    'matches the documents of this folder in git: %s',
    (folder) => {
      const sandbox = new GitSandbox().write(
        '.gitattributes',
        `${attributePattern(folder, 'READ ME.md')} merge=spectool\n`,
      );
      const merge = (path: string) => sandbox.git('check-attr', '-z', 'merge', '--', path).split('\0')[2];
      expect(merge(`${folder}/group/001-a/READ ME.md`)).toBe('spectool');
      expect(merge(`${folder}/001-a/NOTES.md`)).toBe('unspecified');
      expect(merge('READ ME.md')).toBe('unspecified');
    },
  );
});

describe('The block of spectool between two markers in a file', () => {
  it('is the whole text of an empty file', () => {
    expect(placeBlock('', 'ours', 1)).toEqual({
      kind: 'placed',
      change: 'added',
      text: `${BEGIN}\nours\n${END}\n`,
    });
  });

  it.each([
    ['mine', `mine\n\n${BEGIN}`],
    ['mine\n', `mine\n\n${BEGIN}`],
    ['mine\n\n', `mine\n\n${BEGIN}`],
    ['mine\r\n', `mine\r\n\r\n${BEGIN}\r\n`],
    ['\uFEFF', `\uFEFF${BEGIN}`],
  ])('is added after %j with one blank line between', (existing, expected) => {
    const placed = placeBlock(existing, 'ours', 1);
    expect(placed.kind === 'placed' && placed.text.startsWith(expected)).toBe(true);
  });

  it('replaces an older block, and changes nothing when the block is the same', () => {
    const existing = `before\n<!-- spectool:begin v0 -->\nold\nolder\n${END}\nafter`;
    const text = `before\n${BEGIN}\nours\n${END}\nafter`;
    expect(placeBlock(existing, 'ours', 1)).toEqual({ kind: 'placed', change: 'refreshed', text });
    expect(placeBlock(text, 'ours', 1)).toEqual({ kind: 'placed', change: 'unchanged', text });
  });

  it('is replaced without changing any byte around it, whatever the line ends', () => {
    const around = fc.array(fc.constantFrom('a', '\r\n', '\n', '\r', '# t', ' ', '', '---', '\u2028'));
    fc.assert(
      fc.property(around, around, fc.constantFrom('\n', '\r\n'), (first, last, newline) => {
        const before = [...first, newline].join('');
        const after = [newline, ...last].join('');
        const placed = placeBlock(`${before}${BEGIN}${newline}old${newline}${END}${after}`, 'x\ny', 1);
        if (placed.kind !== 'placed') throw new Error(placed.reason);
        expect(placed.text.startsWith(before)).toBe(true);
        expect(placed.text.endsWith(after)).toBe(true);
        const again = placeBlock(placed.text, 'x\ny', 1);
        expect(again).toMatchObject({ change: 'unchanged', text: placed.text });
      }),
    );
  });

  it.each([
    ['in fenced code', `\`\`\`\n${BEGIN}\nx\n${END}\n\`\`\`\n`],
    ['in fenced code of a list item', `- a\n  ~~~ html\n  ${BEGIN}\n  ~~~\n`],
    ['in indented code', `a\n\n    ${END}\n`],
  ])('is not found %s', (_where, quoted) => {
    const own = `${BEGIN}\nours\n${END}\n`;
    const text = `${quoted}\n${own}`;
    expect(placeBlock(quoted, 'ours', 1)).toEqual({ kind: 'placed', change: 'added', text });
    expect(placeBlock(text, 'ours', 1)).toEqual({ kind: 'placed', change: 'unchanged', text });
    const around = (block: string) => `${quoted}\n${block}\n${quoted}`;
    expect(placeBlock(around(`${BEGIN}\nold\n${END}\n`), 'ours', 1)).toMatchObject({ text: around(own) });
  });

  it.each(['```\nx\n', '<!--\nx\n', '<pre>\nx\n'])('is added once below %j, unclosed code', (open) => {
    const added = placeBlock(open, 'ours', 1);
    if (added.kind !== 'placed') throw new Error(added.reason);
    expect(placeBlock(added.text, 'ours', 1)).toEqual({ ...added, change: 'unchanged' });
  });

  it('is not found in a closed code block above one that is never closed', () => {
    const quoted = `\`\`\`\n${BEGIN}\nx\n${END}\n\`\`\`\n- a\n  ~~~\n  ${BEGIN}\n~~~ sh\nmake\n`;
    const text = `${quoted}\n${BEGIN}\nours\n${END}\n`;
    expect(placeBlock(quoted, 'ours', 1)).toEqual({ kind: 'placed', change: 'added', text });
    expect(placeBlock(text, 'ours', 1)).toEqual({ kind: 'placed', change: 'unchanged', text });
  });

  it.each([
    [`${BEGIN}\nx\n`, 1, 'end marker is missing'],
    [`x\n${END}\n`, 2, 'begin marker is missing'],
    [`${END}\n${BEGIN}\n`, 1, 'end marker comes before'],
    [`${BEGIN}\n${BEGIN}\n${END}\n`, 2, 'begin marker appears twice'],
    [`${BEGIN}\n${END}\n${END}\n`, 3, 'end marker appears twice'],
    [`  ${BEGIN}\nx\n${END}\n`, 1, 'the marker line was edited'],
    [`<!-- spectool:begin v1\nx\n${END}\n`, 1, 'the marker line was edited'],
    [`${BEGIN}\nx\n<!--spectool:end-->\n`, 3, 'the marker line was edited'],
    [`${BEGIN}\nx\n${END} mine\n`, 3, 'the marker line was edited'],
  ])('is not replaced when its markers are damaged: %j', (existing, line, reason) => {
    expect(placeBlock(existing, 'ours', 1)).toEqual({
      kind: 'unclear',
      line,
      reason: expect.stringContaining(reason),
    });
  });
});

describe('asCalled, which puts the command that starts spectool into messages,', () => {
  it.each([
    ['Run `spectool deps` to see the graph.', 'Run `npx --no-install spectool deps` to see the graph.'],
    [
      '`spectool board`, `spectool search "x"`',
      '`npx --no-install spectool board`, `npx --no-install spectool search "x"`',
    ],
    ['Next: spectool board', 'Next: npx --no-install spectool board'],
    ['blocked (spectool deps)', 'blocked (npx --no-install spectool deps)'],
    ['spectool list --all shows all.', 'npx --no-install spectool list --all shows all.'],
    ['spectool <command> [--json]', 'npx --no-install spectool <command> [--json]'],
    ['`spectool --help`', '`npx --no-install spectool --help`'],
    ['git log | spectool note 5 -', 'git log | npx --no-install spectool note 5 -'],
    ['EDITOR=nano spectool edit 5', 'EDITOR=nano npx --no-install spectool edit 5'],
    ['eval "$(spectool completion zsh)"', 'eval "$(npx --no-install spectool completion zsh)"'],
  ])('replaces the name of the program in commands: %s', (text, expected) => {
    expect(called(text)).toBe(expected);
    expect(asCalled(text)).toBe(text);
  });

  it.each([
    'Upgrade spectool, then run the command again.',
    'written by a newer spectool: it has records of version 9',
    'the `spectool` command line',
    'This is a partial clone, and spectool never fetches from a remote repository.',
    'spectool 1.0.0 – design documents in your repository',
    '`spectool-sdd`, `.spectool/templates`',
  ])('keeps the name of the program in ordinary text: %s', (text) => {
    expect(called(text)).toBe(text);
  });

  it('runs commands with paths in the folder of the project', () => {
    expect(gitCalledIn('Run `mkdir a && mv b a/`, or `git mv b a/`.', '..')).toBe(
      'Run `cd .. && mkdir a && mv b a/`, or `git -C .. mv b a/`.',
    );
    expect(gitCalledIn('Run `git log -- .spectool/log`.', '..')).toBe(
      'Run `git -C .. log -- .spectool/log`.',
    );
  });
});
