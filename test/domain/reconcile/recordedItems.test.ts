import { expect, it } from '@jest/globals';
import { itemsOf, lackedItems } from '../../../src/domain/reconcile/recordedItems.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';

const note = (data: object) => ({ type: 'NoteAdded', data }) as unknown as SpecEvent;
const returnedTo = (returned: string) =>
  ({ type: 'TextEdited', data: { sections: [], returned } as JsonObject }) as unknown as SpecEvent;
const wordsOf = (records: readonly LogRecord[]) => [...itemsOf(records).values()].map(({ words }) => words);

const first = aRecord(1, [], [created()]);
const seen = aRecord(2, [first], [note({ text: 'Seen.', signed: '2026-01-05 (kim)' })]);
const done = aRecord(3, [seen], [note({ text: 'Done.', signed: '2026-01-05 (kim)' })]);

it('the items after a return are those of the state to which the document returned', () => {
  const back = aRecord(4, [done], [returnedTo(seen.id)]);
  expect(wordsOf([first, seen, done])).toHaveLength(2);
  expect(wordsOf([first, seen, done, back])).toEqual(wordsOf([first, seen]));
});

it('the items of a document that returned a thousand times are found in linear time', () => {
  const records = [first, seen];
  for (let i = 3; i < 1000; i += 1) {
    const last = records.at(-1) ?? first;
    records.push(aRecord(i, [last], [returnedTo(last.id)]));
  }
  expect(wordsOf(records)).toEqual(wordsOf([first, seen]));
});

it('a forged return to a record that comes later leaves no items', () => {
  const later = aRecord(9, [], [note({ text: 'Later.', signed: '2026-01-05 (kim)' })]);
  const forged = aRecord(3, [seen], [returnedTo(later.id)]);
  expect(wordsOf([first, seen, forged, later])).toEqual(wordsOf([first, later]));
});

it.each([
  ['under which nothing followed', '# A\n\n## Scope\n\nOld words.\n', true],
  ['with another section below it', '# A\n\n## Scope\n\nOld words.\n\n## Notes\n', true],
  ['of which the text has both states', '# A\n\n## Scope\n\nOld words. New words.\n', false],
])('a replaced section is missed in a text that has its former words, %s', (_, body, isMissed) => {
  const data = { heading: 'Scope', at: 1, lines: 3, from: 'Old words.\n', to: 'New words.\n' };
  const replaced = aRecord(2, [first], [{ type: 'SectionReplaced', data } as unknown as SpecEvent]);
  const missed = lackedItems({ body, criteriaSections: [] }, [first, replaced]);
  expect(missed.map(({ kind }) => kind)).toEqual(isMissed ? ['section'] : []);
});

it.each([
  ['a note without a text', note({ signed: '2026-01-05 (kim)' })],
  ['a section without a heading', { type: 'SectionReplaced', data: { to: 'x' } } as unknown as SpecEvent],
  ['a tick without a text', { type: 'CriterionChecked', data: { text: null } } as unknown as SpecEvent],
])('%s is no item', (_what, event) => {
  expect(wordsOf([first, aRecord(2, [first], [event])])).toEqual([]);
});
