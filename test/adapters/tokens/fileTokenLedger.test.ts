import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { NodeHasher } from '../../../src/adapters/system/nodeHasher.js';
import { FileTokenLedger } from '../../../src/adapters/tokens/fileTokenLedger.js';
import type { FileSystem } from '../../../src/ports/fileSystem.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const LATER = () => Date.UTC(9000, 0);
const HASHER = new NodeHasher();
const TEXT = 'x'.repeat(8000);
const README = 'specs/001-a/README.md';

describe('FileTokenLedger', () => {
  const project = (): MemoryFileSystem => {
    const files = new MemoryFileSystem();
    files.write(README, TEXT);
    files.write('specs/001-a/DESIGN.md', 'y');
    return files;
  };

  it('remembers across runs, until the file changes', () => {
    const files = project();
    const ledger = new FileTokenLedger(files, HASHER, LATER);
    ledger.remember(README, TEXT, 42);
    ledger.save();
    const next = new FileTokenLedger(files, HASHER, LATER);
    expect(next.known(README)).toBe(42);
    expect(next.known('specs/001-a/DESIGN.md')).toBeUndefined();
    files.write(README, 'z'.repeat(8000));
    expect(new FileTokenLedger(files, HASHER, LATER).known(README)).toBeUndefined();
  });

  it('does not trust a file that has just been written', () => {
    const files = project();
    const ledger = new FileTokenLedger(files, HASHER, () => 0);
    ledger.remember(README, TEXT, 42);
    expect(ledger.known(README)).toBeUndefined();
  });

  it('does not trust the stamps of a link, which stay while another text is behind it', () => {
    const files = new NodeFileSystem(temporaryFolder());
    files.write('specs/001-a/README.md', TEXT);
    const link = 'specs/002-b/README.md';
    files.write(link, '');
    unlinkSync(join(files.root, link));
    symlinkSync('../001-a/README.md', join(files.root, link));
    const ledger = new FileTokenLedger(files, HASHER, LATER);
    ledger.remember(README, TEXT, 42);
    ledger.remember(link, TEXT, 42);
    expect([ledger.known(README), ledger.known(link), ledger.counted(link, TEXT)]).toEqual([
      42,
      undefined,
      42,
    ]);
  });

  it('knows the text it counted in a fresh file, across runs', () => {
    const files = project();
    const justNow = () => 0;
    const ledger = new FileTokenLedger(files, HASHER, justNow);
    ledger.remember(README, TEXT, 42);
    ledger.save();
    const next = new FileTokenLedger(files, HASHER, justNow);
    expect(next.known(README)).toBeUndefined();
    expect(next.counted(README, TEXT)).toBe(42);
    expect(next.counted(README, `${TEXT}!`)).toBeUndefined();
  });

  it('is quiet about a damaged cache and one that cannot be written', () => {
    const files = project();
    files.write(
      '.spectool/cache/tokens.tsv',
      'spectool token counts 2\nrubbish\nspecs/x\t-5\tab\t1\t2\t3\t4\n',
    );
    expect(new FileTokenLedger(files, HASHER, LATER).known('specs/x')).toBeUndefined();
    const readOnly: FileSystem = new Proxy(files, {
      get: (target, name) =>
        name === 'write'
          ? () => {
              throw new Error('read-only');
            }
          : (Reflect.get(target, name) as () => unknown).bind(target),
    });
    const ledger = new FileTokenLedger(readOnly, HASHER, LATER);
    ledger.remember(README, TEXT, 1);
    expect(() => ledger.save()).not.toThrow();
  });
});
