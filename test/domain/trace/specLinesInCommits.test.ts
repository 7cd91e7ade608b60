import { describe, expect, it } from '@jest/globals';
import { revertedCommits, specLines } from '../../../src/domain/trace/commitsOfSpecs.js';

describe('specLines', () => {
  it.each([
    ['a trailer', 'Add login\n\nSpec: 012', [['012']]],
    ['several references', 'x\n\nSpec: 012, user-login 14', [['012', 'user-login', '14']]],
    ['several lines', 'x\n\nSpec: 1\nspec: 2\r\nSPEC:3', [['1'], ['2'], ['3']]],
    [
      'indented and bulleted lines of a squash merge',
      '* Add a\n\n  Spec: 1\n  * Spec: 2\n1. Spec: 3\n> Spec: 4',
      [['1'], ['2'], ['3'], ['4']],
    ],
    ['a sentence, whose words the caller compares with specs', 'Spec: section 4', [['section', '4']]],
  ])('reads %s', (_form, message, lines) => {
    expect(specLines(message)).toEqual(lines);
  });

  it.each(['See Spec: 1', 'Specs: 1', 'Spec:', 'Spec:   ', 'xSpec: 1'])('ignores %j', (message) => {
    expect(specLines(message)).toEqual([]);
  });

  it('reads a message of megabytes in time that grows with its length', () => {
    expect(specLines(`${' '.repeat(3_000_000)}x\nSpec: 1`)).toEqual([]);
    expect(specLines('Spec: 1\n'.repeat(30_000)).length).toBeGreaterThan(20_000);
    expect(specLines(`${'* '.repeat(99_000)}x`)).toEqual([]);
  });
});

it('revertedCommits finds the hashes that git revert writes', () => {
  expect(revertedCommits('Revert "x"\n\nThis reverts commit 0123456789abcdef.')).toEqual([
    '0123456789abcdef',
  ]);
  expect(revertedCommits('This reverts commit of nothing')).toEqual([]);
});
