import { describe, expect, it } from '@jest/globals';
import { refusal } from '../support/thrownError.js';
import { type Repository } from '../support/gitRepositoryPorts.js';

const isSpec = (name: string) => /\d-[^-]*[a-z]/.test(name);

/** Tests that every Repository must pass, even outside a git repository. */
export function repositoryContract(name: string, open: () => Repository): void {
  describe(`${name} as a Repository`, () => {
    it('returns empty results when there are no branches, conflicts or commits', () => {
      const repository = open();
      expect(repository.foldersElsewhere('specs', isSpec)).toEqual({ folders: [] });
      expect(repository.conflictedPaths()).toEqual([]);
      expect(repository.conflictSides('specs/001-a/README.md')).toBeUndefined();
      expect([...repository.textsLeft('specs/001-a/README.md')]).toEqual([]);
      expect(repository.committedTexts('specs/001-a/README.md')).toEqual([]);
      expect(repository.continuation()).toBeUndefined();
      expect(repository.lastCommits(['specs/001-a/README.md'])).toEqual(new Map());
      expect(repository.readConfig('merge.none.driver')).toBeUndefined();
    });

    it('merges a change of one side, or the same change of both sides', () => {
      const repository = open();
      expect(repository.mergeText('a\n', 'a\n', 'b\n')).toEqual({ text: 'b\n', conflicts: 0 });
      expect(repository.mergeText('b\n', 'a\n', 'a\n')).toEqual({ text: 'b\n', conflicts: 0 });
      expect(repository.mergeText('b\n', 'a\n', 'b\n')).toEqual({ text: 'b\n', conflicts: 0 });
    });

    it('writes both sides of a conflict between conflict marks with labels', () => {
      expect(open().mergeText('b\n', 'a\n', 'c\n', { labels: ['x', 'y', 'z'] })).toEqual({
        text: '<<<<<<< x\nb\n=======\nc\n>>>>>>> z\n',
        conflicts: 1,
      });
    });

    it('returns a setting that was written, or fails when there is no repository to write it to', () => {
      const repository = open();
      if (repository.available()) {
        repository.writeConfig('merge.spectool.driver', '-x "$1" %O');
        expect(repository.readConfig('merge.spectool.driver')).toBe('-x "$1" %O');
      } else {
        expect(refusal(() => repository.writeConfig('merge.spectool.driver', 'x')).code).toBe('GIT_FAILED');
      }
    });
  });
}
