import { describe, expect, it } from '@jest/globals';
import { type FileCommit, momentsIn } from '../../../src/domain/import/importedHistory.js';

const commit = (day: string, status?: string): FileCommit => ({
  at: `${day}T10:00:00.000Z`,
  actor: 'Kim',
  ...(status !== undefined && { status }),
});
const told = (...commits: readonly FileCommit[]) =>
  momentsIn([{ origin: 'a.md', commits }]).map(
    ({ at, status }) => `${at?.slice(0, 10) ?? '?'} ${status ?? '-'}`,
  );

describe('The status history that import reads from commits', () => {
  it('has the first commit, and each that changed the status', () => {
    const commits = [
      commit('2019-01-02', 'proposed'),
      commit('2019-02-02', '**Proposed**'),
      commit('2019-03-02', 'accepted'),
      commit('2019-04-02'),
      commit('2020-03-02', 'superseded by 0005'),
    ];
    expect(told(...commits)).toEqual([
      '2019-01-02 proposed',
      '2019-03-02 accepted',
      '2020-03-02 superseded by 0005',
    ]);
  });

  it('has no day for a status that was written where none was', () => {
    expect(
      told(commit('2019-01-02'), commit('2019-03-02', 'proposed'), commit('2019-04-02', 'accepted')),
    ).toEqual(['2019-01-02 -', '? proposed', '2019-04-02 accepted']);
  });

  it('is in order of time, whatever the order of the commits', () => {
    expect(told(commit('2020-01-01', 'accepted'), commit('2019-01-01', 'proposed'))).toEqual([
      '2019-01-01 proposed',
      '2020-01-01 accepted',
    ]);
  });

  it('is empty without commits', () => {
    expect(momentsIn([])).toEqual([]);
  });
});
