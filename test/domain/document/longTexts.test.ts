import { expect, it } from '@jest/globals';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { emptySections } from '../../../src/domain/document/emptySections.js';
import { placeBlock } from '../../../src/domain/document/markedBlock.js';
import { withoutComments } from '../../../src/domain/document/withoutComments.js';

// Each takes minutes where the work grows with the square of the text; nothing here looks at a clock.
it.each<[string, () => unknown, unknown]>([
  [
    'a comment below a million lines',
    () => withoutComments(`${'a\n'.repeat(1_000_000)}<!-- a -->`).length,
    2_000_000,
  ],
  [
    'a comment behind code of a million lines',
    () => withoutComments(`\`\`\`\n${'a\n'.repeat(1_000_000)}\`\`\`\n<!-- a -->`).length,
    2_000_008,
  ],
  ['a section in every line', () => emptySections('## Problem\n'.repeat(200_000)).length, 200_000],
  [
    'a marker in every line',
    () => placeBlock('<!-- spectool:begin v1 -->\n'.repeat(300_000), 'a', 1).kind,
    'unclear',
  ],
  [
    'a box before a million blanks',
    () => checkboxesOf(`- [ ] ${' '.repeat(1_000_000)}a\u2028b`).map(({ text }) => text),
    ['a\u2028b'],
  ],
])('%s is read in one go', (_, read, expected) => {
  expect(read()).toEqual(expected);
});
