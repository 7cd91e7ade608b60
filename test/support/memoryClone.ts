import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import type { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { type MemoryRemote, MemoryRemoteEntries } from './memoryRemote.js';
import type { Spectool } from '../../src/application/spectool.js';
import { MemoryProject } from './memoryProject.js';

/** A clone in memory, with the same spec as every other clone, and a clock of its own. */
export class MemoryClone {
  readonly project: MemoryProject;
  now: string;

  constructor(
    remote: MemoryRemote,
    actor: string,
    now = '2026-02-01T12:00:00.000Z',
    files?: MemoryFileSystem,
  ) {
    this.now = now;
    const clock = { now: () => this.now, today: () => this.now.slice(0, 10) };
    const ports = { clock, actors: new FixedActor(actor), remoteEntries: new MemoryRemoteEntries(remote) };
    this.project = new MemoryProject(ports, files);
    if (files === undefined) this.project.spec('001-a', 'id: spec1\nstatus: planned\ncreated: 2026-01-01');
  }

  /** Time passes between two commands. */
  get tool(): Spectool {
    this.after(1);
    return this.project.spectool;
  }

  after(ms: number): this {
    this.now = new Date(Date.parse(this.now) + ms).toISOString();
    return this;
  }
}

export const HOUR = 60 * 60_000;
/** Returns what the remote has about a spec. */
export const remoteTextOf = (remote: MemoryRemote, id = 'spec1') =>
  JSON.parse(remote.entries.get(id)?.text ?? 'null') as unknown;
export const codesOf = ({ warnings }: { readonly warnings?: readonly { readonly code: string }[] }) =>
  (warnings ?? []).map(({ code }) => code);
