import { PLAIN_TERMINAL, type Terminal } from '../../src/adapters/cli/layout/terminal.js';
import { FixedActor } from '../../src/adapters/memory/fixedSystem.js';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { MemoryProjectLock } from '../../src/adapters/memory/memoryProjectLock.js';
import { MemoryRegistry } from '../../src/adapters/memory/memoryRegistry.js';
import { NoRepository } from '../../src/adapters/memory/noRepository.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import type { Ports } from '../../src/composition/embedderPorts.js';
import { type Outcome, runInProcess } from './inProcess.js';

/** An in-memory project with the complete tool; its clock says 2026-02-01. */
export class MemoryProject {
  readonly files: MemoryFileSystem;
  readonly spectool: Spectool;
  readonly #ports: Partial<Ports>;

  constructor(ports: Partial<Ports> = {}, files = new MemoryFileSystem()) {
    this.files = files;
    this.files.write('.spectool/config.json', '{}');
    this.files.write('.spectool/templates/spec-template.md', '# {title}\n');
    const clock = { now: () => '2026-02-01T12:00:00.000Z', today: () => '2026-02-01' };
    // The default ports would start git for every change and look for other processes.
    const inMemory = {
      fileSystem: this.files,
      actors: new FixedActor(),
      ...new NoRepository().ports,
      lock: new MemoryProjectLock(),
      registry: new MemoryRegistry(),
    };
    this.#ports = { ...inMemory, clock, ...ports };
    this.spectool = this.opened();
  }

  /** Returns a new tool on the same project, as another process would open it. */
  opened(): Spectool {
    return createSpectool({ ports: this.#ports });
  }

  spec(ref: string, frontmatter: string, body = `# ${ref}\n`): void {
    this.files.write(`specs/${ref}/README.md`, `---\n${frontmatter}\n---\n\n${body}`);
  }

  /** Runs one command line, by default with piped output. @param input content of standard input and of any file the user names. */
  async run(
    args: readonly string[],
    terminal: Terminal = PLAIN_TERMINAL,
    input?: Uint8Array,
  ): Promise<Outcome> {
    return runInProcess(args, {
      output: terminal,
      open: () => this.spectool,
      readInput: () => input ?? new Uint8Array(),
      readUserFile: () => input,
    });
  }
}
