import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import { FileSpecStore } from '../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { frontmatterHash } from '../../../src/domain/log/digests.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const COUNT = 80;
const CACHE = '.spectool/kept';

/** A file system that counts how many documents are read and folders are listed. */
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
/** A clock one hour ahead, because files that changed a moment ago are not cached. */
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

function open(now = later, config = DEFAULT_CONFIG) {
  const files = new WatchedFiles(root);
  const snapshot = new Snapshot(() => ({ files: new NodeFileSystem(join(root, CACHE)), folder: '' }), now);
  const store = new FileSpecStore(files, new YamlFrontmatterParser(), config, snapshot);
  return { files, store, snapshot };
}
/** Reads all specs once and saves the snapshot, as a command does. */
function remember(now = later): void {
  const { store, snapshot } = open(now);
  store.summaries();
  snapshot.save();
}
/** Returns the spec summaries that a store without a snapshot reads from the files. */
const truth = () =>
  told(new FileSpecStore(new NodeFileSystem(root), new YamlFrontmatterParser(), DEFAULT_CONFIG));

/** Returns the spec summaries without file times and sizes, after checking that these equal the ones on the disk. */
const told = (store: FileSpecStore) =>
  store.summaries().map(({ file, print, ...summary }) => {
    if (file !== undefined) {
      const { mtimeNs, size } = lstatSync(join(root, file.path), { bigint: true });
      expect([file.mtimeNs, file.size]).toEqual([mtimeNs, Number(size)]);
    }
    if (print !== undefined) expect(print).toBe(frontmatterHash(summary.frontmatter));
    return summary;
  });

describe('FileSpecStore with a snapshot', () => {
  it('returns the summaries of an unchanged tree without listing a folder or reading a document', () => {
    remember();
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect([files.reads, files.lists]).toEqual([0, 0]);
  });

  it('reads only the document that changed since the snapshot', () => {
    remember();
    write(`specs/${refOf(5)}/README.md`, document('Another title', 'b'));
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect([files.reads, files.lists]).toEqual([1, 0]);
  });

  it('notices a changed document that has the same size and modification time', () => {
    remember();
    const path = join(root, `specs/${refOf(5)}/README.md`);
    writeFileSync(path, document('Title X'));
    utimesSync(path, 1, 1);
    remember();
    writeFileSync(path, document('Title Y'));
    utimesSync(path, 1, 1);
    expect(told(open().store)).toEqual(truth());
  });

  it.each<[string, () => void]>([
    ['a new folder', () => write('specs/900-new/README.md', document('New'))],
    ['a removed folder', () => rmSync(join(root, 'specs', refOf(5)), { recursive: true })],
    ['a renamed folder', () => renameSync(join(root, 'specs', refOf(5)), join(root, 'specs/905-x'))],
    ['an archived spec', () => write('specs/archived/901-old/README.md', document('Old'))],
    ['a group', () => write('specs/group/902-in/README.md', document('In'))],
    ['a removed document', () => rmSync(join(root, 'specs', refOf(5), 'README.md'))],
    ['a broken document', () => write(`specs/${refOf(5)}/README.md`, '---\nstatus: [\n---\n')],
    ['a link to a folder', () => symlinkSync(join(root, 'specs', refOf(5)), join(root, 'specs/903-link'))],
  ])('notices a change of the specs folder: %s', (_what, change) => {
    remember();
    change();
    expect(told(open().store)).toEqual(truth());
    expect(told(open().store)).toEqual(truth());
  });

  it('does not cache documents that changed just before they were read', () => {
    remember(Date.now);
    write(`specs/${refOf(5)}/README.md`, document('Title Z'));
    const { files, store } = open();
    expect(told(store)).toEqual(truth());
    expect(files.reads).toBeGreaterThan(0);
  });

  it('ignores the snapshot when the configuration has changed', () => {
    remember();
    const { store } = open(later, { ...DEFAULT_CONFIG, specsDir: 'elsewhere' });
    expect(store.summaries()).toEqual([]);
  });
});
