import { PLAIN_TERMINAL, type Terminal } from '../../src/adapters/cli/layout/terminalStyle.js';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool, type Ports } from '../../src/composition/createSpectool.js';
import { type Outcome, runInProcess } from './runInProcess.js';
import { portsInMemory } from './spectoolOnDisk.js';

/** A project in memory with all use cases and commands; its clock shows 2026-02-01. */
export class MemoryProject {
  readonly files: MemoryFileSystem;
  readonly spectool: Spectool;
  readonly #ports: Partial<Ports>;

  constructor(ports: Partial<Ports> = {}, files = new MemoryFileSystem()) {
    this.files = files;
    this.files.write('.spectool/config.json', '{}');
    this.files.write('.spectool/templates/spec-template.md', '# {title}\n');
    const clock = { now: () => '2026-02-01T12:00:00.000Z', today: () => '2026-02-01' };
    this.#ports = { fileSystem: this.files, ...portsInMemory(), clock, ...ports };
    this.spectool = this.opened();
  }

  /** Returns a second `Spectool` for the same project, as in another process. */
  opened(): Spectool {
    return createSpectool({ ports: this.#ports });
  }

  spec(ref: string, frontmatter: string, body = `# ${ref}\n\nIts text.\n`): void {
    this.files.write(`specs/${ref}/README.md`, `---\n${frontmatter}\n---\n\n${body}`);
  }

  /** Runs one command line, by default with output to a pipe. @param input text of standard input and of files named as arguments. */
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
