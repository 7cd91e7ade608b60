import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { FolderCache } from '../../../src/adapters/storage/specs/folderCache.js';
import { seal, unseal } from '../../../src/adapters/cache/sealedFile.js';
import { SummaryCache } from '../../../src/adapters/cache/summaryCache.js';
import { FileSpecStore } from '../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { frontmatterPrint } from '../../../src/domain/log/frontmatterPrint.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/projectConfig.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const COUNT = 80;
const CACHE = '.spectool/cache/specs';

/** A file system that counts what is read and listed. */
class WatchedFiles extends NodeFileSystem {
  reads = 0;
  lists = 0;
  override read(path: string) {
    if (path.startsWith('specs/')) this.reads += 1;
    return super.read(path);
  }
  override list(path: string) {
    this.lists += 1;
    return super.list(path);
  }
}

let root: string;
/** Files made a moment ago are never believed: the clock of the cache stands an hour later. */
const later = () => Date.now() + 3_600_000;
const document = (title: string, tags = 'a') =>
  `---\nstatus: planned\ncreated: 2026-01-01\ntags: [${tags}]\n---\n\n# ${title}\n`;
const refOf = (n: number) => `${String(n).padStart(3, '0')}-spec`;

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = temporaryFolder();
  for (let n = 1; n <= COUNT; n += 1) write(`specs/${refOf(n)}/README.md`, document(`Title ${n}`));
});

function open(now = later) {
  const files = new WatchedFiles(root);
  const cache = {
    folders: new FolderCache(files, DEFAULT_CONFIG, now),
    summaries: new SummaryCache(files, DEFAULT_CONFIG.criteria.sections, now),
  };
  const parser = new YamlFrontmatterParser();
  const store = new FileSpecStore(files, parser, DEFAULT_CONFIG, cache);
  return { files, store };
}
/** What a store without any memory says. */
const truth = () =>
  new FileSpecStore(new NodeFileSystem(root), new YamlFrontmatterParser(), DEFAULT_CONFIG).summaries();

/** What a store says, but for the times and sizes of the files it looked at, which are held against the disk. */
const told = (store: FileSpecStore) =>
  store.summaries().map(({ file, print, ...summary }) => {
    if (file !== undefined) {
      const { mtimeNs, size } = lstatSync(join(root, file.path), { bigint: true });
      expect([file.mtimeNs, file.size]).toEqual([mtimeNs, Number(size)]);
    }
    if (print !== undefined) expect(print).toBe(frontmatterPrint(summary.frontmatter));
    return summary;
  });

describe('the memory of a tree', () => {
  it('answers for an unchanged tree without listing or reading any of it', () => {
    open().store.summaries();
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect([files.reads, files.lists]).toEqual([0, 0]);
  });

  it('reads what changed, and only that', () => {
    open().store.summaries();
    write(`specs/${refOf(5)}/README.md`, document('Another title', 'b'));
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect([files.reads, files.lists]).toEqual([1, 0]);
  });

  it('is not fooled by a change of the same size with the old time put back', () => {
    open().store.summaries();
    const path = join(root, `specs/${refOf(5)}/README.md`);
    writeFileSync(path, document('Title X'));
    utimesSync(path, 1, 1);
    open().store.summaries();
    writeFileSync(path, document('Title Y'));
    utimesSync(path, 1, 1);
    expect(told(open().store)).toEqual(truth());
  });

  it.each<[string, () => void]>([
    ['a new folder', () => write('specs/900-new/README.md', document('New'))],
    ['a folder that is gone', () => rmSync(join(root, 'specs', refOf(5)), { recursive: true })],
    ['a renamed folder', () => renameSync(join(root, 'specs', refOf(5)), join(root, 'specs/905-x'))],
    ['an archived spec', () => write('specs/archived/901-old/README.md', document('Old'))],
    ['a group', () => write('specs/group/902-in/README.md', document('In'))],
    ['a document that is gone', () => rmSync(join(root, 'specs', refOf(5), 'README.md'))],
    ['a broken document', () => write(`specs/${refOf(5)}/README.md`, '---\nstatus: [\n---\n')],
    ['a link to a folder', () => symlinkSync(join(root, 'specs', refOf(5)), join(root, 'specs/903-link'))],
  ])('sees %s', (_what, change) => {
    open().store.summaries();
    change();
    expect(told(open().store)).toEqual(truth());
    expect(told(open().store)).toEqual(truth());
  });

  it('believes nothing that changed about when it was read', () => {
    open(Date.now).store.summaries();
    write(`specs/${refOf(5)}/README.md`, document('Title Z'));
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect(files.reads).toBeGreaterThan(0);
  });

  it('remembers nothing when the configuration is another', () => {
    open().store.summaries();
    const files = new WatchedFiles(root);
    const config = { ...DEFAULT_CONFIG, specsDir: 'elsewhere' };
    const cache = {
      folders: new FolderCache(files, config, later),
      summaries: new SummaryCache(files, DEFAULT_CONFIG.criteria.sections, later),
    };
    const store = new FileSpecStore(files, new YamlFrontmatterParser(), config, cache);
    expect(store.summaries()).toEqual([]);
  });

  it('survives any damage of its files', () => {
    open().store.summaries();
    const files = ['summaries.bin', 'folders.bin'].map((name) => join(root, CACHE, name));
    const whole = files.map((file) => readFileSync(file));
    const expected = truth();
    fc.assert(
      fc.property(
        fc.nat(1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(255),
        fc.boolean(),
        (which, at, byte, cut) => {
          const bytes = Buffer.from(whole[which]!);
          const place = Math.floor(at * (bytes.length - 1));
          bytes[place] = byte;
          writeFileSync(files[which]!, cut ? bytes.subarray(0, place) : bytes);
          expect(told(open().store)).toEqual(expected);
          writeFileSync(files[which]!, whole[which]!);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['refs', (refs: string) => `${refs}\n999-nobody`],
    ['refs', (refs: string) => refs.slice(refs.indexOf('\n') + 1)],
    ['numbers', (numbers: readonly number[]) => numbers.slice(1)],
    ['starts', (starts: readonly number[]) => [...starts, 4]],
  ] as const)('believes no whole file whose names and numbers are not as many: %s', (key, damaged) => {
    open().store.summaries();
    const file = join(root, CACHE, 'folders.bin');
    const text = Buffer.from(unseal(readFileSync(file))!).toString('utf8');
    const content = JSON.parse(text) as Record<string, never>;
    writeFileSync(file, seal(Buffer.from(JSON.stringify({ ...content, [key]: damaged(content[key]!) }))));
    expect(told(open().store)).toEqual(truth());
  });

  it('keeps nothing of a few specs, which are read as fast', () => {
    for (let n = 10; n <= COUNT; n += 1) rmSync(join(root, 'specs', refOf(n)), { recursive: true });
    const { files, store } = open();
    store.summaries();
    expect(files.stat(CACHE)).toBeUndefined();
  });
});

describe('a sealed file', () => {
  it('comes back with at most three spaces behind it; any changed byte is noticed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (content, at, flip) => {
          const sealed = seal(content);
          const back = unseal(sealed)!;
          expect(Buffer.from(back.subarray(0, content.length)).equals(Buffer.from(content))).toBe(true);
          expect(back.length - content.length).toBeLessThan(4);
          const damaged = Uint8Array.from(sealed);
          damaged[at % damaged.length]! ^= flip;
          expect(unseal(damaged)).toBeUndefined();
        },
      ),
    );
  });
});
