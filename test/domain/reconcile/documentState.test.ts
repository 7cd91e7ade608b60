import { describe, expect, it } from '@jest/globals';
import { placeState } from '../../../src/domain/log/placeState.js';
import { documentStateOf, type GitContext } from '../../../src/domain/reconcile/documentState.js';
import { textDigest } from '../../../src/domain/log/digests.js';
import { recordFileName, orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { intendedFrontmatter } from '../../../src/domain/reconcile/reconcileFields.js';
import type { Labels } from '../../../src/domain/naming/projectPath.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { aRecord, sha256, specOf } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';

const BASE = { status: 'planned', created: '2026-01-05' };
const priority = (from: string | null, to: string): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { priority: { from, to } } },
});

const first = aRecord(1, [], [created()], { leadsTo: BASE });
const high = aRecord(2, [first], [priority(null, 'high')], { leadsTo: { ...BASE, priority: 'high' } });
const low = aRecord(3, [first], [priority(null, 'low')], { leadsTo: { ...BASE, priority: 'low' } });
const owned: SpecEvent = { type: 'FieldsChanged', data: { changes: { owner: { from: null, to: 'kim' } } } };
const owner = aRecord(4, [first], [owned], { leadsTo: { ...BASE, owner: 'kim' } });

const NOTE = { text: 'Seen.', signed: '2026-01-05 (kim)' };
const BODY = '# A\n\nOne.\n\n## Success Criteria\n\n- [ ] Works\n- [ ] Is fast\n';

/** Compares a document with its log, and returns the state of the document, such as edited or behind. */
function standing(
  seen: JsonObject,
  records: readonly LogRecord[],
  { body = BODY, ...around }: Partial<GitContext> & { body?: string } = {},
) {
  const ordered = orderRecords(records);
  const text = { body, criteriaSections: ['Success Criteria'] };
  return documentStateOf({ frontmatter: seen, text }, specOf(ordered), ordered, {
    sha256,
    committed: () => undefined,
    ...around,
  });
}

const kindOf = (...given: Parameters<typeof standing>) => standing(...given).kind;
const git = (isUntouched: boolean, ...records: readonly LogRecord[]) => ({
  committed: () => ({
    isUntouched,
    records: () => new Set(records.map(({ id }) => id)),
    order: () => records.map(recordFileName),
  }),
});

describe('A document whose log has one head', () => {
  it('is current when it has the values of the log', () => {
    expect(kindOf({ ...BASE, priority: 'high' }, [first, high])).toBe('current');
  });

  it('is current when it differs from the log only in `updated`', () => {
    expect(kindOf({ ...BASE, priority: 'high', updated: 'x' }, [first, high])).toBe('current');
  });

  it('is edited when it differs from the folded log, even if its last record wrote these values', () => {
    const odd = { ...BASE, priority: 'odd' };
    const told = [odd, { ...odd, updated: '2026-01-05T10:00:02Z' }];
    for (const leadsTo of told) {
      const last = aRecord(2, [first], [priority(null, 'high')], { leadsTo });
      for (const seen of [...told, { ...odd, updated: 'by hand' }])
        expect(kindOf(seen, [first, last])).toBe('edited');
    }
  });

  it('is edited when it has any other value than the log', () => {
    expect(kindOf({ ...BASE, priority: 'medium' }, [first, high])).toBe('edited');
    expect(kindOf({ ...BASE, status: 'complete' }, [first])).toBe('edited');
    expect(kindOf(BASE, [first, high], git(false, first))).toBe('edited');
  });

  it('returned to an earlier state when git has it, in the index or in a commit, or without git', () => {
    const then = aRecord(3, [high], [priority('high', 'low')], { leadsTo: { ...BASE, priority: 'low' } });
    for (const around of [git(true, first), git(true, first, high, then), {}])
      expect(standing(BASE, [first, high, then], around)).toMatchObject({
        kind: 'returned',
        returned: first.id,
        meant: BASE,
      });
  });

  it('returned to what its records lead to in the order of the commits, after a rebase that changed it', () => {
    const status = (from: string, to: string): SpecEvent => ({ type: 'StatusChanged', data: { from, to } });
    const done = { ...BASE, status: 'complete', priority: 'low' };
    const begun = aRecord(2, [first], [status('planned', 'complete')], { leadsTo: BASE });
    const again = aRecord(3, [begun], [status('complete', 'planned')], { leadsTo: BASE });
    const last = aRecord(4, [again], [priority(null, 'low')], { leadsTo: { ...BASE, priority: 'low' } });
    const log = [first, begun, again, last];
    const swapped = git(true, first, again, begun, last);
    expect(standing(done, log, swapped)).toMatchObject({ kind: 'returned', returned: last.id, meant: done });
    // In any other order, and if not all records are committed, a hand set the value.
    for (const around of [
      git(true, ...log),
      git(true, first, again, begun),
      git(false, first, again, begun, last),
    ])
      expect(kindOf(done, log, around)).toBe('edited');
  });

  it('returned to a version of git with an edit that no record knows', () => {
    const text = textDigest(BODY, sha256);
    const begun = aRecord(1, [], [created()], { leadsTo: BASE, text });
    const noted = aRecord(2, [begun], [{ type: 'NoteAdded', data: NOTE }], { leadsTo: BASE, text: 'x' });
    const body = BODY.replace('One.', 'Two.');
    expect(standing(BASE, [begun, noted], { body, ...git(true, begun) })).toMatchObject({
      kind: 'returned',
      returned: begun.id,
      lost: [{ kind: 'note' }],
    });
    expect(kindOf(BASE, [begun, noted], { body, ...git(false, begun) })).toBe('edited');
    const shown = `${body}\n- 2026-01-05 (kim): Seen.\n`;
    expect(kindOf(BASE, [begun, noted], { body: shown, ...git(true, begun) })).toBe('edited');
  });

  it('returned to the newer state when it has again what git took away, also with something new beside it', () => {
    const change = { changes: { priority: { from: 'high', to: null } }, returned: first.id };
    const back = aRecord(3, [high], [{ type: 'FrontmatterEdited', data: change }], { leadsTo: BASE });
    expect(kindOf(BASE, [first, high, back])).toBe('current');
    const more = aRecord(4, [back], [owned], { leadsTo: { ...BASE, owner: 'kim' } });
    const aside = aRecord(3, [high], [{ type: 'RecordsSetAside', data: { records: [high.id] } }], {
      leadsTo: BASE,
    });
    for (const records of [
      [first, high, back],
      [first, high, aside],
    ])
      expect(standing({ ...BASE, priority: 'high' }, records, git(false))).toMatchObject({
        kind: 'returned',
        returned: high.id,
      });
    expect(kindOf({ ...BASE, owner: 'kim', priority: 'high' }, [first, high, back, more])).toBe('returned');
    expect(kindOf({ ...BASE, owner: 'kim', priority: 'low' }, [first, high, back, more])).toBe('edited');
  });

  describe('that an editor saved from an older copy', () => {
    const text = textDigest(BODY, sha256);
    const begun = aRecord(1, [], [created()], { leadsTo: BASE, text });
    const working = { ...BASE, status: 'in-progress', assignee: 'kim' };
    const claimed = aRecord(
      2,
      [begun],
      [
        { type: 'SpecClaimed', data: { by: 'kim', lease: '4h' } },
        { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } },
        { type: 'FieldsChanged', data: { changes: { assignee: { from: null, to: 'kim' } } } },
      ],
      { leadsTo: working, text },
    );
    const withNote = `${BODY}\n## Notes\n\n- 2026-01-05 (kim): Seen.\n`;
    const noted = aRecord(3, [claimed], [{ type: 'NoteAdded', data: { ...NOTE, above: '\n## Notes\n\n' } }], {
      leadsTo: working,
      text: textDigest(withNote, sha256),
    });
    const records = [begun, claimed, noted];
    const body = `${BODY}\nA new paragraph.\n`;

    it('keeps the field values of the log and the new text, and restores recorded ticks and notes', () => {
      const found = standing(BASE, records, { body });
      expect(found).toMatchObject({ kind: 'old copy', meant: working, known: text });
      expect(found.text.body).toContain('A new paragraph.');
      expect(found.text.body).toContain('Seen.');
    });

    it('keeps a field that was edited by hand', () => {
      expect(standing({ ...BASE, priority: 'low' }, records, { body })).toMatchObject({
        kind: 'old copy',
        meant: { ...working, priority: 'low' },
      });
    });

    it('counts as edited by hand when it has the new value of a field that was recorded meanwhile', () => {
      expect(kindOf({ ...BASE, assignee: 'kim' }, records, { body })).toBe('edited');
    });

    it('counts as edited by hand when its text is that of the log', () => {
      expect(kindOf(BASE, [begun, claimed], git(false))).toBe('edited');
    });

    it('is an old copy whatever its age, also when git has the later records', () => {
      expect(standing(BASE, records, { body, ...git(false, ...records) })).toMatchObject({
        kind: 'old copy',
        since: claimed.at,
      });
    });

    it('is no old copy of a record that more than fifty records followed', () => {
      const follow = (count: number) => {
        let last = noted;
        const more = Array.from({ length: count }, (_, i) => {
          const leadsTo = { ...working, priority: i % 2 === 0 ? 'high' : 'low' };
          return (last = aRecord(4 + i, [last], [priority(null, leadsTo.priority)], {
            leadsTo,
            text: noted.text ?? '',
          }));
        });
        return kindOf(BASE, [...records, ...more], { body });
      };
      expect(follow(48)).toBe('old copy');
      expect(follow(49)).toBe('edited');
    });

    it('may have ticks that were also recorded, but no note, section or field that was recorded later', () => {
      const boxed = aRecord(3, [claimed], [{ type: 'CriterionChecked', data: { n: 1, text: 'Works' } }], {
        leadsTo: working,
        text: 'x',
      });
      const last = aRecord(4, [boxed], noted.events as unknown as SpecEvent[], {
        leadsTo: working,
        text: 'y',
      });
      const all = [begun, claimed, boxed, last];
      expect(kindOf(BASE, all, { body: body.replace('[ ] Works', '[x] Works') })).toBe('old copy');
      expect(kindOf(BASE, all, { body: `${body}\n- 2026-01-05 (kim): Seen.\n` })).toBe('edited');
    });

    it('counts as edited by hand when only one field has an older value', () => {
      const leadsTo = { ...BASE, priority: 'high' };
      const raised = aRecord(2, [begun], [priority(null, 'high')], { leadsTo, text });
      expect(kindOf(BASE, [begun, raised], { body })).toBe('edited');
    });
  });
});

describe('A document whose log lacks records or has several heads', () => {
  it('keeps values that came from the missing records', () => {
    const titled = { ...BASE, priority: 'high', owner: 'kim' };
    const last = aRecord(5, [high], [{ type: 'TagsChanged', data: { added: ['x'], removed: [] } }], {
      leadsTo: { ...titled, tags: ['x'] },
    });
    const next = aRecord(6, [last], [priority('high', 'low')], {
      leadsTo: { ...titled, priority: 'low', tags: ['x'] },
    });
    const [before, after] = [
      { ...titled, tags: ['x'] },
      { ...titled, priority: 'low', tags: ['x'] },
    ];
    expect(standing(after, [last, next])).toMatchObject({ kind: 'edited', meant: after });
    expect(standing(before, [last, next])).toMatchObject({ kind: 'edited', meant: after });
  });

  it('is behind the log when it has the values from before the branches split', () => {
    expect(kindOf(BASE, [first, high, low])).toBe('behind');
  });

  it('counts as edited by hand when it has the value of one branch, unless a merge has just written it', () => {
    for (const records of [
      [first, high, low],
      [first, high, low, owner],
    ]) {
      expect(kindOf({ ...BASE, priority: 'high' }, records)).toBe('edited');
      expect(kindOf({ ...BASE, priority: 'high' }, records, { judge: 'log' })).toBe('behind');
    }
    expect(kindOf({ ...BASE, priority: 'low' }, [first, high, low, owner])).toBe('behind');
    expect(kindOf({ ...BASE, priority: 'high', owner: 'lee' }, [first, high, low, owner])).toBe('edited');
  });

  it('is behind the log when its text lacks ticks and notes of one branch', () => {
    const ticked = aRecord(2, [first], [{ type: 'CriterionChecked', data: { n: 1, text: 'Works' } }]);
    const noted = aRecord(3, [first], [{ type: 'NoteAdded', data: NOTE }]);
    const found = standing(BASE, [first, ticked, noted]);
    expect(found.kind).toBe('behind');
    expect(found.text.body).toContain('- [x] Works');
    expect(found.text.body).toContain('Seen.');
    expect(kindOf(BASE, [first, ticked, noted], { body: found.text.body })).toBe('current');
  });

  it('keeps its checkbox when both branches changed that checkbox', () => {
    const tick = (lamport: number) =>
      aRecord(lamport, [first], [{ type: 'CriterionChecked', data: { n: 1, text: 'Works' } }]);
    expect(kindOf(BASE, [first, tick(2), tick(3)])).toBe('current');
  });
});

describe('A merged frontmatter', () => {
  it('has the value of the whole log instead of the value of one branch', () => {
    const records = orderRecords([first, high, low]);
    const whole = { ...BASE, priority: 'low', updated: '2026-01-05T10:00:03Z' };
    expect(intendedFrontmatter({ ...BASE, priority: 'high' }, records, 'log')).toEqual(whole);
    expect(intendedFrontmatter({ ...BASE, priority: 'low' }, records, 'log')).toEqual(whole);
    expect(intendedFrontmatter({ ...BASE, priority: 'high' }, records, 'document')).toMatchObject({
      priority: 'high',
    });
  });

  it('keeps values that no record has, because they were written by hand', () => {
    const records = orderRecords([first, high, low]);
    expect(intendedFrontmatter({ ...BASE, priority: 'medium', owner: 'kim' }, records, 'log')).toMatchObject({
      priority: 'medium',
      owner: 'kim',
    });
    const { status: _gone, ...without } = BASE;
    expect(intendedFrontmatter(without, records, 'log')).not.toHaveProperty('status');
    expect(intendedFrontmatter(BASE, records, 'log')).not.toHaveProperty('priority');
  });

  it('has no value when one branch set it and then removed it again, even if another branch set it', () => {
    const back = aRecord(
      4,
      [low],
      [{ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: null } } } }],
    );
    const records = orderRecords([first, high, low, back]);
    for (const judge of ['document', 'log'] as const)
      expect(intendedFrontmatter({ ...BASE, priority: 'high' }, records, judge)).not.toHaveProperty(
        'priority',
      );
  });

  it('has the list members of all branches and those added by hand, without removed ones', () => {
    const tags = (lamport: number, added: readonly string[], removed: readonly string[] = []) =>
      aRecord(lamport, [start], [{ type: 'TagsChanged', data: { added, removed } }]);
    const start = aRecord(1, [], [created({ tags: ['a', 'b', 'c'] })]);
    const records = orderRecords([start, tags(2, ['x']), tags(3, ['y'], ['a'])]);
    for (const judge of ['document', 'log'] as const)
      expect(intendedFrontmatter({ ...BASE, tags: ['a', 'c', 'x', 'mine'] }, records, judge)).toMatchObject({
        tags: ['c', 'x', 'y', 'mine'],
      });
  });

  it('does not change because of a branch without events', () => {
    const records = orderRecords([first, high, low, aRecord(9, [], [])]);
    expect(intendedFrontmatter({ ...BASE, priority: 'high' }, records, 'log')).toMatchObject({
      priority: 'low',
    });
  });

  it('stays as it is without a log', () => {
    expect(intendedFrontmatter({ a: 1 }, [], 'log')).toEqual({ a: 1 });
  });
});

describe('The folder of a spec', () => {
  const here: Labels = { sequence: 1, name: 'user-login', ref: '001-user-login', archived: false };
  const archived = aRecord(2, [first], [{ type: 'SpecArchived', data: {} }]);
  const grouped = aRecord(3, [first], [{ type: 'SpecRenamed', data: { group: { from: null, to: 'auth' } } }]);
  const renumbered = aRecord(
    4,
    [first],
    [
      {
        type: 'SpecRenumbered',
        data: { from: 1, to: 7, ref: { from: '001-user-login', to: '007-user-login' } },
      },
    ],
  );
  const stateOf = (seen: Partial<Labels>, ...records: readonly LogRecord[]) =>
    placeState({ ...here, ...seen }, specOf(records), orderRecords(records));

  it('is current when the log has it at this path', () => {
    expect(stateOf({}, first)).toBe('current');
    expect(stateOf({ archived: true }, first, archived)).toBe('current');
    expect(stateOf({ group: 'auth' }, first, grouped)).toBe('current');
    expect(stateOf({ group: '' }, first)).toBe('current');
    expect(stateOf({ ref: '007-user-login', sequence: 7 }, first, renumbered)).toBe('current');
  });

  it('counts as an interrupted move when its path is the one before the last record', () => {
    expect(stateOf({}, first, archived)).toBe('interrupted');
    expect(stateOf({}, first, grouped)).toBe('interrupted');
    expect(stateOf({}, first, renumbered)).toBe('interrupted');
  });

  it('counts as moved by hand when it has any other path', () => {
    expect(stateOf({ archived: true }, first)).toBe('moved');
    expect(stateOf({ group: 'web' }, first, grouped)).toBe('moved');
    expect(stateOf({ ref: '001-sign-in' }, first)).toBe('moved');
    expect(stateOf({ archived: true }, first, grouped)).toBe('moved');
  });

  it('counts as an interrupted move when its path is partly that of one merged branch and partly that of the other', () => {
    expect(stateOf({ archived: true }, first, archived, grouped)).toBe('interrupted');
    expect(stateOf({ group: 'auth' }, first, archived, grouped)).toBe('interrupted');
    expect(stateOf({ archived: true, group: 'web' }, first, archived, grouped)).toBe('moved');
    expect(stateOf({ ref: '009-x', archived: true }, first, archived, grouped)).toBe('moved');
  });

  it('counts as an interrupted move only when each part of its path comes from a branch', () => {
    expect(stateOf({ archived: true }, first, archived, renumbered)).toBe('interrupted');
    expect(stateOf({ archived: true }, first, grouped, renumbered)).toBe('moved');
  });

  it('is compared without branches that have no events', () => {
    const silent = aRecord(9, [], []);
    expect(stateOf({ archived: true }, first, archived, grouped, silent)).toBe('interrupted');
    expect(stateOf({ group: 'web' }, first, grouped, silent)).toBe('moved');
    const further = aRecord(10, [grouped], [priority(null, 'high')]);
    expect(stateOf({}, first, grouped, further, silent)).toBe('moved');
  });

  it('counts as moved when the log does not have its path', () => {
    expect(stateOf({ archived: true }, aRecord(1, [], [created()]))).toBe('moved');
  });
});
