import { describe, expect, it } from '@jest/globals';
import { type Finding, firstOfEachCode } from '../../../src/domain/findings/finding.js';

const found = (code: Finding['code'], line: number): Finding => ({
  severity: 'warning',
  code,
  file: 'specs/001-a/README.md',
  line,
  message: `${code} ${String(line)}`,
});
const many = (code: Finding['code'], count: number) =>
  Array.from({ length: count }, (_, i) => found(code, i + 1));

describe('the list of the first findings of each code', () => {
  it('has all findings when there are at most a hundred of a code', () => {
    const findings = [...many('LINK_BROKEN', 100), ...many('SECTION_EMPTY', 100)];
    expect(firstOfEachCode(findings)).toEqual(findings);
  });

  it('ends with the number of findings left out, and the line of the first of them', () => {
    const findings = [...many('LINK_BROKEN', 4321), ...many('SECTION_EMPTY', 101), found('SIZE', 1)];
    const shown = firstOfEachCode(findings);
    expect(shown.slice(0, 201)).toEqual([
      ...many('LINK_BROKEN', 100),
      ...many('SECTION_EMPTY', 100),
      found('SIZE', 1),
    ]);
    expect(shown.slice(201)).toEqual([
      {
        ...found('LINK_BROKEN', 101),
        message: 'There are 4221 more findings of this kind; only the first 100 are shown.',
        fix: 'Correct the findings shown, then validate again.',
      },
      {
        ...found('SECTION_EMPTY', 101),
        message: 'There is one more finding of this kind; only the first 100 are shown.',
        fix: 'Correct the findings shown, then validate again.',
      },
    ]);
  });
});
