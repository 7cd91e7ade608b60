import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeBlock } from '../../../src/domain/project/managedTexts.js';

const BEGIN = '<!-- spectool:begin v1 -->';
const END = '<!-- spectool:end -->';

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

  it.each(['```\nx\n', '<!--\nx\n', '<pre>\nx\n'])(
    'is added once below %j, a code block that is never closed',
    (open) => {
      const added = placeBlock(open, 'ours', 1);
      if (added.kind !== 'placed') throw new Error(added.reason);
      expect(placeBlock(added.text, 'ours', 1)).toEqual({ ...added, change: 'unchanged' });
    },
  );

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
