import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import {
  filledLength,
  isUnwritten,
  renderTemplate,
  templateLines,
  withFeatures,
} from '../../../src/domain/template/template.js';
import fc from 'fast-check';

const on = (...names: readonly string[]) => ({
  ...DEFAULT_CONFIG.features,
  examples: false,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

const TEMPLATE =
  '# {title}\n\n> Reviewed by {author} before {date}\n\n## Problem\n\n<!-- Who cannot do what? -->\n{problem}\n\n' +
  '## Success Criteria\n\n- [ ] Tests pass\n- [ ] AC2: …\n';
const NEW = TEMPLATE.replace('{title}', 'Pay').replace('{author}', 'kim').replace('{date}', '2026-02-02');

describe('Feature blocks of a template', () => {
  it('are kept while their feature is on, without their marker lines', () => {
    const text = 'a\n<!-- if:apiDocs -->\nb\n<!-- end:apiDocs -->\nc';
    expect(withFeatures(text, on())).toBe('a\nc');
    expect(withFeatures(text, on('apiDocs'))).toBe('a\nb\nc');
  });

  it('are kept inside other blocks only while the features of all these blocks are on', () => {
    const text =
      '<!-- if:apiDocs -->\nx\n<!-- if:examples -->\ny\n<!-- end:examples -->\nz\n<!-- end:apiDocs -->\n';
    expect(withFeatures(text, on())).toBe('');
    expect(withFeatures(text, on('examples'))).toBe('');
    expect(withFeatures(text, on('apiDocs'))).toBe('x\nz\n');
    expect(withFeatures(text, on('apiDocs', 'examples'))).toBe('x\ny\nz\n');
  });

  it('are written as comments in frontmatter, and keep line ends', () => {
    const text = '---\r\n# if:compliance\r\nlevel: 1\r\n# end:compliance\r\n---\r\n';
    expect(withFeatures(text, on())).toBe('---\r\n---\r\n');
    expect(withFeatures(text, on('compliance'))).toBe('---\r\nlevel: 1\r\n---\r\n');
  });

  it.each(['nothing', 'constructor', 'toString'])('stay when their feature is unknown: %s', (name) => {
    const text = `<!-- if:${name} -->\na\n<!-- end:${name} -->\n`;
    expect(withFeatures(text, on())).toBe(text);
  });

  it('are left unchanged when they have no begin marker', () => {
    const text = 'a\n<!-- end:apiDocs -->\nb\n';
    expect(withFeatures(text, on())).toBe(text);
  });
});

describe('A spec that nobody has written', () => {
  const known = templateLines([TEMPLATE]);

  it.each([
    ['is its template, filled in', NEW],
    [
      'also with another title, ticks and other headings',
      `${NEW.replace('Pay', 'Buy').replace('[ ] Tests', '[x] Tests')}## Notes\n\n- [ ] …\n`,
    ],
    ['is empty', ''],
    ['has headings and comments only', '# Pay\n\n<!-- later\nmore -->\n\n## Problem\n'],
  ])('%s', (_, body) => {
    expect(isUnwritten(body, known)).toBe(true);
  });

  it.each([
    ['a sentence', NEW.replace('{problem}', 'Nobody can pay.')],
    ['a criterion', NEW.replace('AC2: …', 'AC2: It is paid once')],
    ['a sentence in place of a placeholder line', '# Pay\n\nAnything at all\n'],
    ['a link', '# Pay\n\n[the paper](paper.md)\n'],
  ])('is none with %s', (_, body) => {
    expect(isUnwritten(body, known)).toBe(false);
  });
});

describe('A template', () => {
  const variables = new Map([
    ['title', 'cost $& $1 {date}'],
    ['date', '2025-11-05'],
    ['team-name', 'Ünits'],
  ]);

  it('is filled in one pass, and values are inserted literally', () => {
    expect(renderTemplate('# {title}\r\n{date}{date} {team-name}', variables)).toEqual({
      text: '# cost $& $1 {date}\r\n2025-11-052025-11-05 Ünits',
      unknown: [],
    });
  });

  it('keeps unknown placeholders, and reports each once', () => {
    expect(renderTemplate('{who} {who} {constructor} {toString}', variables)).toEqual({
      text: '{who} {who} {constructor} {toString}',
      unknown: ['who', 'constructor', 'toString'],
    });
  });

  it('has placeholders only where a name is in braces', () => {
    const text = '{} { title } {1} {a b} {{x}: 1} {"title": 1} ${a.b}';
    expect(renderTemplate(text, variables)).toEqual({ text, unknown: ['x'] });
  });

  it('is filled in code blocks too, where unknown placeholders are not reported', () => {
    const text = '```\n{date} {body}\n```js\n{more}\n````\n{after}\n~~~\n{x}\n';
    expect(renderTemplate(text, variables)).toEqual({
      text: text.replace('{date}', '2025-11-05'),
      unknown: ['after'],
    });
  });

  it('has the length that filledLength computes, when it is filled', () => {
    const part = fc.constantFrom(
      ...'{title}, {team-name}, {who}, { title }, {{date}}, a, \n, ```'.split(', '),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(filledLength(text, variables)).toBe(renderTemplate(text, variables).text.length);
      }),
    );
  });

  it('is not searched for placeholders again after a value was inserted', () => {
    const value = fc.string({ unit: fc.constantFrom('{', '}', 'a', 'b', '$', '&', '`', '\n') });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const { text, unknown } = renderTemplate('-{a}-{b}-{a}-', new Map(Object.entries({ a, b })));
        expect(text).toBe(`-${a}-${b}-${a}-`);
        expect(unknown).toEqual([]);
      }),
    );
  });
});
