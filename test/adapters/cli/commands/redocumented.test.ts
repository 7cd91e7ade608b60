import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redocumented } from '../../../../src/adapters/cli/commands/look/listDocument.js';
import { othersAmong } from '../../../../src/adapters/cli/commands/look/loneChange.js';
import type { ListDocument } from '../../../../src/adapters/cli/layout/drawing.js';
import { safeJson } from '../../../../src/adapters/cli/layout/safeText.js';
import type { SpecView } from '../../../../src/domain/spec/specView.js';
import { aSpec } from '../../../support/aSpec.js';

/** As `list --json` prints it, and what is kept of it. */
function listed(specs: readonly SpecView[], indent: number | null, archived: boolean | null = null) {
  const list = { specs, total: specs.length, shown: specs.length, blocked: [], warnings: [] };
  const document = { kind: 'document', ...othersAmong(specs, 3, []), archived, indent };
  return {
    printed: Buffer.from(`${safeJson(list, indent ?? undefined)}\n`) as Buffer,
    document: JSON.parse(JSON.stringify(document)) as ListDocument,
  };
}

const text = fc.constantFrom(
  'Parser',
  '日本',
  '\u202e',
  'a "b"\\',
  '"updated":null,"updatedFrom":null',
  '\n',
);
const spec = fc.record({
  title: text,
  tags: fc.array(text, { maxLength: 2 }),
  status: fc.constantFrom('planned' as const, 'in-progress' as const, 'complete' as const, null),
  fields: fc.dictionary(fc.constantFrom('updatedFrom', 'sprint', '1'), fc.oneof(text, fc.nat(3))),
  criteria: fc.constantFrom({ done: 0, total: 3 }, { done: 3, total: 3 }),
  dependsOn: fc.constantFrom<readonly string[]>([], [], ['002-spec-2']),
  updated: fc.constantFrom('2026-01-02T10:00:00.000Z', '2026-01-02', null),
});

describe('a list as JSON in which a spec changed', () => {
  it('is what the whole list would be, where it can be told', () => {
    let told = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(spec, fc.nat(5)), { minLength: 2, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(5), spec), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(null, 2),
        (first, changes, indent) => {
          const specs = first.map(([own, namesake], i) => aSpec(namesake === 0 ? 1 : i + 1, own));
          let kept = listed(specs, indent);
          for (const [i, own] of changes) {
            const before = specs[i % specs.length] as SpecView;
            const after = { ...before, ...own };
            specs[i % specs.length] = after;
            const whole = listed(specs, indent);
            // When it was changed is not known of what is kept.
            const was = { ...before, updated: null, updatedFrom: null };
            const list = redocumented(kept.printed, kept.document, [was, after]);
            kept = list ?? whole;
            if (list === undefined) continue;
            told += 1;
            expect(list.printed.toString()).toBe(whole.printed.toString());
            expect(list.document).toEqual(whole.document);
          }
        },
      ),
    );
    expect(told).toBeGreaterThan(20);
  });

  it('is not told where it stands elsewhere, or is not what it was', () => {
    const [before, after] = [aSpec(1), aSpec(1, { title: 'T' })];
    const { printed, document } = listed([before, aSpec(2)], null);
    expect(redocumented(printed, { ...document, archived: true }, [before, after])).toBeUndefined();
    expect(redocumented(printed, document, [{ ...before, tags: ['x'] }, after])).toBeUndefined();
    expect(redocumented(printed, document, [{ ...before, title: 'x' }, after])).toBeUndefined();
    expect(redocumented(printed, document, [before, after])).toBeDefined();
  });
});
