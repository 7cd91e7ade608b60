import { expect, it } from '@jest/globals';
import { Snapshot } from '../../../../src/adapters/cache/snapshot.js';
import { FileAdoptedDocuments } from '../../../../src/adapters/import/adoptedDocuments.js';
import { FileSourceTrees } from '../../../../src/adapters/import/fileSourceTrees.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { AdoptedSpecStore } from '../../../../src/adapters/storage/specs/adoptedSpecStore.js';
import { FileSpecStore, parseSpecDocument } from '../../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { NodeHasher } from '../../../../src/adapters/system/systemServices.js';
import { DEFAULT_CONFIG } from '../../../../src/domain/project/configuration.js';
import type { SpecStore } from '../../../../src/ports/specStore.js';
import { specDocumentsContract, type SpecDocumentsStand } from '../../../contracts/specDocumentsContract.js';

const TASKS = '- [x] T001 Wall\n- [ ] T002 Door\n';

function ownFolder(lineEnd = '\n'): SpecDocumentsStand {
  const files = new MemoryFileSystem();
  const text = `---\nstatus: in-progress\n---\n\n# Kiln\n\nHeat.\n\n## Success Criteria\n\n${TASKS}`;
  files.write('specs/007-kiln/README.md', text.replaceAll('\n', lineEnd));
  files.write('specs/007-kiln/notes.md', 'Clay');
  return { files, open: () => new FileSpecStore(files, new YamlFrontmatterParser(), DEFAULT_CONFIG) };
}

function adoptedFiles(lineEnd = '\n'): SpecDocumentsStand {
  const files = new MemoryFileSystem();
  const write = (name: string, text: string) => {
    files.write(`kit/007-kiln/${name}`, text.replaceAll('\n', lineEnd));
  };
  write('spec.md', '---\ntags: [clay]\n---\n\n# Feature Specification: Kiln\n\nHeat.\n');
  write('tasks.md', `# Tasks: Kiln\n\n- [ ] Not a task\n${TASKS}`);
  files.write('kit/007-kiln/notes.md', 'Clay');
  const parser = new YamlFrontmatterParser();
  const trees = new FileSourceTrees(files, '', undefined, (text) => parseSpecDocument(text, parser));
  const hasher = new NodeHasher();
  const open = () => {
    const run = {};
    return new AdoptedSpecStore({
      own: new FileSpecStore(files, parser, DEFAULT_CONFIG),
      config: { ...DEFAULT_CONFIG, adopted: [{ path: 'kit', kind: 'spec-kit' }] },
      documents: new FileAdoptedDocuments(files, trees),
      log: new FileEventLog(files, hasher, new Snapshot()),
      ...{ parser, files, hasher, run: () => run, past: () => new Map(), lastTexts: () => new Map() },
    });
  };
  return { files, open };
}

specDocumentsContract('FileSpecStore', () => ownFolder());
specDocumentsContract('FileSpecStore with the line ends of Windows', () => ownFolder('\r\n'));
specDocumentsContract('AdoptedSpecStore', () => adoptedFiles());
specDocumentsContract('AdoptedSpecStore with the line ends of Windows', () => adoptedFiles('\r\n'));

it('tells which specs belong to another tool, and which have no record', () => {
  const [own, adopted] = [ownFolder().open(), adoptedFiles().open()];
  const facts = (of: SpecStore) => of.folders().map((one) => [of.adoption?.(one), of.source?.(one)]);
  expect([facts(own), own.unrecorded?.()]).toEqual([[[undefined, undefined]], undefined]);
  const texts = ['kit/007-kiln/spec.md', 'kit/007-kiln/tasks.md'];
  expect(facts(adopted)).toEqual([[expect.objectContaining({ kind: 'spec-kit', texts }), 'its files']]);
  expect(adopted.unrecorded?.()).toEqual(adopted.folders());
});
