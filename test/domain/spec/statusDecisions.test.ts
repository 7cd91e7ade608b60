import { describe, expect, it } from '@jest/globals';
import { created, given } from '../givenWhenThen.js';
import { knownStatus, knownWord, statusMeant, statusWords } from '../../../src/domain/fields/parseStatus.js';
import { PRIORITIES, STATUSES } from '../../../src/domain/spec/status.js';
import { refusal } from '../../support/thrownError.js';

const today = '2026-01-05';

describe('The completion date', () => {
  it('is read from the field completed_at of a spec of another tool', () => {
    given(created({ status: 'complete', completed_at: '2025-11-03T09:00:00Z' }))
      .when({ type: 'FollowStatus', data: { today } })
      .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: '2025-11-03' } } } });
  });
});

describe('A status of another tool', () => {
  const words = new Map([
    ['archived', 'complete'],
    ['draft', 'planned'],
  ] as const);
  const settle = { type: 'SettleStatus', data: { words, today } } as const;
  const settled = (from: string, to: string, more: object = {}) => ({
    type: 'StatusChanged' as const,
    data: { from, to, forced: true as const, reason: `"${from}" means ${to}`, ...more },
  });

  it('may be mapped to complete although criteria are open', () => {
    given(created({ status: 'archived', completed: '2025-10-01' }))
      .reading('## Success Criteria\n\n- [ ] fast\n')
      .when(settle)
      .then(settled('archived', 'complete'));
  });

  it('is kept when the mapping does not have it, as is a known status', () => {
    given(created({ status: 'parked' }))
      .when(settle)
      .thenNothing();
    given(created({ status: 'in-progress' }))
      .when(settle)
      .thenNothing();
    given(created({ status: null }))
      .when(settle)
      .thenNothing();
  });
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

  it.each(['archived', 'Rejected', "won't fix", 'On hold'])(
    'is refused as a status because it is an outcome of archive: %j',
    (text) => {
      expect(refusal(() => knownStatus(text)).message).toContain('it says how a spec ended');
    },
  );

  it('gets a suggestion from the words of its field when it is unknown', () => {
    expect(refusal(() => knownWord('risk', 'sever', ['slight', 'severe'])).hint).toBe('Did you mean severe?');
  });
});

describe('The configured status words of other tools', () => {
  it('mean statuses, in upper or lower case', () => {
    const words = statusWords({ Done: 'complete', wip: 'in-progress' });
    expect(statusMeant('done', words)).toBe('complete');
    expect(statusMeant(' WIP ', words)).toBe('in-progress');
    expect([statusMeant('draft', words), statusMeant('planned', words), statusMeant(7, words)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('cannot redefine known statuses, and apply to the status only', () => {
    expect(refusal(() => statusWords({ planned: 'complete' })).message).toContain(
      '"planned" is already a status',
    );
    expect(refusal(() => statusWords({ archived: 'finito' })).code).toBe('FIELD_INVALID');
  });
});
