import { describe, expect, it } from '@jest/globals';
import { meaningOf, statusWord } from '../../../src/domain/import/statusWords.js';

describe('the status of a document of another tool', () => {
  it.each([
    ['Accepted', 'accepted'],
    ['  ✅ **In-Progress** (since May)', 'in progress'],
    ['Superseded by [ADR 5](0005-x.md)', 'superseded'],
    ['superseded by 0005', 'superseded'],
    ['accepted on 2019-03-02', 'accepted'],
    ['On hold', 'on hold'],
    ['in_progress', 'in progress'],
    ['Won’t Do', "won't do"],
    ['Accepted, 2020', 'accepted'],
    ['', 'none'],
    [undefined, 'none'],
    ['***', 'none'],
  ])('%p is the word %p', (text, word) => {
    expect(statusWord(text)).toBe(word);
  });

  it('means what somebody says, else what it means to its source, else what it means everywhere', () => {
    expect(meaningOf('accepted', 'flat', {})).toEqual({ status: 'complete' });
    expect(meaningOf('accepted', 'flat', { accepted: 'in-progress' })).toEqual({ status: 'in-progress' });
    expect(meaningOf('active', 'flat', {})).toEqual({ status: 'complete' });
    expect(meaningOf('active', 'json', {})).toEqual({ status: 'in-progress' });
    expect(meaningOf('withdrawn', 'flat', {})).toEqual({ outcome: 'rejected', isArchived: true });
    expect(meaningOf('archived', 'leanspec', {})).toEqual({ status: 'complete', isArchived: true });
    expect(meaningOf('frobnicated', 'flat', {})).toBeUndefined();
    expect(meaningOf('constructor', 'flat', {})).toBeUndefined();
    expect(meaningOf('active', 'constructor', {})).toEqual({ status: 'in-progress' });
  });
});
