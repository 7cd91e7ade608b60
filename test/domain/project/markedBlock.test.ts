import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeBlock } from '../../../src/domain/project/markedBlock.js';

const BEGIN = '<!-- spectool:begin v1 -->';
const END = '<!-- spectool:end -->';

describe('a block between markers', () => {
  it('is the whole text where there was none', () => {
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
  ])('comes after what %j says, one empty line apart', (existing, expected) => {
    const placed = placeBlock(existing, 'ours', 1);
    expect(placed.kind === 'placed' && placed.text.startsWith(expected)).toBe(true);
  });

  it('takes the place of an older one and tells the same one', () => {
    const existing = `before\n<!-- spectool:begin v0 -->\nold\nolder\n${END}\nafter`;
    const text = `before\n${BEGIN}\nours\n${END}\nafter`;
    expect(placeBlock(existing, 'ours', 1)).toEqual({ kind: 'placed', change: 'refreshed', text });
    expect(placeBlock(text, 'ours', 1)).toEqual({ kind: 'placed', change: 'unchanged', text });
  });

  it('leaves every byte around it as it was, line ends of both kinds too', () => {
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
    ['in a fence', `\`\`\`\n${BEGIN}\nx\n${END}\n\`\`\`\n`],
    ['in a fence of a list item', `- a\n  ~~~ html\n  ${BEGIN}\n  ~~~\n`],
    ['indented', `a\n\n    ${END}\n`],
  ])('is not what stands %s', (_where, quoted) => {
    const own = `${BEGIN}\nours\n${END}\n`;
    const text = `${quoted}\n${own}`;
    expect(placeBlock(quoted, 'ours', 1)).toEqual({ kind: 'placed', change: 'added', text });
    expect(placeBlock(text, 'ours', 1)).toEqual({ kind: 'placed', change: 'unchanged', text });
    const around = (block: string) => `${quoted}\n${block}\n${quoted}`;
    expect(placeBlock(around(`${BEGIN}\nold\n${END}\n`), 'ours', 1)).toMatchObject({ text: around(own) });
  });

  it.each(['```\nx\n', '<!--\nx\n', '<pre>\nx\n'])('is added once below %j, which nothing ends', (open) => {
    const added = placeBlock(open, 'ours', 1);
    if (added.kind !== 'placed') throw new Error(added.reason);
    expect(placeBlock(added.text, 'ours', 1)).toEqual({ ...added, change: 'unchanged' });
  });

  it('is not what closed code quotes above code that nothing closes', () => {
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
    [`  ${BEGIN}\nx\n${END}\n`, 1, 'not as spectool writes it'],
    [`<!-- spectool:begin v1\nx\n${END}\n`, 1, 'not as spectool writes it'],
    [`${BEGIN}\nx\n<!--spectool:end-->\n`, 3, 'not as spectool writes it'],
    [`${BEGIN}\nx\n${END} mine\n`, 3, 'not as spectool writes it'],
  ])('is not guessed at in %j', (existing, line, reason) => {
    expect(placeBlock(existing, 'ours', 1)).toEqual({
      kind: 'unclear',
      line,
      reason: expect.stringContaining(reason),
    });
  });
});
