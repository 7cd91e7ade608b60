import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filledLength, renderTemplate } from '../../../src/domain/template/template.js';

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
      '{title}',
      '{team-name}',
      '{who}',
      '{ title }',
      '{{date}}',
      'a',
      '\n',
      '```',
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
