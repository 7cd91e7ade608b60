import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { NodeHasher } from '../../../src/adapters/system/clockIdsAndHasher.js';
import { TokenCountCache } from '../../../src/adapters/tokens/tokenCountCache.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const LATER = () => Date.UTC(9000, 0);
const HASHER = new NodeHasher();
const TEXT = 'x'.repeat(8000);
const README = 'specs/001-a/README.md';

describe('TokenCountCache', () => {
  const project = (): MemoryFileSystem => {
    const files = new MemoryFileSystem();
    files.write(README, TEXT);
    files.write('specs/001-a/DESIGN.md', 'y');
    return files;
  };
  const place = () => ({ files: new MemoryFileSystem(), folder: 'kept/' });

  it('returns the stored token count of a file until the file changes', () => {
    const files = project();
    const snapshot = new Snapshot(() => kept, LATER);
    const kept = place();
    const ledger = new TokenCountCache(files, HASHER, snapshot);
    ledger.remember(README, TEXT, 42);
    snapshot.save();
    expect(ledger.known(README)).toBe(42);
    expect(ledger.known('specs/001-a/DESIGN.md')).toBeUndefined();
    files.write(README, 'z'.repeat(8000));
    expect(ledger.known(README)).toBeUndefined();
  });

  it('finds the token count of a link only by its text, because the target of the link may change', () => {
    const files = new NodeFileSystem(temporaryFolder());
    files.write('specs/001-a/README.md', TEXT);
    const link = 'specs/002-b/README.md';
    files.write(link, '');
    unlinkSync(join(files.root, link));
    symlinkSync('../001-a/README.md', join(files.root, link));
    const ledger = new TokenCountCache(files, HASHER, new Snapshot(place, LATER));
    ledger.remember(README, TEXT, 42);
    ledger.remember(link, TEXT, 42);
    expect([ledger.known(README), ledger.known(link), ledger.counted(link, TEXT)]).toEqual([
      42,
      undefined,
      42,
    ]);
  });

  it('finds the token count of a file that changed a moment ago only by its text', () => {
    const files = project();
    const kept = place();
    const snapshot = new Snapshot(
      () => kept,
      () => 0,
    );
    const ledger = new TokenCountCache(files, HASHER, snapshot);
    ledger.remember(README, TEXT, 42);
    expect(ledger.known(README)).toBeUndefined();
    snapshot.save();
    expect(ledger.known(README)).toBeUndefined();
    expect(ledger.counted(README, TEXT)).toBe(42);
    expect(ledger.counted(README, `${TEXT}!`)).toBeUndefined();
  });
});
