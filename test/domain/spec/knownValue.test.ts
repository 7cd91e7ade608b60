import { describe, expect, it } from '@jest/globals';
import { knownStatus, knownWord, statusMeant, statusWords } from '../../../src/domain/fields/knownValue.js';
import { PRIORITIES } from '../../../src/domain/spec/priority.js';
import { STATUSES } from '../../../src/domain/spec/status.js';
import { refusal } from '../../support/thrownError.js';

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
  ])('%j means the status %s', (text, status) => {
    expect(knownStatus(text)).toBe(status);
  });

  it.each([
    ['HIGH', 'high'],
    ['urgent', 'critical'],
    ['Normal', 'medium'],
    ['low', 'low'],
  ])('%j means the priority %s', (text, priority) => {
    expect(knownWord('priority', text, PRIORITIES)).toBe(priority);
  });

  it('is accepted in any spelling for a field with its own words', () => {
    expect(knownWord('risk', 'A B C', ['x', 'a-b-c'])).toBe('a-b-c');
  });

  it.each([
    ['planed', 'Did you mean planned?'],
    ['In-Progres', 'Did you mean in-progress?'],
    ['high', undefined],
    ['purple', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%j is not a status: %j', (text, hint) => {
    const error = refusal(() => knownStatus(text));
    expect(error.code).toBe('FIELD_INVALID');
    expect(error.hint).toBe(hint);
    expect(error.details).toStrictEqual({
      field: 'status',
      allowed: STATUSES,
      ...(hint !== undefined && { nearest: [/mean (.*)\?/.exec(hint)?.[1]] }),
    });
  });

  it.each(['archived', 'Rejected', "won't fix", 'On hold'])('%j is not a status, but an outcome', (text) => {
    expect(refusal(() => knownStatus(text)).message).toContain('it says how a spec ended');
  });

  it('is suggested from the words of its field', () => {
    expect(refusal(() => knownWord('risk', 'sever', ['slight', 'severe'])).hint).toBe('Did you mean severe?');
  });
});

describe('words of other tools', () => {
  it('mean statuses, in any case', () => {
    const words = statusWords({ Done: 'complete', wip: 'in-progress' });
    expect(statusMeant('done', words)).toBe('complete');
    expect(statusMeant(' WIP ', words)).toBe('in-progress');
    expect([statusMeant('draft', words), statusMeant('planned', words), statusMeant(7, words)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('cannot be known statuses, and mean nothing but a status', () => {
    expect(refusal(() => statusWords({ planned: 'complete' })).message).toContain(
      'planned is a status already',
    );
    expect(refusal(() => statusWords({ archived: 'finito' })).code).toBe('FIELD_INVALID');
  });
});
