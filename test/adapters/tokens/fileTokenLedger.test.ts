import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { FileTokenLedger } from '../../../src/adapters/tokens/fileTokenLedger.js';
import type { FileSystem } from '../../../src/ports/fileSystem.js';

const LATER = () => '9000-01-01T00:00:00.000Z';
const README = 'specs/001-a/README.md';

describe('FileTokenLedger', () => {
  const project = (): MemoryFileSystem => {
    const files = new MemoryFileSystem();
    files.write(README, 'x'.repeat(8000));
    files.write('specs/001-a/DESIGN.md', 'y');
    return files;
  };

  it('remembers across runs, until the file changes', () => {
    const files = project();
    const ledger = new FileTokenLedger(files, LATER);
    ledger.remember(README, 42);
    ledger.save();
    const next = new FileTokenLedger(files, LATER);
    expect(next.known(README)).toBe(42);
    expect(next.known('specs/001-a/DESIGN.md')).toBeUndefined();
    files.write(README, 'z'.repeat(8000));
    expect(new FileTokenLedger(files, LATER).known(README)).toBeUndefined();
  });

  it('does not trust a file that has just been written', () => {
    const files = project();
    const ledger = new FileTokenLedger(files, () => '1970-01-01T00:00:00.000Z');
    ledger.remember(README, 42);
    expect(ledger.known(README)).toBeUndefined();
  });

  it('answers a likely figure without looking: counted, with all files of the folder, or estimated', () => {
    const ledger = new FileTokenLedger(project(), LATER);
    expect(ledger.likely('specs/001-a', 'README.md', 8000)).toBe(2000);
    ledger.remember(README, 1500);
    ledger.remember('specs/001-a/DESIGN.md', 30);
    expect(ledger.likely('specs/001-a', 'README.md', 8000)).toBe(1530);
    expect(ledger.likely('specs/001-a', 'README.md', 4000)).toBe(1000);
  });

  it('is quiet about a damaged cache and one that cannot be written', () => {
    const files = project();
    files.write('.spectool/cache/tokens.tsv', 'spectool token counts 1\nrubbish\nspecs/x\t1\t2\t3\t4\t-5\n');
    expect(new FileTokenLedger(files, LATER).known('specs/x')).toBeUndefined();
    const readOnly: FileSystem = new Proxy(files, {
      get: (target, name) =>
        name === 'write'
          ? () => {
              throw new Error('read-only');
            }
          : (Reflect.get(target, name) as () => unknown).bind(target),
    });
    const ledger = new FileTokenLedger(readOnly, LATER);
    ledger.remember(README, 1);
    expect(() => ledger.save()).not.toThrow();
  });
});
