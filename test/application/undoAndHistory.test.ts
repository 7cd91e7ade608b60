import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TestSpectool } from '../../src/composition/testing.js';
import { MemoryBranch } from '../support/memoryBranches.js';
import { expectRefusalOf, isRejected, refusalOf } from '../support/thrownError.js';

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
  it('reverts the newest change of the actor, although another actor made a newer one', async () => {
    await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    await shared.byKim('2026-01-07T10:00:00.000Z', { reviewer: 'lee' });

    const { spec, warnings } = await shared.ada.tool.undoChange.execute();

    expect([spec.priority, spec.reviewer, warnings]).toEqual([undefined, 'lee', []]);
  });

  it('fails without a change id for an actor without changes, and names the newest change', async () => {
    const newest = await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    const lee = shared.ada.clone('2026-01-07T10:00:00.000Z', 'lee');
    const before = lee.document;

    const error = await refusalOf(() => lee.tool.undoChange.execute());

    expect(error.code).toBe('EVENT_NOT_FOUND');
    expect(error.message).toContain('You (@lee) have no change to undo');
    expect(error.message).toContain(`update of 001-a by @ada (${newest.slice(0, 10)})`);
    expect(lee.document).toBe(before);
  });

  it('reverts a change of another actor by its id', async () => {
    const theirs = await shared.byKim('2026-01-06T10:00:00.000Z', { reviewer: 'lee' });

    const { spec } = await shared.ada.tool.undoChange.execute({ event: theirs });

    expect(spec.reviewer).toBeUndefined();
  });

  it('goes one step further back each time, and --redo comes forward again, until another change', async () => {
    const { tool } = shared.ada;
    const states: string[] = [shared.ada.document];
    for (const priority of ['low', 'medium', 'high'] as const) {
      await tool.updateSpec.execute({ spec: '1', priority });
      states.push(shared.ada.document);
    }
    for (const state of states.slice(0, 3).reverse()) {
      await tool.undoChange.execute();
      expect(shared.ada.document).toBe(state);
    }
    for (const state of states.slice(1)) {
      await tool.undoChange.execute({ redo: true });
      expect(shared.ada.document).toBe(state);
    }
    await expectRefusalOf(() => tool.undoChange.execute({ redo: true }), 'EVENT_NOT_FOUND');
    await tool.undoChange.execute();
    await tool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    const refused = await refusalOf(() => tool.undoChange.execute({ redo: true }));
    expect(refused.message).toContain('Your newest change is not an undo');
    expect(refused.advice.map(({ useCase }) => useCase)).toEqual(['showHistory', 'undoChange']);
  });

  it('refuses --redo without a hint if nothing was undone', async () => {
    const { tool } = shared.ada;
    await tool.updateSpec.execute({ spec: '1', priority: 'low' });
    expect((await refusalOf(() => tool.undoChange.execute({ redo: true }))).advice).toEqual([]);
  });

  it.each<[string, (tool: TestSpectool) => Promise<unknown>, string]>([
    [
      'a setting',
      ({ setSetting }) => setSetting.execute({ key: 'autoCheck', values: ['false'] }),
      'autoCheck (was true)',
    ],
    ['the skill', ({ installSkill }) => installSkill.execute(), 'skill install by @ada'],
  ])('names %s, which cannot be undone, and undoes nothing instead', async (_what, change, named) => {
    const { tool } = shared.ada;
    const older = await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    await change(tool);

    const error = await refusalOf(() => tool.undoChange.execute());

    expect([error.code, error.message]).toEqual(['UNDO_REFUSED', expect.stringContaining(named)]);
    expect(error.advice).toMatchObject([{ request: { event: older.slice(0, 10) } }]);
    expect((await tool.viewSpec.execute({ spec: '1' })).spec.priority).toBe('high');
  });

  it('names the command that undoes a later change of the text first', async () => {
    const { tool } = shared.ada;
    const { events } = await tool.addCriterion.execute({ spec: '1', text: 'It works' });
    const { criteria } = await tool.listCriteria.execute({ spec: '1' });
    const ticked = await tool.checkCriteria.execute({ spec: '1', criteria: [String(criteria.length)] });

    const error = await refusalOf(() => tool.undoChange.execute({ event: events[0]?.id }));

    expect(error.advice).toMatchObject([{ request: { event: ticked.events[0]?.id.slice(0, 10) } }]);
  });

  it('is refused for a change that a later one touches, even if the same value stands again', async () => {
    const first = await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high', addTags: ['x'] });
    await shared.byAda('2026-01-06T11:00:00.000Z', { reviewer: 'lee' });
    const second = await shared.byKim('2026-01-07T10:00:00.000Z', { priority: 'low' });
    const third = await shared.byAda('2026-01-08T10:00:00.000Z', { priority: 'high' });
    const { undoChange } = shared.ada.tool;

    const error = await refusalOf(() => undoChange.execute({ event: first }));
    expect(error.message).toContain(`update of 001-a by @kim (${second.slice(0, 10)})`);

    for (const event of [third, second]) await undoChange.execute({ event });
    const { spec } = await undoChange.execute({ event: first });
    expect([spec.priority, spec.tags, spec.reviewer]).toEqual([undefined, [], 'lee']);
    expect((await refusalOf(() => undoChange.execute({ event: first }))).message).toContain('already undone');
    await undoChange.execute({ event: first, redo: true });
    expect((await refusalOf(() => undoChange.execute({ event: first, redo: true }))).message).toContain(
      'not undone',
    );
  });

  it('keeps text written by hand, and takes no spec away that has some', async () => {
    const { tool } = shared.ada;
    await tool.addNote.execute({ spec: '1', text: 'Ask Lee.' });
    shared.ada.document = shared.ada.document.replace('Ask Lee.', 'Ask Lee or Kim.').replace('One.', 'Uno.');
    const byHand = shared.ada.document;
    await refusalOf(() => tool.undoChange.execute());
    expect(shared.ada.document).toBe(byHand);

    const document = 'specs/002-b/README.md';
    await tool.createSpec.execute({ name: 'b' });
    const made = tool.files.readText(document) ?? '';
    tool.files.write(document, `${made}Mine.\n`);
    expect((await refusalOf(() => tool.undoChange.execute())).message).toContain('edited by hand');
    tool.files.write(document, made);
    tool.files.write('specs/002-b/DESIGN.md', 'Mine.\n');
    expect((await refusalOf(() => tool.undoChange.execute())).message).toContain('other files');
    tool.files.remove('specs/002-b/DESIGN.md');
    await tool.undoChange.execute();
    expect(tool.files.readText(document)).toBeUndefined();
  });

  it('of one change on two branches counts once, and whoever comes last decides', async () => {
    const event = await shared.byAda('2026-01-06T10:00:00.000Z', { priority: 'high' });
    const kim = shared.ada.clone('2026-01-07T10:00:00.000Z', 'kim');
    shared.ada.tool.clock.set('2026-01-07T11:00:00.000Z');
    await kim.tool.undoChange.execute({ event });
    await shared.ada.tool.undoChange.execute();
    shared.ada.takeLogOf(kim);
    kim.takeLogOf(shared.ada);
    kim.document = shared.ada.document;

    const { spec } = await shared.ada.tool.undoChange.execute({ redo: true });
    expect(spec.priority).toBe('high');
    kim.takeLogOf(shared.ada);
    kim.document = shared.ada.document;
    expect((await refusalOf(() => kim.tool.undoChange.execute({ redo: true }))).code).toBe('EVENT_NOT_FOUND');
    expect((await shared.ada.tool.undoChange.execute()).spec.priority).toBeUndefined();
  });

  it('follows the order of the log while the clock stands, also over several specs', async () => {
    const { tool } = shared.ada;
    await tool.createSpec.execute({ name: 'b' });
    for (const priority of ['low', 'high'] as const) await tool.updateSpec.execute({ spec: '1', priority });
    await tool.createSpec.execute({ name: 'c' });
    await tool.updateSpec.execute({ spec: '2', priority: 'low' });

    const { events } = await tool.showHistory.execute({ limit: 4 });
    expect(events.map(({ spec }) => spec)).toEqual(['002-b', '003-c', '001-a', '001-a']);
    for (const ref of ['002-b', '003-c', '001-a', '001-a', '002-b'])
      expect((await tool.undoChange.execute()).spec.ref).toBe(ref);
  });

  it('restores the state before any change, and --redo the state after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 4, maxLength: 12 }), async (choices) => {
        const { tool } = await MemoryBranch.begun();
        await tool.createSpec.execute({ name: 'b' });
        for (const choice of choices) {
          const change = CHANGES[choice % CHANGES.length] as (tool: TestSpectool) => Promise<unknown>;
          const before = documents(tool);
          const isMade = !(await isRejected(change(tool)));
          const after = documents(tool);
          if (!isMade || isEqual(before, after)) continue;
          await tool.undoChange.execute();
          expect(documents(tool)).toEqual(before);
          await tool.undoChange.execute({ redo: true });
          expect(documents(tool)).toEqual(after);
        }
      }),
      { numRuns: 25 },
    );
  });
});

const force = { force: true, reason: 'as agreed' };
/** Changes that may be refused, depending on those before them. */
const CHANGES: readonly ((tool: TestSpectool) => Promise<unknown>)[] = [
  ({ updateSpec }) => updateSpec.execute({ spec: '1', priority: 'high', addTags: ['x', 'y'] }),
  ({ updateSpec }) => updateSpec.execute({ spec: 'a', dependsOn: ['b'], assignee: 'lee', priority: 'low' }),
  ({ updateSpec }) => updateSpec.execute({ spec: 'a', status: 'in-progress' }),
  ({ updateSpec }) => updateSpec.execute({ spec: 'a', status: 'complete', ...force }),
  ({ updateSpec }) => updateSpec.execute({ spec: 'a', title: 'Other *title*', removeTags: ['y'] }),
  ({ renumberSpec }) => renumberSpec.execute({ spec: 'b', to: 9 }),
  ({ addCriterion }) => addCriterion.execute({ spec: 'a', text: 'works' }),
  ({ checkCriteria }) => checkCriteria.execute({ spec: 'a', criteria: ['1'] }),
  ({ uncheckCriteria }) => uncheckCriteria.execute({ spec: 'a', criteria: ['1'] }),
  ({ labelCriteria }) => labelCriteria.execute({ spec: 'b' }),
  ({ retireCriterion }) => retireCriterion.execute({ spec: 'a', criterion: '1', reason: 'not needed' }),
  ({ addNote }) => addNote.execute({ spec: 'a', text: 'Ask Lee.' }),
  ({ replaceSection }) => replaceSection.execute({ spec: 'a', heading: 'Problem', set: 'New.\n' }),
  ({ replaceSection }) => replaceSection.execute({ spec: 'a', heading: 'Problem', append: 'More.' }),
  ({ approveSpec }) => approveSpec.execute({ spec: 'a' }),
  ({ archiveSpecs }) => archiveSpecs.execute({ specs: ['a'] }),
  ({ unarchiveSpecs }) => unarchiveSpecs.execute({ specs: ['a'] }),
  ({ deleteSpec }) => deleteSpec.execute({ spec: 'b', ...force }),
  ({ createSpec }) => createSpec.execute({ name: 'b' }),
];

/** The documents of the specs. */
function documents({ files }: TestSpectool): Readonly<Record<string, string>> {
  const found = ['specs', 'specs/archived'].flatMap((folder) =>
    files.list(folder).map(({ name }) => `${folder}/${name}/README.md`),
  );
  return Object.fromEntries(
    found.flatMap((path) => {
      const text = files.readText(path);
      return text === undefined ? [] : [[path, text]];
    }),
  );
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
    expect(await told({})).toEqual(
      'TagsChanged FieldsChanged FieldsChanged StatusChanged SpecCreated'.split(' '),
    );
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
