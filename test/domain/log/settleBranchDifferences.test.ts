import { describe, expect, it } from '@jest/globals';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrder.js';
import { settleDifferences } from '../../../src/domain/log/settleBranchDifferences.js';
import { statusByHand } from '../../../src/domain/log/statusByHand.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';

const first = aRecord(1, [], [created({ tags: ['web', 'api'] })]);
const field = (name: string, to: string | null): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { [name]: { from: null, to } } },
});
const tags = (added: readonly string[], removed: readonly string[]): SpecEvent => ({
  type: 'TagsChanged',
  data: { added, removed },
});

function settled(records: readonly LogRecord[], chosen: readonly string[] = []) {
  const ordered = orderRecords(records);
  const { spec } = foldSpec(ordered);
  if (spec.kind === 'absent') throw new Error('nothing was told');
  return settleDifferences(ordered, spec, new Set(chosen));
}
/**
 * Returns the events that settle the disagreements of two branches, and expects that these events do not change the
 * folded spec.
 */
function between(ours: readonly SpecEvent[], theirs: readonly SpecEvent[], chosen: readonly string[] = []) {
  const heads = [aRecord(2, [first], ours), aRecord(3, [first], theirs)];
  const events = settled([first, ...heads], chosen);
  const { spec } = foldSpec(orderRecords([first, ...heads]));
  const { updated: _before, ...before } = spec.kind === 'active' ? spec.frontmatter : {};
  const after = foldSpec(orderRecords([first, ...heads, aRecord(4, heads, events)])).spec;
  expect(after).toMatchObject({ ...spec, frontmatter: before });
  return events;
}

describe('The events that settle a disagreement of two branches', () => {
  it('repeat the current value of a field, even when the field was removed', () => {
    expect(between([field('priority', 'low')], [field('priority', 'high')])).toEqual([
      { type: 'FieldsChanged', data: { changes: { priority: { from: 'high', to: 'high' } } } },
    ]);
    expect(between([field('priority', 'low')], [field('priority', null)])).toEqual([
      { type: 'FieldsChanged', data: { changes: { priority: { from: null, to: null } } } },
    ]);
  });

  it('leave out fields that the new record sets anyway', () => {
    const ours = [field('priority', 'low'), field('owner', 'kim')];
    const theirs = [field('priority', 'high'), field('owner', 'lee')];
    expect(between(ours, theirs, ['priority'])).toEqual([
      { type: 'FieldsChanged', data: { changes: { owner: { from: 'lee', to: 'lee' } } } },
    ]);
    expect(between(ours, theirs, ['priority', 'owner'])).toEqual([]);
  });

  it('repeat the title', () => {
    const titled = (to: string): SpecEvent => ({ type: 'SpecRenamed', data: { title: { from: 'x', to } } });
    expect(between([titled('A')], [titled('B')])).toEqual([
      { type: 'SpecRenamed', data: { title: { from: 'B', to: 'B' } } },
    ]);
  });

  it('repeat the number and the folder', () => {
    const numbered = (to: number): SpecEvent => ({
      type: 'SpecRenumbered',
      data: { from: 1, to, ref: { from: '001-user-login', to: `00${String(to)}-user-login` } },
    });
    const ref = { from: '005-user-login', to: '005-user-login' };
    expect(between([numbered(4)], [numbered(5)])).toEqual([
      { type: 'SpecRenumbered', data: { from: 5, to: 5, ref } },
      {
        type: 'SpecRenamed',
        data: { name: { from: 'user-login', to: 'user-login' }, ref, group: { from: null, to: null } },
      },
    ]);
  });

  it('repeat the group', () => {
    const grouped = (to: string): SpecEvent => ({ type: 'SpecRenamed', data: { group: { from: null, to } } });
    expect(between([grouped('auth')], [grouped('web')])).toMatchObject([
      { type: 'SpecRenamed', data: { group: { from: 'web', to: 'web' } } },
    ]);
  });

  it.each<['SpecArchived' | 'SpecUnarchived', 'SpecArchived' | 'SpecUnarchived']>([
    ['SpecArchived', 'SpecUnarchived'],
    ['SpecUnarchived', 'SpecArchived'],
  ])('repeat whether the spec is archived: after %s on one branch and %s on the other', (ours, theirs) => {
    expect(between([{ type: ours, data: {} }], [{ type: theirs, data: {} }])).toEqual([
      { type: theirs, data: { kept: true } },
    ]);
  });

  it('repeat the current state of list members that one branch added and the other removed', () => {
    expect(between([tags(['x'], [])], [tags([], ['x'])])).toEqual([
      { type: 'TagsChanged', data: { added: [], removed: ['x'], kept: true } },
    ]);
    expect(between([tags([], ['x'])], [tags(['x', 'y'], ['web'])])).toEqual([
      { type: 'TagsChanged', data: { added: ['x'], removed: [], kept: true } },
    ]);
    const needs = (added: readonly string[], removed: readonly string[]): SpecEvent => ({
      type: 'DependenciesChanged',
      data: { field: 'depends_on', added, removed },
    });
    expect(between([needs([], ['002-b'])], [needs(['002-b'], []), tags(['002-b'], [])])).toEqual([
      {
        type: 'DependenciesChanged',
        data: { field: 'depends_on', added: ['002-b'], removed: [], kept: true },
      },
    ]);
  });

  it('repeat list members that were changed by hand', () => {
    const edited = (members: object): SpecEvent => ({
      type: 'FrontmatterEdited',
      data: { changes: {}, members },
    });
    expect(
      between(
        [edited({ tags: { added: [], removed: ['x'] } })],
        [edited({ tags: { added: ['x'], removed: [] } })],
      ),
    ).toEqual([{ type: 'TagsChanged', data: { added: ['x'], removed: [], kept: true } }]);
  });

  it('leave out list members that both branches added, or that one branch added and removed again', () => {
    expect(between([tags(['x'], [])], [tags(['x'], [])])).toEqual([]);
    expect(between([tags(['x'], []), tags([], ['x'])], [tags(['y'], [])])).toEqual([]);
    expect(settled([first, aRecord(2, [first], [tags(['x'], ['web'])])])).toEqual([]);
  });

  it('are computed without failing for events of a damaged log', () => {
    const odd = (members: unknown): readonly SpecEvent[] => [
      { type: 'FrontmatterEdited', data: { changes: {}, members } } as unknown as SpecEvent,
      { type: 'SpecBlessed', data: { added: ['x'] } } as unknown as SpecEvent,
      { type: 'TagsChanged', data: {} } as unknown as SpecEvent,
    ];
    for (const members of [undefined, null, { tags: null }])
      expect(between(odd(members), [tags([], ['x'])])).toEqual([]);
  });
});

describe('statusByHand', () => {
  const byHand = (from: string | null, to: string): SpecEvent => ({
    type: 'FrontmatterEdited',
    data: { changes: { status: { from, to } } },
  });
  const byTool = (from: string, to: string): SpecEvent => ({ type: 'StatusChanged', data: { from, to } });
  const stepOf = (...events: readonly (readonly SpecEvent[])[]) =>
    statusByHand(events.map((those, i) => aRecord(i + 1, [], those)));
  const skipped = { from: 'planned', to: 'complete' };

  it('returns a status set by hand when no allowed transition leads to it', () => {
    expect(stepOf([created()])).toBeUndefined();
    expect(stepOf([created()], [byHand('planned', 'complete')])).toEqual(skipped);
    expect(stepOf([created()], [byHand('planned', 'in-progress')])).toBeUndefined();
    expect(stepOf([created()], [byHand('planned', 'done')])).toBeUndefined();
  });

  it('returns the last status set by hand', () => {
    expect(stepOf([byHand('planned', 'complete')], [byHand('complete', 'planned')])).toEqual({
      from: 'complete',
      to: 'planned',
    });
    expect(stepOf([byHand('planned', 'complete')], [byHand('planned', 'in-progress')])).toBeUndefined();
  });

  it('returns a status set by hand also after other fields changed or a command repeated that status', () => {
    const edited: SpecEvent = {
      type: 'FrontmatterEdited',
      data: { changes: { owner: { from: null, to: 'x' } } },
    };
    expect(stepOf([byHand('planned', 'complete')], [edited], [field('priority', 'low')])).toEqual(skipped);
    expect(stepOf([byHand('planned', 'complete')], [byTool('complete', 'complete')])).toEqual(skipped);
    const renumbered: SpecEvent = {
      type: 'SpecRenumbered',
      data: { from: 1, to: 2, ref: { from: '001-a', to: '002-a' } },
    };
    expect(stepOf([byHand('planned', 'complete')], [renumbered])).toEqual(skipped);
  });

  it('returns nothing after an undo, or after a command changed the status', () => {
    expect(stepOf([byHand('planned', 'complete')], [byTool('complete', 'in-progress')])).toBeUndefined();
    const undone: SpecEvent = { type: 'ChangeUndone', data: { undone: 'x' } };
    expect(stepOf([byHand('planned', 'complete')], [byHand('complete', 'planned'), undone])).toBeUndefined();
  });

  it('ignores unknown events', () => {
    const unknown = { type: 'SpecBlessed', data: { changes: { status: skipped } } } as unknown as SpecEvent;
    expect(stepOf([unknown], [byHand('planned', 'complete')])).toEqual(skipped);
  });
});
