import type { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import type { ProjectLock } from '../../src/ports/lockAndClaimRegistry.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { type RepositoryPorts } from './gitRepositoryPorts.js';

const DOCUMENT = 'specs/001-a/README.md';

/** A clone of an in-memory project with one spec, `a`. Tests make one clone for each person. */
export class MemoryBranch {
  readonly tool: TestSpectool;

  constructor(
    files: Readonly<Record<string, string>>,
    now: string,
    actor: string,
    ports: Partial<RepositoryPorts> & { readonly lock?: ProjectLock } = {},
  ) {
    this.tool = createTestSpectool({ files, now, actor, ports });
  }

  static async begun(): Promise<MemoryBranch> {
    const branch = new MemoryBranch({}, '2026-01-05T10:00:00.000Z', 'ada');
    await branch.tool.initProject.execute({ agentTools: 'none' });
    await branch.tool.createSpec.execute({ name: 'a', body: '# A\n\n## Problem\n\nOne.\nTwo.\n' });
    return branch;
  }

  /** Returns a copy of this clone, as `git clone` does, with its own clock and actor. */
  clone(
    now: string,
    actor: string,
    ports: Partial<RepositoryPorts> & { readonly lock?: ProjectLock } = {},
  ): MemoryBranch {
    return new MemoryBranch(filesOf(this.tool.files), now, actor, ports);
  }

  /** Copies all records of the other clone into this log, as git does in a merge; documents are not changed. */
  takeLogOf(other: MemoryBranch): void {
    for (const [path, text] of Object.entries(filesOf(other.tool.files)))
      if (path.startsWith(`${LOG_FOLDER}/`)) this.tool.files.write(path, text);
  }

  get document(): string {
    return this.tool.files.readText(DOCUMENT) ?? '';
  }

  set document(text: string) {
    this.tool.files.write(DOCUMENT, text);
  }

  /** Paths of the records of the spec, oldest first. */
  get logFiles(): readonly string[] {
    return Object.keys(filesOf(this.tool.files))
      .filter((path) => path.startsWith(`${LOG_FOLDER}/`) && !path.startsWith(`${LOG_FOLDER}/project/`))
      .sort();
  }

  /** The text of each file of this clone, by path. */
  get texts(): Readonly<Record<string, string>> {
    return filesOf(this.tool.files);
  }

  async facts(): Promise<readonly string[]> {
    const { events } = await this.tool.showHistory.execute({ spec: '1' });
    return events.map(({ type }) => type).reverse();
  }
}

/** The text of each file below a folder, by path. */
export function filesOf(files: MemoryFileSystem, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, kind } of files.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'directory') Object.assign(found, filesOf(files, path));
    else if (kind === 'file') found[path] = files.readText(path) ?? '';
  }
  return found;
}
