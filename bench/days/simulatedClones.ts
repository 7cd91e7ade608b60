import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FixedActor, FixedClock } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { type Outcome, runInProcess } from '../../test/support/runInProcess.js';

/** A working tree and the actor who works in it. */
export interface Place {
  readonly name: string;
  readonly root: string;
  readonly actor: string;
  /** Name of the clone that the working tree belongs to. Working trees of one clone share branches, stashes and claims. */
  readonly clone: string;
}

export interface Setting {
  readonly hooks: boolean;
  readonly driver: boolean;
  readonly worktree: boolean;
  readonly clone: boolean;
}

export interface Document {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** A record of a log file, parsed as plain JSON. */
export interface RawRecord {
  readonly id: string;
  readonly spec: string;
  readonly lamport: number;
  readonly parents: readonly string[];
  readonly actor?: string;
  readonly command: string;
  readonly digest?: string;
  readonly text?: string;
  readonly events: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[];
}

const MINUTE_MS = 60_000;
const NOON = '2026-01-05T12:00:00.000Z';
/**
 * Temporary folder of this process. Each simulated day starts from a copy of the project that the first day with the same setting
 * made.
 */
const BASE = mkdtempSync(join(tmpdir(), 'spectool-days-'));
process.on('exit', () => rmSync(BASE, { recursive: true, force: true }));

/** Generates ids and nonces by counting. The day starts from a higher count than its setup, so that all ids differ. */
class CountedIds {
  count = 0;

  specId(): string {
    return `s${this.nonce().padStart(15, '0')}`;
  }

  nonce(): string {
    this.count += 1;
    return String(this.count);
  }
}

/** Clones with their working trees, in a temporary folder. Times and ids are the same in every run with the same seed. */
export class SimulatedClones {
  readonly places: readonly Place[];
  readonly trail: string[] = [];
  readonly setting: Setting;
  readonly #base = join(BASE, 'day');
  readonly #clock = new FixedClock();
  readonly #ids = new CountedIds();

  constructor(setting: Setting) {
    this.setting = setting;
    const bin = join(this.#base, 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(resolve('dist/bin/spectool.cjs'), join(bin, 'spectool'));
    const place = (name: string, actor: string, clone: string) => ({
      name,
      root: join(this.#base, name),
      actor,
      clone,
    });
    this.places = [
      place('main', 'kim', 'main'),
      ...(setting.worktree ? [place('tree', 'lee', 'main')] : []),
      ...(setting.clone ? [place('clone', 'max', 'clone')] : []),
    ];
    Object.assign(process.env, {
      HOME: this.#base,
      XDG_CACHE_HOME: join(this.#base, 'cache'),
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_EDITOR: 'true',
    });
  }

  async begin(bodies: Readonly<Record<string, string>>): Promise<void> {
    const saved = join(BASE, Object.values(this.setting).join('-'));
    if (!existsSync(saved)) {
      await this.#make(bodies);
      cpSync(this.#base, saved, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    }
    rmSync(this.#base, { recursive: true });
    cpSync(saved, this.#base, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    this.trail.length = 0;
    this.#clock.set(NOON);
    this.#ids.count = 1000;
  }

  async #make(bodies: Readonly<Record<string, string>>): Promise<void> {
    const [main] = this.places;
    if (main === undefined) return;
    mkdirSync(main.root);
    this.git(main, 'init', '-q', '-b', 'main');
    await this.#initialise(main);
    for (const [name, body] of Object.entries(bodies))
      await this.tool(main, ['create', name, '--body', '-'], body);
    this.git(main, 'add', '-A');
    this.git(main, 'commit', '-qm', 'base');
    const origin = join(this.#base, 'origin.git');
    this.git(main, 'clone', '-q', '--bare', main.root, origin);
    this.git(main, 'remote', 'add', 'origin', origin);
    this.git(main, 'fetch', '-q');
    for (const place of this.places.slice(1)) {
      if (place.clone === 'main') this.git(main, 'worktree', 'add', '-q', '-b', place.name, place.root);
      else {
        this.git(main, 'clone', '-q', origin, place.root);
        await this.#initialise(place);
      }
    }
  }

  async #initialise(place: Place): Promise<void> {
    const { hooks, driver } = this.setting;
    const flags = [...(hooks ? ['--hooks'] : []), ...(driver ? ['--merge-driver'] : [])];
    await this.tool(place, ['init', '-y', '--agent-tools', 'none', ...flags]);
  }

  /** Runs a spectool command in this process. */
  async tool(place: Place, args: readonly string[], input = ''): Promise<Outcome> {
    this.#clock.advance({ ms: MINUTE_MS });
    const outcome = await runInProcess(args, {
      readInput: () => Buffer.from(input),
      open: (_directory, waiting) =>
        createSpectool({
          ...waiting,
          cwd: place.root,
          ports: { clock: this.#clock, ids: this.#ids, actors: new FixedActor(place.actor) },
        }),
    });
    const shown =
      outcome.code === 0 ? '' : `  → ${String(outcome.code)} ${outcome.stderr.trim().slice(0, 300)}`;
    this.#say(place, `spectool ${args.map(quoted).join(' ')}${shown}`);
    return outcome;
  }

  git(place: Place, ...args: readonly string[]) {
    this.#clock.advance({ ms: MINUTE_MS });
    const { status, stdout, stderr } = this.ask(place, ...args);
    const out = status === 0 ? '' : `  → ${String(status)} ${(stderr || stdout).trim().slice(0, 300)}`;
    this.#say(place, `git ${args.map(quoted).join(' ')}${out}`);
    return { isDone: status === 0, out: stdout, err: stderr };
  }

  /** Runs git like the method `git`, but without a log entry and without moving the clock, for commands that change nothing. */
  ask(place: Place, ...args: readonly string[]) {
    const now = this.#clock.now();
    const env = {
      ...process.env,
      GIT_AUTHOR_NAME: place.actor,
      GIT_AUTHOR_EMAIL: `${place.actor}@example.org`,
      GIT_COMMITTER_NAME: place.actor,
      GIT_COMMITTER_EMAIL: `${place.actor}@example.org`,
      GIT_AUTHOR_DATE: now,
      GIT_COMMITTER_DATE: now,
      SPECTOOL_ACTOR: place.actor,
    };
    const cwd = existsSync(place.root) ? place.root : this.#base;
    return spawnSync('git', ['-c', 'maintenance.auto=false', ...args], { cwd, env, encoding: 'utf8' });
  }

  said(place: Place, what: string): void {
    this.#say(place, what);
  }

  documents(place: Place): readonly Document[] {
    const specs = join(place.root, 'specs');
    if (!existsSync(specs)) return [];
    return readdirSync(specs).flatMap((name) => {
      const path = `specs/${name}/README.md`;
      if (!existsSync(join(place.root, path))) return [];
      const text = readFileSync(join(place.root, path), 'utf8');
      const id = /^id: (\S+)$/m.exec(text)?.[1];
      return id === undefined ? [] : [{ id, path, text }];
    });
  }

  records(place: Place, spec: string): readonly RawRecord[] {
    const folder = join(place.root, '.spectool/log', spec);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^\d+-[0-9a-f]+\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RawRecord);
  }

  /** Returns the git operation in progress in a working tree; undefined if there is none. */
  underWay({ root }: Place): 'merge' | 'rebase' | 'cherry-pick' | undefined {
    const git = join(root, '.git');
    const folder = statSync(git).isDirectory()
      ? git
      : readFileSync(git, 'utf8').slice('gitdir: '.length).trim();
    if (existsSync(join(folder, 'rebase-merge'))) return 'rebase';
    if (existsSync(join(folder, 'CHERRY_PICK_HEAD'))) return 'cherry-pick';
    return existsSync(join(folder, 'MERGE_HEAD')) ? 'merge' : undefined;
  }

  end(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  #say(place: Place, what: string): void {
    this.trail.push(`${place.name}$ ${what}`);
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~^{}-]+$/.test(word) ? word : `'${word}'`;
}
