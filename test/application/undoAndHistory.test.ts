import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBranch } from '../support/memoryBranches.js';
import { refusalOf } from '../support/thrownError.js';

/** One project that the actors ada and kim change alternately. */
class Shared {
  ada!: MemoryBranch;
  kim!: MemoryBranch;

  static async begun(): Promise<Shared> {
    const shared = new Shared();
    shared.ada = await MemoryBranch.begun();
    return shared;
  }

  async byAda(now: string, request: object): Promise<string> {
    this.ada.tool.clock.set(now);
    const { events } = await this.ada.tool.updateSpec.execute({ spec: '1', ...request });
    return events[0]?.id ?? '';
  }

  async byKim(now: string, request: object): Promise<string> {
    this.kim = this.ada.clone(now, 'kim');
    const { events } = await this.kim.tool.updateSpec.execute({ spec: '1', ...request });
    this.ada.takeLogOf(this.kim);
    this.ada.document = this.kim.document;
    return events[0]?.id ?? '';
  }
}

let shared: Shared;
beforeEach(async () => {
  shared = await Shared.begun();
});

describe('undo', () => {
  it('reverts the newest change of the actor by default, and names a newer change of another actor', async () => {
    await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    const theirs = await shared.byKim('2026-01-07T10:00:00.000Z', { reviewer: 'lee' });

    const { spec, warnings } = await shared.ada.tool.undoChange.execute();

    expect([spec.priority, spec.reviewer]).toEqual([undefined, 'lee']);
    expect(warnings).toMatchObject([{ code: 'NEWEST_OF_OTHERS' }]);
    expect(warnings[0]?.message).toContain(`update of 001-a by kim (${theirs.slice(0, 10)})`);
    expect(warnings[0]?.advice).toMatchObject([{ request: { event: theirs.slice(0, 10) } }]);
  });

  it("does not mention other actors when the newest change is the actor's own", async () => {
    await shared.byKim('2026-01-06T10:00:00.000Z', { reviewer: 'lee' });
    await shared.byAda('2026-01-07T10:00:00.000Z', { priority: 'high' });

    const { spec, warnings } = await shared.ada.tool.undoChange.execute();

    expect([spec.priority, spec.reviewer, warnings]).toEqual([undefined, 'lee', []]);
  });

  it('fails without a change id for an actor without changes, and names the newest change', async () => {
    const newest = await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    const lee = shared.ada.clone('2026-01-07T10:00:00.000Z', 'lee');
    const before = lee.document;

    const error = await refusalOf(() => lee.tool.undoChange.execute());

    expect(error.code).toBe('EVENT_NOT_FOUND');
    expect(error.message).toContain('no change by you (lee)');
    expect(error.message).toContain(`update of 001-a by ada (${newest.slice(0, 10)})`);
    expect(lee.document).toBe(before);
  });

  it('reverts a change of another actor by its id, with a warning', async () => {
    const theirs = await shared.byKim('2026-01-06T10:00:00.000Z', { reviewer: 'lee' });

    const { spec, warnings } = await shared.ada.tool.undoChange.execute({ event: theirs });

    expect(spec.reviewer).toBeUndefined();
    expect(warnings).toMatchObject([{ code: 'UNDONE_OF_OTHERS' }]);
  });

  it('orders changes with equal times by their Lamport clocks', async () => {
    const { tool } = shared.ada;
    for (const name of ['b', 'c', 'd', 'e']) await tool.createSpec.execute({ name });
    for (const spec of ['4', '2', '5', '3']) await tool.updateSpec.execute({ spec, priority: 'low' });

    const undone = await tool.undoChange.execute();

    expect(undone.spec.ref).toBe('003-c');
  });
});

describe('history', () => {
  beforeEach(async () => {
    await shared.byAda('2026-01-06T10:00:00.000Z', { status: 'in-progress', priority: 'high' });
    await shared.byKim('2026-01-08T10:00:00.000Z', { reviewer: 'lee' });
    await shared.byAda('2026-01-08T11:30:00.000Z', { addTags: ['x'] });
    shared.ada.tool.clock.set('2026-01-08T12:00:00.000Z');
  });
  const told = async (request: object) =>
    (await shared.ada.tool.showHistory.execute({ spec: '1', ...request })).events.map(({ type }) => type);

  it('lists the newest event first, by effective time', async () => {
    expect(await told({})).toEqual([
      'TagsChanged',
      'FieldsChanged',
      'FieldsChanged',
      'StatusChanged',
      'SpecCreated',
    ]);
  });

  it('applies its limit to events, not to records', async () => {
    expect(await told({ limit: 3 })).toEqual(['TagsChanged', 'FieldsChanged', 'FieldsChanged']);
  });

  it('lists the events of one actor', async () => {
    expect(await told({ actor: 'kim' })).toEqual(['FieldsChanged']);
    const { events } = await shared.ada.tool.showHistory.execute({ actor: 'ada', limit: 1 });
    expect(events).toMatchObject([{ type: 'TagsChanged', actor: 'ada' }]);
  });

  it('warns about an unknown actor, and suggests a similar name', async () => {
    const { events, warnings } = await shared.ada.tool.showHistory.execute({ actor: 'kin' });
    expect(events).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'ACTOR_UNKNOWN', hint: 'Did you mean "kim"?' }]);
  });

  it.each([
    ['2h', 2],
    ['45m', 1],
    ['3d', 4],
    ['1w', 5],
    ['today', 2],
    ['yesterday', 2],
    ['2026-01-06', 4],
    ['2026-01-08T10:00:00Z', 2],
    ['2026-01-08T11:00:00+01:00', 2],
  ])('--since %s lists %i events', async (since, count) => {
    expect(await told({ since })).toHaveLength(count);
  });

  it('--since accepts an event, even one of another spec', async () => {
    const [, kims] = (await shared.ada.tool.showHistory.execute({ spec: '1' })).events;
    await shared.ada.tool.createSpec.execute({ name: 'b' });
    expect(await told({ since: kims?.id.slice(0, 8) })).toEqual(['TagsChanged', 'FieldsChanged']);
    const { events } = await shared.ada.tool.showHistory.execute({ spec: '2', since: kims?.id });
    expect(events.map(({ type }) => type)).toEqual(['SpecCreated']);
  });
});
