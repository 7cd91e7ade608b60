import { describe, expect, it } from '@jest/globals';
import { knownPriority, knownStatus } from '../../../src/domain/spec/knownValue.js';
import { refusal } from '../../support/refusal.js';

describe('a value that is not one of ours', () => {
  it.each([
    ['done', 'Did you mean complete?'],
    ['Complete', 'Did you mean complete?'],
    ['in_progress', 'Did you mean in-progress?'],
    ['IN PROGRESS', 'Did you mean in-progress?'],
    ['inprogress', 'Did you mean in-progress?'],
    ['planed', 'Did you mean planned?'],
    ['todo', 'Did you mean planned?'],
    ['purple', undefined],
    ['', undefined],
  ])('%j as a status: %j', (text, hint) => {
    const error = refusal(() => knownStatus(text));
    expect(error.code).toBe('FIELD_INVALID');
    expect(error.hint).toBe(hint);
  });

  it('and so for priorities', () => {
    expect(refusal(() => knownPriority('urgent')).hint).toBe('Did you mean critical?');
    expect(knownPriority('low')).toBe('low');
  });
});
