import { describe, expect, it } from '@jest/globals';
import { type FileCommit, mayTellStatus, momentsIn } from '../../../src/domain/import/fileHistory.js';

const isStatus = (word: string) => ['proposed', 'accepted', 'superseded'].includes(word);
let turn = 0;
const commit = (day: string, removed: string[] = [], added: string[] = []): FileCommit => ({
  hash: `c${String(++turn)}`,
  at: `${day}T10:00:00.000Z`,
  actor: 'Kim',
  removed,
  added,
});
const history = (...commits: FileCommit[]) => [{ origin: 'a.md', commits }];
const told = (moments: ReturnType<typeof momentsIn>) =>
  moments.map(({ at, status }) => `${at?.slice(0, 10) ?? '?'} ${status ?? '-'}`);

describe('The status history that import reads from commits', () => {
  it('has each status line that was added, and the line that the first of them replaced', () => {
    const commits = history(
      commit('2019-01-02'),
      commit('2019-02-02', ['Some text'], ['Other text']),
      commit('2019-03-02', ['* Status: proposed'], ['* Status: **accepted**']),
      commit('2020-03-02', ['* Status: accepted'], ['* Status: superseded by 0005']),
    );
    expect(told(momentsIn(commits, 'field', isStatus, 'flat'))).toEqual([
      '2019-01-02 proposed',
      '2019-03-02 **accepted**',
      '2020-03-02 superseded by 0005',
    ]);
  });

  it('takes the topmost of several fields that one commit added, and no field far below, which is an example', () => {
    const commits = history(
      commit('2019-01-02', [], ['Status: proposed', 'Status: open']),
      commit('2019-03-02', ['Status: proposed', 'Status: open'], ['Status: accepted', 'Status: closed']),
    );
    expect(told(momentsIn(commits, 'field', isStatus, 'flat'))).toEqual([
      '2019-01-02 proposed',
      '2019-03-02 accepted',
    ]);
    expect(mayTellStatus('Status: open', 100)).toBe(true);
    expect(mayTellStatus('Status: open', 101)).toBe(false);
    expect(mayTellStatus('Accepted', 101)).toBe(true);
  });

  it('has no day for a status that was written where none was', () => {
    const commits = history(
      commit('2019-01-02'),
      commit('2019-03-02', [], ['Status: proposed']),
      commit('2019-04-02', ['Status: proposed'], ['Status: accepted']),
    );
    expect(told(momentsIn(commits, 'field', isStatus, 'flat'))).toEqual([
      '2019-01-02 -',
      '? proposed',
      '2019-04-02 accepted',
    ]);
  });

  it('tells nothing of checkboxes that were never ticked by a commit', () => {
    const commits = history(commit('2020-01-01'), commit('2020-02-01', ['Text'], ['Other text']));
    expect(told(momentsIn(commits, 'boxes', isStatus, 'kiro', 'complete'))).toEqual(['2020-01-01 -']);
  });

  it('includes lines without the word "status" only when the status is under a heading', () => {
    const commits = history(commit('2019-01-02'), commit('2019-03-02', ['Proposed'], ['Accepted']));
    expect(told(momentsIn(commits, 'section', isStatus, 'flat'))).toEqual([
      '2019-01-02 Proposed',
      '2019-03-02 Accepted',
    ]);
    expect(told(momentsIn(commits, 'field', isStatus, 'flat'))).toEqual(['2019-01-02 -']);
  });

  it('is in order of time, whatever the order of the commits', () => {
    const commits = history(
      commit('2020-01-01', ['status: proposed'], ['status: accepted']),
      commit('2019-01-01'),
    );
    expect(told(momentsIn(commits, 'field', isStatus, 'flat'))).toEqual([
      '2019-01-01 proposed',
      '2020-01-01 accepted',
    ]);
  });

  it('begins work with the first ticked task and completes it with the last', () => {
    const commits = history(
      commit('2020-01-01'),
      commit('2020-01-02', ['- [ ] T1'], ['- [x] T1']),
      commit('2020-01-03', ['- [ ] T2'], ['- [X] T2']),
    );
    expect(told(momentsIn(commits, 'boxes', isStatus, 'kiro', 'complete'))).toEqual([
      '2020-01-01 planned',
      '2020-01-02 in progress',
      '2020-01-03 complete',
    ]);
  });

  it.each([
    ['kiro', '[-]', ['2020-01-01 planned', '2020-01-02 in progress', '2020-01-03 complete']],
    ['kiro', '[~]', ['2020-01-01 planned', '2020-01-03 complete']],
    ['openspec', '[~]', ['2020-01-01 planned', '2020-01-03 complete']],
    ['openspec', '[-]', ['2020-01-01 planned', '2020-01-03 complete']],
    ['spec-kit', '[~]', ['2020-01-01 planned', '2020-01-03 complete']],
    ['constructor', '[]', ['2020-01-01 planned', '2020-01-03 complete']],
  ])(
    'begins work for a source and checkbox only if the source uses that checkbox for started tasks: %s, %s',
    (source, box, expected) => {
      const commits = history(
        commit('2020-01-01', [], ['- [ ] T1']),
        commit('2020-01-02', ['- [ ] T1'], [`- ${box} T1`]),
        commit('2020-01-03', [`- ${box} T1`], ['- [x] T1']),
      );
      expect(told(momentsIn(commits, 'boxes', isStatus, source, 'complete'))).toEqual(expected);
    },
  );

  it('is empty without commits', () => {
    expect(momentsIn([], 'field', isStatus, 'flat')).toEqual([]);
  });
});
