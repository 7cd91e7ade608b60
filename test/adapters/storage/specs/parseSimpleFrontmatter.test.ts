import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { YamlFrontmatterParser } from '../../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import {
  plainFrontmatter,
  splitDocument,
} from '../../../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import { realDocuments } from '../../../support/realDocuments.js';

const parser = new YamlFrontmatterParser();

/** Returns the result of `plainFrontmatter`, after checking that the YAML parser returns the same. */
function readBoth(block: string) {
  const text = `---\n${block}---\n`;
  const plain = plainFrontmatter(text, 4, 4 + block.length, 2);
  if (plain !== undefined) {
    const { values, entries, problem } = parser.parse(text, 4, 4 + block.length, 2);
    expect({ block, ...plain, problem: undefined }).toEqual({ block, values, entries, problem });
  }
  return plain;
}

const scalar = fc.constantFrom(
  'planned', '2025-11-01', '2025-11-01T10:00:00Z', '2025-11-01 10:00', '5', '005', '08', '-1', '1.5', '1.', '1e3', '.5', '0x1F', '0o7', '0b1',
  '1_000', '12:30', '1-2', '123456789012345678', 'true', 'True', 'yes', 'no', 'null', 'Null', '~', '', "'it''s'", '"two words"', '"a\\nb"', "'a", '"',
  'a b', 'a: b', 'a:', 'a:b', ':a', 'a #b', 'a# b', '#a', '# a', '[a, b]', '[a, b] # c', '[]', '[ ]', '[a,]', '[,a]', '[a b, 2]', "['x', \"y\"]", '[a: b]',
  '[a, [b]]', '[a', '{a: 1}', '&x a', '*x', '!!str a', '!x', '|', '>-', '- a', '-a', '- ', '-', '? a', '%a', '@a', '`a`', 'ä', '日本', 'a, b', 'a]', '(a)', '/x',
  '_x', 'http://a.b/c', 'C:\\x', '<<', '=', 'x ', 'x  # y', "'x' # y", "'x'#y", "'x' y", '…', '–', 'a\u00a0', 'a\u200b', '😀', 'nan', '.nan', '.inf', 'a\tb', 'a\r',
  '[1, 01, true, x1]', '[2025-11-01]', '[-1]', '[a#b]', '[a #b]', '[a\'b]', '0', '00', '+5', 'e3', '1e', '1f', 'f1', 'null x',
); // prettier-ignore
const key = fc.constantFrom(
  ..."status, tags, a, b-c, _d, 2025, true, null, Null, __proto__, 'q', a b, ä, <<, x.y, -".split(', '),
  '?',
  '',
);
const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(key, fc.constantFrom(': ', ':', ':  ', ' : '), scalar).map((parts) => parts.join('')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('- ', '  - ', '    - ', '-', '  -   '), scalar)
      .map((parts) => parts.join('')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('- ', '  ', '  - ', '    '), key, fc.constant(': '), scalar)
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('', ' ', '    '), scalar).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '# c', '   # c', '...x', '--- x', '----', '\t') },
);
const block = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.map((text) => text + end).join(''));

describe('plainFrontmatter', () => {
  it('returns the result of the YAML parser, or undefined, for random frontmatter', () => {
    let answered = 0;
    fc.assert(
      fc.property(block, (text) => {
        if (splitDocument(`---\n${text}---\n`).kind === 'frontmatter' && readBoth(text) !== undefined)
          answered++;
      }),
      { numRuns: 5000 },
    );
    expect(answered).toBeGreaterThan(200);
  });

  it('returns the result of the YAML parser, or undefined, for lists in any layout', () => {
    const piece = fc.constantFrom(
      'a:', 'b:', 'c: 1', '- x', '  - x', '   - x', '    - x', '-   x', '- k: v', '  - k: v', '  -  k: v', '  k: v', '  k: w', '  m: v', '    k: v', '    m: [v]',
      '    m:', '      k: v', '', '# c', '    # c', '  long: v', '- m: # c', '- - x', '  x', 'x',
    ); // prettier-ignore
    let answered = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (lines) => {
        if (readBoth(['a:', ...lines].filter((text, i) => i === 0 || text !== 'a:').join('\n') + '\n'))
          answered++;
      }),
      { numRuns: 4000 },
    );
    expect(answered).toBeGreaterThan(200);
  });

  it('returns the result of the YAML parser, or undefined, for any characters of YAML syntax', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('ab1: -#\n\n\'"[],{}&*!|>%@`?.~=\\\r\tä_')),
      maxLength: 24,
    });
    fc.assert(
      fc.property(letters, (text) => void readBoth(`a: ${text}\n`)),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(letters, (text) => void readBoth(`${text}\n`)),
      { numRuns: 3000 },
    );
  });

  it('reads at least nine of ten real specs without the YAML parser', () => {
    let plain = 0;
    let all = 0;
    for (const { text } of realDocuments()) {
      const parts = splitDocument(text);
      if (parts.kind !== 'frontmatter') continue;
      all++;
      if (readBoth(text.slice(parts.blockStart, parts.blockEnd)) !== undefined) plain++;
    }
    expect(plain).toBeGreaterThanOrEqual(all * 0.9);
  });
});
