import { describe, expect, it } from '@jest/globals';
import { knownStatus, knownWord, statusMeant, statusWords } from '../../../src/domain/spec/knownValue.js';
import { PRIORITIES } from '../../../src/domain/spec/priority.js';
import { STATUSES } from '../../../src/domain/spec/status.js';
import { refusal } from '../../support/refusal.js';

describe('a value that is not one of ours', () => {
  it.each([
    ['done', 'Did you mean complete?'],
    ['Complete', 'Did you mean complete?'],
    ['in_progress', 'Did you mean in-progress?'],
    ['IN PROGRESS', 'Did you mean in-progress?'],
    [' in  progress ', 'Did you mean in-progress?'],
    [' Done ', 'Did you mean complete?'],
    ['in - pro_gress', 'Did you mean in-progress?'],
    ['inprogress', 'Did you mean in-progress?'],
    ['planed', 'Did you mean planned?'],
    ['todo', 'Did you mean planned?'],
    ['purple', undefined],
    ['', undefined],
  ])('%j as a status: %j', (text, hint) => {
    const error = refusal(() => knownStatus(text));
    expect(error.code).toBe('FIELD_INVALID');
    expect(error.hint).toBe(hint);
    expect(error.details).toStrictEqual({
      field: 'status',
      allowed: STATUSES,
      ...(hint !== undefined && { nearest: [/mean (.*)\?/.exec(hint)?.[1]] }),
    });
  });

  it('and so for priorities', () => {
    expect(refusal(() => knownWord('priority', 'urgent', PRIORITIES)).hint).toBe('Did you mean critical?');
    expect(knownWord('priority', 'low', PRIORITIES)).toBe('low');
  });

  it('and so for a field with words of its own', () => {
    expect(refusal(() => knownWord('risk', 'A B C', ['x', 'a-b-c'])).hint).toBe('Did you mean a-b-c?');
    expect(refusal(() => knownWord('risk', 'sever', ['slight', 'severe'])).hint).toBe('Did you mean severe?');
  });
});

describe('words of other tools', () => {
  it('mean statuses, in whatever case', () => {
    const words = statusWords({ Done: 'complete', wip: 'in-progress' });
    expect(statusMeant('done', words)).toBe('complete');
    expect(statusMeant(' WIP ', words)).toBe('in-progress');
    expect([statusMeant('draft', words), statusMeant('planned', words), statusMeant(7, words)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are no statuses of ours, and mean nothing else', () => {
    expect(refusal(() => statusWords({ planned: 'complete' })).message).toContain(
      'planned is a status already',
    );
    expect(refusal(() => statusWords({ archived: 'finito' })).code).toBe('FIELD_INVALID');
  });
});
