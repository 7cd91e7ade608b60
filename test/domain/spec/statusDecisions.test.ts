import { describe, expect, it } from '@jest/globals';
import { created, given } from '../givenWhenThen.js';
import { PRIORITIES, STATUSES } from '../../../src/domain/fields/statusAndPriority.js';
import { knownStatus, knownWord } from '../../../src/domain/fields/knownWords.js';
import { refusal } from '../../support/thrownError.js';

const today = '2026-01-05';

it('The completion date is read from the field completed_at of a spec of another tool', () => {
  given(created({ status: 'complete', completed_at: '2025-11-03T09:00:00Z' }))
    .when({ type: 'FollowStatus', data: { today } })
    .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: '2025-11-03' } } } });
});

describe('a word for a status or a priority', () => {
  it.each([
    ['complete', 'complete'],
    ['done', 'complete'],
    ['Complete', 'complete'],
    [' Done ', 'complete'],
    ['in_progress', 'in-progress'],
    ['IN PROGRESS', 'in-progress'],
    [' in  progress ', 'in-progress'],
    ['in - pro_gress', 'in-progress'],
    ['InProgress', 'in-progress'],
    ['wip', 'in-progress'],
    ['todo', 'planned'],
    ['To Do', 'planned'],
    ['not-started', 'planned'],
  ])('means the status: %j is %s', (text, status) => {
    expect(knownStatus(text)).toBe(status);
  });

  it.each([
    ['HIGH', 'high'],
    ['urgent', 'critical'],
    ['Normal', 'medium'],
    ['low', 'low'],
  ])('means the priority: %j is %s', (text, priority) => {
    expect(knownWord('priority', text, PRIORITIES)).toBe(priority);
  });

  it('may be spelled in any way for a field with a fixed list of words', () => {
    expect(knownWord('risk', 'A B C', ['x', 'a-b-c'])).toBe('a-b-c');
  });

  it.each([
    ['planed', 'Did you mean planned?'],
    ['In-Progres', 'Did you mean in-progress?'],
    ['high', undefined],
    ['purple', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('is refused as a status: %j, %j', (text, hint) => {
    const error = refusal(() => knownStatus(text));
    expect(error.code).toBe('FIELD_INVALID');
    expect(error.hint).toBe(hint);
    expect(error.details).toStrictEqual({
      field: 'status',
      allowed: STATUSES,
      ...(hint !== undefined && { nearest: [/mean (.*)\?/.exec(hint)?.[1]] }),
    });
  });

  it.each(['archived', 'Rejected', "won't fix", 'On hold'])('is an outcome and no status: %j', (text) => {
    expect(refusal(() => knownStatus(text)).message).toContain('it says how a spec ended');
  });

  it('gets a suggestion from the words of its field when it is unknown', () => {
    expect(refusal(() => knownWord('risk', 'sever', ['slight', 'severe'])).hint).toBe('Did you mean severe?');
  });
});
