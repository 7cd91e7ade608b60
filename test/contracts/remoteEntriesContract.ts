import { describe, expect, it } from '@jest/globals';
import type { RemoteEntries, RemoteOutcome } from '../../src/ports/lockAndClaimRegistry.js';

/** Tests that every implementation must pass. @param open returns the entries of two clones of one repository. */
export function remoteEntriesContract(
  name: string,
  open: () => readonly [RemoteEntries, RemoteEntries],
): void {
  const first = (outcomes: readonly RemoteOutcome[]) => outcomes[0] as RemoteOutcome;
  const read = (clone: RemoteEntries) => {
    const reading = clone.read();
    if (reading.kind !== 'read') throw new Error(reading.reason);
    return Object.fromEntries([...reading.entries].map(([one, { text }]) => [one, text]));
  };
  const versionOf = (outcome: RemoteOutcome) => (outcome.kind === 'won' ? outcome.version : undefined);

  describe(`${name} as RemoteEntries`, () => {
    it('shows an entry of one clone to the other', () => {
      const [mine, theirs] = open();
      expect(read(mine)).toEqual({});
      expect(first(mine.change([{ spec: 'a1', text: '{"x":1}' }])).kind).toBe('won');
      expect(read(theirs)).toEqual({ a1: '{"x":1}' });
    });

    it('lets only the first of two clones create an entry', () => {
      const [mine, theirs] = open();
      expect(first(mine.change([{ spec: 'a1', text: 'mine' }])).kind).toBe('won');
      expect(first(theirs.change([{ spec: 'a1', text: 'theirs' }]))).toEqual({ kind: 'lost' });
      expect(read(mine)).toEqual({ a1: 'mine' });
    });

    it('replaces an entry only from its current version', () => {
      const [mine, theirs] = open();
      const was = versionOf(first(mine.change([{ spec: 'a1', text: '1' }])));
      const second = { spec: 'a1', text: '2', ...(was !== undefined && { was }) };
      expect(first(theirs.change([second])).kind).toBe('won');
      const late = first(mine.change([{ ...second, text: '3' }]));
      expect(late).toEqual({ kind: 'lost' });
      expect(read(theirs)).toEqual({ a1: '2' });
    });

    it('removes an entry only at its current version, and then creates it again', () => {
      const [mine, theirs] = open();
      const was = versionOf(first(mine.change([{ spec: 'a1', text: 'mine' }])));
      const removal = { spec: 'a1', ...(was !== undefined && { was }) };
      expect(first(theirs.change([{ spec: 'a1' }]))).toMatchObject({ kind: 'lost' });
      expect(first(theirs.change([removal]))).toEqual({ kind: 'won' });
      expect(read(mine)).toEqual({});
      expect(first(mine.change([removal]))).toEqual({ kind: 'lost' });
      expect(first(mine.change([{ spec: 'a1', text: 'again' }])).kind).toBe('won');
    });

    it('judges each change of a group for itself', () => {
      const [mine, theirs] = open();
      mine.change([{ spec: 'a1', text: 'mine' }]);
      const outcomes = theirs.change([
        { spec: 'a1', text: 'theirs' },
        { spec: 'b2', text: 'theirs' },
      ]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['lost', 'won']);
      expect(read(mine)).toEqual({ a1: 'mine', b2: 'theirs' });
    });
  });
}
