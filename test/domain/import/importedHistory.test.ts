import { describe, expect, it } from '@jest/globals';
import {
  type FileCommit,
  type HistoryOf,
  importedHistory,
  momentsInGitHistory,
} from '../../../src/domain/import/importedHistory.js';
import { evolve } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type Spec } from '../../../src/domain/spec/spec.js';

const commit = (day: string, status?: string): FileCommit => ({
  at: `${day}T10:00:00.000Z`,
  day,
  actor: 'Kim',
  ...(status !== undefined && { status }),
});
const told = (...commits: readonly FileCommit[]) =>
  momentsInGitHistory([{ origin: 'a.md', commits }]).map(
    ({ at, status }) => `${at?.slice(0, 10) ?? '?'} ${status ?? '-'}`,
  );

const labels = { sequence: 5, name: 'x', ref: '005-x', archived: false };
const at = (day: string) => `${day}T10:00:00.000Z`;
const past = (more: Partial<HistoryOf>): HistoryOf => ({
  labels,
  title: 'X',
  frontmatter: { created: '2019-01-02', id: 'i1' },
  moments: [{ at: at('2019-01-02'), actor: 'Kim' }],
  meaning: { status: 'planned' },
  isArchived: false,
  ...more,
});
const types = (of: HistoryOf) =>
  importedHistory(of).map(({ at: time, events }) => [time?.slice(0, 10), ...events.map(({ type }) => type)]);
const end = (of: HistoryOf) => importedHistory(of).at(-1)?.spec;

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
    expect(momentsInGitHistory([])).toEqual([]);
  });
});

describe('the history of an imported document', () => {
  it('consists only of the creation when no status changes are known, and nobody knows when it was completed', () => {
    expect(types(past({}))).toEqual([['2019-01-02', 'SpecCreated', 'SpecTakenOver']]);
    const done = past({ meaning: { status: 'complete' } });
    expect(end(done)?.frontmatter).toMatchObject({ status: 'complete' });
    expect(end(done)?.frontmatter).not.toHaveProperty('completed');
    expect(end({ ...done, completed: '2019-01-05' })?.frontmatter).toHaveProperty('completed', '2019-01-05');
  });

  it('has a record for each status change, and sets the completion date', () => {
    const steps = past({
      moments: [
        { at: at('2019-01-02'), meaning: { status: 'planned' } },
        { at: at('2019-02-02'), actor: 'Lee', meaning: { status: 'in-progress' } },
        { at: at('2019-03-02'), meaning: { status: 'complete' } },
      ],
      meaning: { status: 'complete' },
    });
    expect(types(steps)).toEqual([
      ['2019-01-02', 'SpecCreated'],
      ['2019-02-02', 'StatusChanged'],
      ['2019-03-02', 'StatusChanged', 'SpecTakenOver'],
    ]);
    expect(importedHistory(steps)[1]?.actor).toBe('Lee');
    expect(end(steps)?.frontmatter).toMatchObject({ status: 'complete', completed: '2019-03-02' });
    expect(end({ ...steps, completed: '2019-02-28' })?.frontmatter).toMatchObject({
      completed: '2019-02-28',
    });
  });

  it('archives a rejected document with the status it had before', () => {
    const rejected = past({
      moments: [
        { at: at('2019-01-02'), meaning: { status: 'planned' } },
        { at: at('2019-02-02'), meaning: { status: 'in-progress' } },
        { at: at('2019-03-02'), meaning: { outcome: 'rejected', isArchived: true } },
      ],
      meaning: { outcome: 'rejected', isArchived: true },
    });
    expect(end(rejected)).toMatchObject({
      labels: { archived: true },
      frontmatter: { status: 'in-progress', archived_as: 'rejected' },
    });
  });

  it('keeps a superseded document complete, and resets a rejected one to planned', () => {
    const moments = [{ at: at('2019-01-02'), meaning: { status: 'complete' } }] as const;
    const ended = (outcome: 'superseded' | 'rejected') =>
      end(
        past({
          moments: [...moments, { at: at('2020-01-02'), meaning: { outcome, isArchived: true } }],
          meaning: { outcome, isArchived: true },
          supersededBy: '009-y',
        }),
      )?.frontmatter;
    expect(ended('superseded')).toMatchObject({
      status: 'complete',
      archived_as: 'superseded',
      superseded_by: '009-y',
    });
    expect(ended('rejected')).toMatchObject({ status: 'planned', archived_as: 'rejected' });
    expect(ended('rejected')).not.toHaveProperty('completed');
  });

  it('unarchives a document that became active again', () => {
    const again = past({
      moments: [
        { at: at('2019-01-02'), meaning: { outcome: 'deferred', isArchived: true } },
        { at: at('2020-01-02'), meaning: { status: 'complete' } },
      ],
      meaning: { status: 'complete' },
    });
    expect(end(again)).toMatchObject({
      labels: { archived: false },
      frontmatter: { status: 'complete', completed: '2020-01-02' },
    });
    expect(end(again)?.frontmatter).not.toHaveProperty('archived_as');
  });

  it('ends with the current status of the document, without a time if no moment has that status', () => {
    const now = past({
      moments: [{ at: at('2019-01-02'), meaning: { status: 'planned' } }, { at: at('2020-01-02') }],
      meaning: { status: 'complete' },
    });
    expect(types(now).slice(-2)).toEqual([
      [undefined, 'StatusChanged'],
      ['2020-01-02', 'SpecTakenOver'],
    ]);
    expect(end(now)?.frontmatter).not.toHaveProperty('completed');
  });

  it('folds to the same spec as the one that import writes', () => {
    const steps = importedHistory(
      past({
        moments: [
          { at: at('2019-01-02'), meaning: { status: 'planned' } },
          { at: at('2019-03-02'), meaning: { status: 'archived' as never, isArchived: true } },
        ],
        meaning: { status: 'complete', isArchived: true },
      }),
    );
    const folded = steps.flatMap(({ events }) => events).reduce<Spec>(evolve, ABSENT);
    expect(folded).toEqual(steps.at(-1)?.spec);
  });
});
