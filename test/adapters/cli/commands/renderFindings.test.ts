import { describe, expect, it } from '@jest/globals';
import { renderFindings } from '../../../../src/adapters/cli/commands/tools/validate.js';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { GptTokenCounter } from '../../../../src/adapters/tokens/gptTokenCounter.js';
import {
  compareSeverities,
  type Finding,
  FINDING_CODES,
  summaryOf,
  withFixesOnce,
} from '../../../../src/domain/findings/finding.js';

const finding = (code: Finding['code'], spec: number, severity: Finding['severity'] = 'warning'): Finding => {
  const ref = `${String(spec).padStart(3, '0')}-some-rather-long-folder-name`;
  return {
    severity,
    code,
    spec: ref,
    file: `specs/${ref}/README.md`,
    line: spec,
    message: `Something is wrong with ${code} at number ${String(spec)}, and this says what it is.`,
    fix: `What repairs ${code} again is told here, in a sentence or two, with a command.`,
  };
};

function text(found: readonly Finding[], all = false): string {
  const findings = found.toSorted(compareSeverities);
  const summary = summaryOf(findings);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return renderFindings(
    {
      summary,
      findings: withFixesOnce(findings, summary),
      errors,
      warnings: findings.length - errors,
      others: 0,
      checked: 10_000,
      fixed: [],
      ok: false,
    },
    PLAIN_TERMINAL,
    { all },
  );
}

describe('renderFindings', () => {
  it('shows every finding when there are few, after one fix for each finding code', () => {
    expect(text([finding('SIZE', 2), finding('SIZE', 7), finding('FIELD_TYPE', 2, 'error')]))
      .toMatchInlineSnapshot(`
      "10000 specs checked: 1 error, 2 warnings.

      1 error FIELD_TYPE
        fix What repairs FIELD_TYPE again is told here, in a sentence or two, with a command.
      2 warning SIZE
        fix What repairs SIZE again is told here, in a sentence or two, with a command.

      specs/002-some-rather-long-folder-name/README.md:2 error FIELD_TYPE Something is wrong with FIELD_TYPE at number 2, and this says what it is.
      specs/002-some-rather-long-folder-name/README.md:2 warning SIZE Something is wrong with SIZE at number 2, and this says what it is.
      specs/007-some-rather-long-folder-name/README.md:7 warning SIZE Something is wrong with SIZE at number 7, and this says what it is."
    `);
  });

  it.each([305, 10_000])(
    'prints at most 1,500 tokens for %i specs with findings, with every code and the errors first',
    async (specs) => {
      const many = Array.from({ length: specs }, (_, i) => [
        finding('LINK_BROKEN', i),
        finding('LINK_BROKEN', i),
        ...(i < FINDING_CODES.length ? [finding(FINDING_CODES[i] ?? 'SIZE', i)] : []),
      ]).flat();
      const rare = [finding('ID_COPIED', 9, 'error'), finding('DEPENDENCY_CYCLE', 4, 'error')];
      const shown = text([...many, ...rare]);
      expect(await new GptTokenCounter().count(shown)).toBeLessThan(1500);
      for (const code of FINDING_CODES) expect(shown).toContain(code);
      for (const { message } of rare) expect(shown).toContain(message);
      expect(shown.split('\n').filter((line) => line.startsWith('specs/'))).toHaveLength(20);
      expect(shown).toContain(`20 of ${String(many.length + rare.length)} findings shown`);
    },
  );

  it('shows every finding when the option all is set', () => {
    const many = Array.from({ length: 300 }, (_, i) => finding('LINK_BROKEN', i));
    const lines = text(many, true).split('\n');
    expect(lines.filter((line) => line.startsWith('specs/'))).toHaveLength(300);
    expect(lines.join('\n')).not.toContain('findings shown');
  });
});
