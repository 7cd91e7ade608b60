import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markdownView } from '../../../../src/adapters/cli/layout/markdownView.js';
import type { Terminal } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { displayWidth } from '../../../../src/adapters/cli/layout/terminalText.js';

const at = (columns: number): Terminal => ({ columns, colour: false, interactive: false });

describe('markdownView', () => {
  it('formats every kind of Markdown block', () => {
    const text = [
      '# Big *one*',
      'A **bold** line with `code`, a [link](https://x.y/z) &amp; more.',
      '',
      '- [x] done',
      '- [ ] open',
      '- [~] deferred, ~~never~~',
      '- [] open too',
      '- [1] no task',
      '  1. nested',
      '',
      '> said',
      '',
      '| name | count |',
      '|---|--:|',
      '| a | 1 |',
      '| long name | 22 |',
      '',
      '```ts',
      'const x = 1;',
      '```',
      '',
      '---',
      '### Small',
    ].join('\n');
    expect(markdownView(text, at(60))).toBe(
      [
        'Big one',
        '═══════',
        '',
        'A bold line with `code`, a link (https://x.y/z) & more.',
        '',
        '[✓] done',
        '[ ] open',
        '[~] deferred, never',
        '[ ] open too',
        '• [1] no task',
        '  1. nested',
        '',
        '│ said',
        '',
        'name       count',
        '─────────  ─────',
        'a              1',
        'long name     22',
        '',
        '    ts:',
        '    const x = 1;',
        '',
        '─'.repeat(40),
        '',
        '### Small',
      ].join('\n'),
    );
  });

  it('wraps wide tables, and lists their cells in a very narrow terminal', () => {
    const table =
      '| a | b | c |\n|---|---|---|\n| some words here | other words there | third words anywhere |';
    for (const line of markdownView(table, at(36)).split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(36);
    expect(markdownView(table, at(20))).toContain('a: some words here');
  });

  it('escapes control characters, also those written as HTML entities', () => {
    const shown = markdownView(
      '# \x1b[31mred\n\n&#27;[2J &#x9b;1m `\x07` [a](\x1b]8;;x) \n\n```\n\x1b[0m\n```',
      at(80),
    );
    expect(shown).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(shown).toContain('␛[2J');
  });

  it('prints the emphasis marks of very long paragraphs as text', () => {
    expect(markdownView('_a_'.repeat(60_000), at(40))).toContain('_a__a_');
    expect(markdownView('_a_ '.repeat(100), at(40))).not.toContain('_');
  });

  it('formats any Markdown without an error', () => {
    const unit = fc.constantFrom(...Array.from('#*_`[]()>-|\n a\\'), '1.', '<b>', '&#9;');
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 200 }),
        (text) => typeof markdownView(text, at(40)) === 'string',
      ),
    );
    for (const text of ['>'.repeat(20_000), '- '.repeat(20_000), '['.repeat(20_000)]) {
      expect(markdownView(text, at(40)).length).toBeGreaterThan(0);
    }
  });
});
