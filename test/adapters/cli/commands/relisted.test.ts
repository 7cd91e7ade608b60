import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { relisted, renderList } from '../../../../src/adapters/cli/commands/look/listLines.js';
import type { ListTable } from '../../../../src/adapters/cli/layout/drawing.js';
import { fitLines } from '../../../../src/adapters/cli/layout/fitLines.js';
import { PLAIN_TERMINAL, type Terminal } from '../../../../src/adapters/cli/layout/terminal.js';
import { dependencyGraph } from '../../../../src/application/projections/dependencyGraph.js';
import { waitingFor } from '../../../../src/application/projections/readiness.js';
import type { Warning } from '../../../../src/application/warning.js';
import type { SpecView } from '../../../../src/domain/spec/specView.js';
import { aSpec } from '../../../support/aSpec.js';

interface Place {
  readonly terminal: Terminal;
  readonly people: boolean;
  readonly archived: boolean | null;
}

/** As `list` prints it, and what is kept of how. */
function listed(
  all: readonly SpecView[],
  { terminal, people, archived }: Place,
  warnings: readonly Warning[] = [],
) {
  const specs = all.filter((spec) => archived === null || spec.archived === archived);
  const waiting = waitingFor(all, dependencyGraph(all));
  let table: ListTable | undefined;
  const text = renderList(specs, terminal, {
    digits: 3,
    total: specs.length,
    people,
    blocked: new Set(
      specs.flatMap(({ ref, path, archived: gone }) => (!gone && waiting.has(path) ? [ref] : [])),
    ),
    kept: { archived, warnings, tell: (told) => (table = JSON.parse(JSON.stringify(told)) as ListTable) },
  });
  const printed: Buffer = Buffer.from(`${fitLines(text, terminal.columns)}\n`);
  return { printed, table };
}

const PIPE: Place = { terminal: PLAIN_TERMINAL, people: false, archived: false };
const claim = { by: 'kim', since: '2026-01-01T10:00:00.000Z', until: '2026-01-01T14:00:00.000Z' };

const word = fc.constantFrom('Parser', 'a', 'ünique', '日本', '\x1b[2J', 'a longer title of a spec', '');
const fields = {
  status: fc.constantFrom('planned', 'planned', 'in-progress', 'in-progress', 'complete', null),
  priority: fc.constantFrom('low', 'high', 'critical', undefined),
  title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `T${words.join(' ')}`),
  tags: fc.array(word, { maxLength: 2 }),
  criteria: fc.constantFrom(undefined, { done: 0, total: 3 }, { done: 10, total: 12 }),
  claim: fc.constantFrom(undefined, claim, { ...claim, until: '2026-01-01T15:00:00.000Z' }),
  assignee: fc.constantFrom(undefined, 'ana', 'somebody with a name'),
  dependsOn: fc.constantFrom<readonly string[]>([], [], [], ['001-spec-1'], ['002-spec-2', '3']),
  problems: fc.constantFrom(undefined, [
    { code: 'FIELD_INVALID' as const, field: 'due', message: 'due "x" is not a date' },
  ]),
};
const made = fc.record(fields, { requiredKeys: [] });
/** Seldom more than one field. */
const change = fc
  .subarray(Object.keys(fields) as (keyof typeof fields)[], { minLength: 1, maxLength: 2 })
  .chain((keys) =>
    fc.record(Object.fromEntries(keys.map((key) => [key, fields[key]])) as Partial<typeof fields>),
  );
const place = fc.record({
  terminal: fc.record({
    columns: fc.constantFrom(undefined, 6, 12, 40, 60, 90, 200),
    colour: fc.boolean(),
    unicode: fc.boolean(),
    interactive: fc.constant(false),
  }),
  people: fc.boolean(),
  archived: fc.constantFrom(false, true, null),
});

type Change = { readonly [Key in keyof SpecView]?: SpecView[Key] | undefined };

function changed(spec: SpecView, change: Change): SpecView {
  return Object.fromEntries(
    Object.entries({ ...spec, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as SpecView;
}

describe('a list in which a spec changed', () => {
  it('is what the whole list would be, where it can be told', () => {
    let told = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(made, fc.nat(3), fc.nat(9)), { minLength: 3, maxLength: 7 }),
        fc.array(fc.tuple(fc.nat(6), change), { minLength: 1, maxLength: 3 }),
        place,
        (first, changes, where) => {
          const specs = first.map(([own, archived, namesake], i) => {
            const spec = changed(aSpec(namesake === 0 ? 1 : i + 1), own);
            return archived === 0 ? { ...spec, archived: true, path: `specs/archived/${spec.ref}` } : spec;
          });
          let { printed, table } = listed(specs, where);
          for (const [i, own] of changes) {
            const before = specs[i % specs.length] as SpecView;
            const after = changed(before, own);
            specs[i % specs.length] = after;
            const whole = listed(specs, where);
            const list = table && relisted(printed, table, [before, after]);
            if (list === undefined) ({ printed, table } = whole);
            else {
              told += 1;
              ({ printed, table } = list);
              expect(printed.toString()).toBe(whole.printed.toString());
              expect({ ...table, claims: {} }).toEqual({ ...whole.table, claims: {} });
              expect(Object.entries(table.claims).sort()).toEqual(
                Object.entries(whole.table?.claims ?? {}).sort(),
              );
            }
          }
        },
      ),
      { numRuns: 1500 },
    );
    expect(told).toBeGreaterThan(150);
  });

  it.each([
    [300, 12],
    [400, 7],
    [700, 20],
  ])('is told of %i in a pipe, too, with titles of %i tokens', (count, titleTokens) => {
    const specs = Array.from({ length: count }, (_, i) =>
      aSpec(i + 1, {
        status: i === 0 ? 'in-progress' : 'planned',
        title: `A title that is as long as that of number ${String(i % 50)}, and a little longer`,
      }),
    );
    const { printed, table } = listed(specs, PIPE);
    expect(table?.titleTokens).toBe(titleTokens);
    const before = specs[5] as SpecView;
    for (const own of [{ priority: 'high' }, { status: 'complete' }, { title: 'T' }] as const) {
      const after = { ...before, ...own };
      const list = table && relisted(printed, table, [before, after]);
      const whole = listed(specs.with(5, after), PIPE);
      // A column more moves the others.
      if ('priority' in own) expect(list).toBeUndefined();
      else expect(list?.printed.toString()).toBe(whole.printed.toString());
    }
  });

  it('is not told where one more word makes a list too dear for a pipe', () => {
    const specs = Array.from({ length: 400 }, (_, i) =>
      aSpec(i + 1, { title: 'Bo bi '.repeat(i === 3 ? 8 : 2) }),
    );
    const costly = specs.map((spec, i) => (i > 4 && i < 232 ? { ...spec, title: 'Bo bi '.repeat(7) } : spec));
    const tables = [specs, costly].map((some) => listed(some, PIPE));
    expect(tables.map(({ table }) => table?.titleTokens)).toEqual([null, 20]);
    let current = specs;
    let { printed, table } = tables[0] as (typeof tables)[0];
    for (let i = 5; i < 232 && table !== undefined; i++) {
      const [before, after] = [current[i] as SpecView, costly[i] as SpecView];
      current = current.with(i, after);
      const list = relisted(printed, table, [before, after]);
      expect(list?.printed.toString() ?? 'whole').toBe(
        list === undefined ? 'whole' : listed(current, PIPE).printed.toString(),
      );
      if (list === undefined) table = undefined;
      else ({ printed, table } = list);
    }
    expect(table).toBeUndefined();
  });

  it('is told beside warnings that are of places, but not of a spec that they name', () => {
    const specs = [aSpec(1), aSpec(2), aSpec(3, { status: 'in-progress' })];
    const list = (code: Warning['code'], message = '') => {
      const { printed, table } = listed(specs, PIPE, [{ code, message }]);
      return table && relisted(printed, table, [specs[1] as SpecView, aSpec(2, { status: 'in-progress' })]);
    };
    expect(list('NUMBER_DUPLICATE', 'specs/001-spec-1')?.printed.toString()).toContain('in-progress');
    expect(list('SPECS_HIDDEN', 'specs/002-spec-2 holds 1 spec')).toBeUndefined();
    expect(list('LOG_NEWER')).toBeUndefined();
  });

  it.each<[string, SpecView, Change, readonly SpecView[]]>([
    ['another waits for it', aSpec(1), { status: 'complete' }, [aSpec(2, { dependsOn: ['001-spec-1'] })]],
    ['it is begun again', aSpec(1, { status: 'complete' }), { status: 'planned' }, []],
    ['it cannot be read', aSpec(1), { status: null, broken: true }, []],
    ['it waits for another now', aSpec(1), { dependsOn: ['002-spec-2'] }, [aSpec(2)]],
    ['it is another one', aSpec(1), { id: 'uid9' }, []],
    ['somebody took it', aSpec(1), { claim }, []],
    ['somebody gave it back', aSpec(1, { claim }), { claim: undefined }, []],
    ['somebody else has it', aSpec(1, { claim }), { claim: { ...claim, by: 'ana' } }, []],
    ['its claim ends sooner', aSpec(1, { claim }), { claim: { ...claim, until: claim.since } }, []],
    ['its claim is over', aSpec(1, { claim }), { claim: { ...claim, expired: true } }, []],
    ['its number is in use twice', aSpec(1), { tags: ['a'] }, [aSpec(1, { path: 'specs/001-other' })]],
    ['its id is in use twice', aSpec(1), { tags: ['a'] }, [aSpec(2, { id: 'uid1' })]],
    ['its folder tells no number', aSpec(1, { path: 'specs/v1-spec' }), { tags: ['a'] }, []],
    ['it stands elsewhere than it seems', aSpec(1, { path: 'x/archived/001-spec-1' }), { tags: ['a'] }, []],
  ])('is not told where %s', (_, before, own, others) => {
    const tagged = aSpec(8, { tags: ['abc'], claim, priority: 'low', criteria: { done: 1, total: 2 } });
    const { printed, table } = listed([before, ...others, tagged], PIPE);
    expect(table && relisted(printed, table, [before, changed(before, own)])).toBeUndefined();
  });
});
