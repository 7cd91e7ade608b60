import { describe, expect, it } from '@jest/globals';
import { isUnwritten, templateLines } from '../../../src/domain/template/template.js';

const TEMPLATE = [
  '# {title}',
  '',
  '> Reviewed by {author} before {date}',
  '',
  '## Problem',
  '',
  '<!-- Who cannot do what? -->',
  '{problem}',
  '',
  '## Success Criteria',
  '',
  '- [ ] Tests pass',
  '- [ ] AC2: …',
  '',
].join('\n');
const NEW = TEMPLATE.replace('{title}', 'Pay').replace('{author}', 'kim').replace('{date}', '2026-02-02');

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
