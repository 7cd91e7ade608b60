import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../../src/adapters/memory/fixedClockAndActor.js';
import { NoRepository } from '../../../src/adapters/memory/noRepository.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { FindingsCache } from '../../../src/adapters/cache/findingsCache.js';
import { rememberedFolders } from '../../../src/adapters/cache/cachedFolderLists.js';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import type { OwnPorts } from '../../../src/composition/replaceablePorts.js';
import { spectoolWith } from '../../../src/composition/createSpectool.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const CACHE = '.spectool/kept';
const COUNT = 12;

/** A file system that records the folder names of the specs whose documents are read. */
class WatchedFiles extends NodeFileSystem {
  documents: string[] = [];
  override read(path: string) {
    const ref = /^specs\/(?:archived\/)?([^/]+)\/README\.md$/.exec(path)?.[1];
    if (ref !== undefined) this.documents.push(ref);
    return super.read(path);
  }
}

let root: string;
const later = () => Date.now() + 3_600_000;
const inRoot = (path: string) => join(root, path);
const document = (n: number) => `specs/00${n}-spec-${n}/README.md`;
const folder = (n: number) => `specs/00${n}-spec-${n}`;

/** Opens the project without git, because these tests only change files. */
const tool = (ports: OwnPorts = {}) =>
  spectoolWith({ cwd: root }, { actors: new FixedActor(), ...new NoRepository().ports, ...ports });

/** Runs `validate` with the cache of earlier runs. @returns its result and the specs whose documents it read. */
async function remembered(now = later, build = 'one') {
  const files = new WatchedFiles(root);
  const snapshot = new Snapshot(() => ({ files: new NodeFileSystem(inRoot(CACHE)), folder: '' }), now);
  const folders = rememberedFolders(files, snapshot);
  const inspections = new FindingsCache(folders, snapshot, build, (stream) => `.spectool/log/${stream}`);
  // `inspectionLedger` is an internal port, which is passed like the public ports.
  const ports = { fileSystem: files, inspectionLedger: inspections };
  const result = await tool(ports).validateProject.execute();
  snapshot.save();
  return { result, read: [...new Set(files.documents)] };
}

/** Runs `validate` without a cache. */
const anew = () => tool().validateProject.execute();

const made = temporaryFolder();

beforeAll(async () => {
  root = made;
  const spectool = tool();
  await spectool.initProject.execute();
  for (let n = 1; n <= COUNT; n += 1) await spectool.createSpec.execute({ name: `spec-${n}` });
  appendFileSync(inRoot(document(1)), '\n[there](../002-spec-2/notes.md) [and](../003-spec-3/README.md)\n');
  writeFileSync(inRoot(`${folder(4)}/more.md`), 'more\n');
  mkdirSync(inRoot(`${folder(4)}/notes`));
  writeFileSync(inRoot(`${folder(4)}/notes/README.md`), '# Notes\n');
  // Spec 9 has an unknown status, two fields of a wrong type and an undeclared field, so that `validate` has findings to cache.
  const told = readFileSync(inRoot(document(9)), 'utf8');
  writeFileSync(
    inRoot(document(9)),
    told
      .replace(/^status: .*$/m, 'status: whatever')
      .replace(/^created: .*$/m, 'created: never\ntags: 7\nowner: [1]'),
  );
});

beforeEach(async () => {
  root = temporaryFolder();
  cpSync(made, root, { recursive: true });
  await remembered();
});

describe('cached findings of `validate`', () => {
  it('equal the findings of a run without a cache, and need no unchanged document to be read', async () => {
    const { result, read } = await remembered();
    // `toStrictEqual` also notices a key whose value is undefined; `toEqual` would not.
    expect(result).toStrictEqual(await anew());
    expect(result.findings.length).toBeGreaterThan(0);
    // Spec 9 was edited by hand. Findings about hand edits depend on git and on the time, so its document is read in each run.
    expect(read).toEqual(['009-spec-9']);
  });

  const logOf = (n: number) => {
    const id = /^id: (\S+)$/m.exec(readFileSync(inRoot(document(n)), 'utf8'))?.[1] ?? '';
    return inRoot(`.spectool/log/${id}`);
  };
  const keepingTimes = (path: string, change: () => void) => {
    const moment = new Date(2020, 1, 1);
    change();
    utimesSync(path, moment, moment);
  };

  it.each<[string, () => void]>([
    ['a field is changed', () => edit(5, (text) => text.replace('planned', 'doing'))],
    ['a document is broken', () => edit(5, (text) => text.replace('status:', 'status: ['))],
    [
      'a document is changed without a change of its size and time',
      () => keepingTimes(inRoot(document(5)), () => edit(5, (text) => text.replace('planned', 'plannet'))),
    ],
    ['a document is removed', () => rmSync(inRoot(document(5)))],
    ['the folder of a spec is removed', () => rmSync(inRoot(folder(5)), { recursive: true })],
    ['a folder is renamed', () => renameSync(inRoot(folder(5)), inRoot('specs/077-other'))],
    ['a large file is added', () => writeFileSync(inRoot(`${folder(5)}/large.md`), 'word '.repeat(9000))],
    ['a further file grows', () => writeFileSync(inRoot(`${folder(4)}/more.md`), 'word '.repeat(9000))],
    [
      'a large file is added in a subfolder',
      () => {
        mkdirSync(inRoot(`${folder(5)}/deep/er`), { recursive: true });
        writeFileSync(inRoot(`${folder(5)}/deep/er/large.md`), 'word '.repeat(9000));
      },
    ],
    ['the target of a link is removed', () => rmSync(inRoot(document(3)))],
    ['the missing target of a link is created', () => writeFileSync(inRoot(`${folder(2)}/notes.md`), 'x')],
    [
      'a spec is created deep inside the folder of another spec',
      () => {
        mkdirSync(inRoot(`${folder(5)}/a/b/070-c`), { recursive: true });
        writeFileSync(inRoot(`${folder(5)}/a/b/070-c/README.md`), 'x');
      },
    ],
    [
      'a folder inside a spec is renamed like a spec',
      () => renameSync(inRoot(`${folder(4)}/notes`), inRoot(`${folder(4)}/090-notes`)),
    ],
    ['a log file is damaged', () => appendFileSync(join(logOf(6), readdirSync(logOf(6))[0] ?? ''), 'x')],
    ['a log file is added', () => writeFileSync(join(logOf(6), 'odd.json'), '{}')],
    ['a log is removed', () => rmSync(logOf(6), { recursive: true })],
    [
      'a document is copied to another folder',
      () => {
        mkdirSync(inRoot('specs/050-copy'));
        writeFileSync(inRoot('specs/050-copy/README.md'), readFileSync(inRoot(document(7))));
      },
    ],
    [
      'the rules are changed',
      () => writeFileSync(inRoot('.spectool/config.json'), '{"frontmatter":{"required":["status","owner"]}}'),
    ],
    [
      'a document becomes a link',
      () => {
        rmSync(inRoot(document(8)));
        symlinkSync('../009-spec-9/README.md', inRoot(document(8)));
      },
    ],
  ])('are computed again when a file changes: %s', async (_, change) => {
    const before = await anew();
    change();
    const truth = await anew();
    expect(truth).not.toEqual(before);
    expect((await remembered()).result).toEqual(truth);
    expect((await remembered()).result).toEqual(truth);
  });

  function edit(n: number, change: (text: string) => string): void {
    const path = inRoot(document(n));
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }

  it('are computed again only for the spec that changed', async () => {
    edit(5, (text) => `${text}\nMore.\n`);
    expect((await remembered()).read).toEqual(['005-spec-5', '009-spec-9']);
    expect((await remembered()).read).toEqual(['009-spec-9']);
  });

  it('are not saved for files that changed too recently to detect another change by their time', async () => {
    rmSync(inRoot(CACHE), { recursive: true });
    const before = Date.now() - 60_000;
    await remembered(() => before);
    expect((await remembered()).read).toHaveLength(COUNT);
  });

  it('are ignored by a spectool of another build', async () => {
    expect((await remembered(later, 'two')).read).toHaveLength(COUNT);
  });
});
