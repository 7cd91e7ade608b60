import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filledLength, renderTemplate } from '../../../src/domain/template/renderTemplate.js';

describe('A template', () => {
  const variables = new Map([
    ['title', 'cost $& $1 {date}'],
    ['date', '2025-11-05'],
    ['team-name', 'Ünits'],
  ]);

  it('is filled in one pass, values as they are', () => {
    expect(renderTemplate('# {title}\r\n{date}{date} {team-name}', variables)).toEqual({
      text: '# cost $& $1 {date}\r\n2025-11-052025-11-05 Ünits',
      unknown: [],
    });
  });

  it('keeps and names what it does not know, each once', () => {
    expect(renderTemplate('{who} {who} {constructor} {toString}', variables)).toEqual({
      text: '{who} {who} {constructor} {toString}',
      unknown: ['who', 'constructor', 'toString'],
    });
  });

  it('takes only what looks like a name for a placeholder', () => {
    const text = '{} { title } {1} {a b} {{x}: 1} {"title": 1} ${a.b}';
    expect(renderTemplate(text, variables)).toEqual({ text, unknown: ['x'] });
  });

  it('fills code too, and says nothing of what it does not know there', () => {
    const text = '```\n{date} {body}\n```js\n{more}\n````\n{after}\n~~~\n{x}\n';
    expect(renderTemplate(text, variables)).toEqual({
      text: text.replace('{date}', '2025-11-05'),
      unknown: ['after'],
    });
  });

  it('has the length that is told before it is filled in', () => {
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

  it('never reads a value again, whatever it holds', () => {
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
