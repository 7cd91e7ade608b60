import type {
  RemoteChange,
  RemoteEntries,
  RemoteEntry,
  RemoteOutcome,
  RemoteReading,
  Unreachable,
} from '../../../ports/lockAndClaimRegistry.js';
import { projectKey } from '../locations/cloneLocation.js';
import type { GitAnswer, GitProcess } from '../gitProcess.js';
import { missingObjects, readEntries, writeEntry } from './entryObjects.js';

/** Settings for a push that is not one of the user's: nothing besides our refs, no signature, no question. */
const OWN_PUSH = [
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.gpgSign=false',
  'credential.interactive=false',
].flatMap((setting) => ['-c', setting]);

/** Maximum number of entries that are read without being asked for by name. */
const MOST_ENTRIES = 2_000;
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const NAME = /^(?:next|claims\/[a-z0-9][a-z0-9-]{0,63})$/;
/** What `git push` says of refs that the remote does not take, whatever they are. */
const REFUSED = /hook|den(?:y|ied)|hidden|prohibited|not allowed|permission/i;
const DONE = 'done';
/** Attempts of a reading, because an entry may be removed between its listing and its reading. */
const MOST_READINGS = 3;

/**
 * Entries on a git remote: each is a ref that points to a commit without a parent. A change is a push that the remote accepts
 * only if the ref is as expected, so that of several pushers only one wins.
 */
export class GitRemoteEntries implements RemoteEntries {
  readonly #git: GitProcess;
  readonly #name: () => string | undefined;
  readonly #timeoutMs: number;

  /** @param name the name of the remote, from settings; undefined if none is to be asked. */
  constructor(git: GitProcess, name: () => string | undefined, timeoutMs: number) {
    this.#git = git;
    this.#name = name;
    this.#timeoutMs = timeoutMs;
  }

  remote(): string | undefined {
    return this.#git.place === undefined ? undefined : this.#name();
  }

  branch(): string | undefined {
    const answer = this.#git.run(['symbolic-ref', '--short', '--quiet', 'HEAD']);
    return answer.status === 0 ? answer.output.toString('utf8').trim() : undefined;
  }

  read(): RemoteReading | Unreachable {
    return this.#read();
  }

  /** @param only the names of the entries to read; by default all, up to a limit. */
  #read(only?: ReadonlySet<string>): RemoteReading | Unreachable {
    const remote = this.#configured();
    if (typeof remote !== 'string') return remote;
    for (let tries = 1; ; tries += 1) {
      const listed = this.#git.connect(
        ['ls-remote', '--symref', '--', remote, 'HEAD', `refs/spectool/*`],
        this.#timeoutMs,
      );
      if (listed.status !== 0) return unreachable(listed);
      const { objects, mainBranch } = this.#listed(listed.output.toString('utf8'), remote, only);
      const absent = missingObjects(this.#git, [...objects.values()]);
      const missing = [...objects].flatMap(([name, version]) =>
        absent.has(version) ? [this.#ref(name)] : [],
      );
      const fetched = missing.length === 0 ? undefined : this.#fetch(remote, missing);
      if (fetched !== undefined && fetched.status !== 0) {
        // An entry of the list may have been removed or replaced meanwhile.
        if (tries < MOST_READINGS && fetched.isLate !== true) continue;
        return unreachable(fetched);
      }
      const texts = readEntries(this.#git, [...objects.values()]);
      const entries = new Map<string, RemoteEntry>(
        [...objects].map(([name, version], i) => [name, { version, text: texts[i] ?? '' }]),
      );
      return { kind: 'read', entries, ...(mainBranch !== undefined && { mainBranch }) };
    }
  }

  change(changes: readonly RemoteChange[]): readonly RemoteOutcome[] {
    if (changes.length === 0) return [];
    const remote = this.#configured();
    if (typeof remote !== 'string') return changes.map(() => remote);
    const pushes = changes.map(({ name, text, was }) => ({
      ref: this.#ref(name),
      name,
      was,
      version: text === undefined ? undefined : writeEntry(this.#git, text),
    }));
    if (pushes.some(({ version }) => version === '')) return changes.map(() => NOT_WRITTEN);
    const pushed = this.#git.connect(
      [
        ...OWN_PUSH,
        ...['-c', `remote.${remote}.mirror=false`],
        ...['push', '--porcelain', '--no-verify', '--no-progress'],
        ...pushes.map(({ ref, was = '' }) => `--force-with-lease=${ref}:${was}`),
        ...['--', remote],
        ...pushes.map(({ ref, version = '' }) => `${version}:${ref}`),
      ],
      this.#timeoutMs,
    );
    const told = pushedRefs(pushed.output.toString('utf8'));
    if (pushed.status !== 0 && told.size === 0) return changes.map(() => unreachable(pushed));
    const read = pushes.every(({ ref }) => told.get(ref) === DONE)
      ? undefined
      : this.#read(new Set(changes.map(({ name }) => name)));
    return pushes.map(({ ref, name, was, version }): RemoteOutcome => {
      const won = { kind: 'won' as const, ...(version !== undefined && { version }) };
      if (read === undefined || told.get(ref) === DONE) return won;
      if (read.kind !== 'read') return read;
      const current = read.entries.get(name);
      if (current?.version === version) return won;
      const reason = told.get(ref) ?? pushed.complaint;
      // Other pushes may hold the lock of the ref, which then changes at any moment.
      const isRefused = current?.version === was && REFUSED.test(reason);
      if (isRefused) return unreachable({ complaint: reason });
      return { kind: 'lost', ...(current !== undefined && { current }) };
    });
  }

  /** Returns the name of the remote if git has an address for it; otherwise git would read the name as a path. */
  #configured(): string | Unreachable {
    const name = this.remote();
    if (name === undefined) return unreachable({ complaint: 'no remote is to be asked' });
    const address = this.#git.run(['config', '--get-all', `remote.${name}.url`]);
    return address.status === 0 ? name : unreachable({ complaint: `git has no remote named ${name}` });
  }

  #listed(
    text: string,
    remote: string,
    only: ReadonlySet<string> | undefined,
  ): { readonly objects: ReadonlyMap<string, string>; readonly mainBranch?: string } {
    const objects = new Map<string, string>();
    let mainBranch: string | undefined;
    for (const line of text.split('\n')) {
      const [what = '', ref = ''] = line.split('\t');
      const main = /^ref: refs\/heads\/(?!.*\.\.)([A-Za-z0-9][\w./-]*)$/.exec(what)?.[1];
      if (ref === 'HEAD' && main !== undefined) mainBranch = `${remote}/${main}`;
      const [, kind = '', rest = ''] = /^refs\/spectool\/([a-z]+)\/(.*)$/.exec(ref) ?? [];
      const [key, id] = rest.split('/');
      const name = id === undefined ? kind : `${kind}/${id}`;
      const isOurs = key === this.#key && NAME.test(name) && this.#ref(name) === ref && OBJECT.test(what);
      const isAsked = only === undefined ? objects.size < MOST_ENTRIES : only.has(name);
      if (isOurs && isAsked) objects.set(name, what);
    }
    return { objects, ...(mainBranch !== undefined && { mainBranch }) };
  }

  /** Fetches the objects of these refs, and changes no ref of the clone. */
  #fetch(remote: string, refs: readonly string[]): ReturnType<GitProcess['connect']> {
    const plain = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
    return this.#git.connect(
      ['fetch', '--quiet', ...plain, '--no-prune', '--no-filter', '--refmap=', '--', remote, ...refs],
      this.#timeoutMs,
    );
  }

  get #key(): string {
    return projectKey(this.#git.place?.prefix ?? '');
  }

  #ref(name: string): string {
    const [kind = '', id] = name.split('/');
    return ['refs/spectool', kind, this.#key, ...(id === undefined ? [] : [id])].join('/');
  }
}

const NOT_WRITTEN = unreachable({ complaint: 'git could not write an object' });

/** Reads what `git push --porcelain` says about each ref: `DONE`, or the reason for refusing it. */
function pushedRefs(output: string): ReadonlyMap<string, string> {
  return new Map(
    output.split('\n').flatMap((line): readonly (readonly [string, string])[] => {
      const [flag = '', refs = '', summary = ''] = line.split('\t');
      const ref = refs.slice(refs.indexOf(':') + 1);
      if (!/^[ +\-*=!]$/.test(flag) || !ref.startsWith('refs/spectool/')) return [];
      return [[ref, flag === '!' ? summary : DONE]];
    }),
  );
}

/** @param answer what git or the remote said; control characters are removed, because a remote may send any. */
function unreachable({ complaint, isLate }: Pick<GitAnswer, 'complaint' | 'isLate'>): Unreachable {
  const reason = complaint.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return { kind: 'unreachable', reason: reason.slice(0, 200), ...(isLate && { isLate }) };
}
