import { remoteNameRule } from '../../domain/project/configRulesAndDefaults.js';
import type {
  RemoteChange,
  RemoteEntries,
  RemoteOutcome,
  RemoteReading,
  Unreachable,
} from '../../ports/lockAndClaimRegistry.js';
import type { GitAnswer, GitProcess } from './gitProcess.js';
import { linesAbout, textsNamed } from './gitObjects.js';
import { projectKey } from './cloneLocation.js';

/** Git settings for pushes of claims: no refs besides the claims, no signature, no prompt. */
const OWN_PUSH = [
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.gpgSign=false',
  'credential.interactive=false',
].flatMap((setting) => ['-c', setting]);

const MOST_ENTRIES = 2_000;
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SPEC = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Matches the reasons of `git push` that show that the remote refuses all of spectool's refs, not only this change. */
const REFUSED = /hook|den(?:y|ied)|hidden|prohibited|not allowed|permission/i;
const DONE = 'done';
/** Maximum number of attempts to read the claims, because a claim may be removed after it was listed. */
const MOST_READINGS = 3;

/**
 * Claims on a git remote. Each claim is a ref to a commit without a parent, whose only file contains the claim's text. Each push
 * states the ref's expected value, so that the remote accepts only one of several concurrent changes.
 */
export class GitRemoteClaims implements RemoteEntries {
  readonly #git: GitProcess;
  readonly #name: () => string | undefined;
  readonly #timeoutMs: number;

  /** @param name returns the name of the remote from the settings; undefined if no remote is used for claims. */
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
    const remote = this.#configured();
    if (typeof remote !== 'string') return remote;
    for (let tries = 1; ; tries += 1) {
      const listed = this.#git.connect(['ls-remote', '--', remote, this.#ref('*')], this.#timeoutMs);
      if (listed.status !== 0) return unreachable(listed);
      const objects = this.#listed(listed.output.toString('utf8'));
      const lines = linesAbout(this.#git, [...objects.values()]);
      const missing = [...objects.keys()].flatMap((spec, i) =>
        lines[i]?.endsWith(' missing') === false ? [] : [this.#ref(spec)],
      );
      const fetched = missing.length === 0 ? undefined : this.#fetch(remote, missing);
      if (fetched !== undefined && fetched.status !== 0) {
        // A listed claim may have been removed or replaced meanwhile, so list again.
        if (tries < MOST_READINGS && fetched.isLate !== true) continue;
        return unreachable(fetched);
      }
      const texts = readEntries(this.#git, [...objects.values()]);
      const entries = [...objects].map(
        ([spec, version], i) => [spec, { version, text: texts[i] ?? '' }] as const,
      );
      return { kind: 'read', entries: new Map(entries) };
    }
  }

  change(changes: readonly RemoteChange[]): readonly RemoteOutcome[] {
    if (changes.length === 0) return [];
    const remote = this.#configured();
    if (typeof remote !== 'string') return changes.map(() => remote);
    const pushes = changes.map(({ spec, text, was }) => ({
      ref: this.#ref(spec),
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
    return pushes.map(({ ref, version }): RemoteOutcome => {
      const reason = told.get(ref) ?? pushed.complaint;
      if (reason === DONE) return { kind: 'won', ...(version !== undefined && { version }) };
      return REFUSED.test(reason) ? unreachable({ complaint: reason }) : { kind: 'lost' };
    });
  }

  /** Returns the name of the remote if git has an address for it; otherwise git would read the name as a path. */
  #configured(): string | Unreachable {
    const name = this.remote();
    if (name === undefined) return unreachable({ complaint: 'no remote is configured' });
    return this.#git.settings().has(`remote.${name}.url`)
      ? name
      : unreachable({ complaint: `git has no remote named ${name}` });
  }

  /** Returns the object ids in the output of `git ls-remote`, by spec id. */
  #listed(text: string): ReadonlyMap<string, string> {
    const objects = new Map<string, string>();
    for (const line of text.split('\n')) {
      const [object = '', ref = ''] = line.split('\t');
      const spec = ref.slice(ref.lastIndexOf('/') + 1);
      const isOurs = SPEC.test(spec) && this.#ref(spec) === ref && OBJECT.test(object);
      if (isOurs && objects.size < MOST_ENTRIES) objects.set(spec, object);
    }
    return objects;
  }

  /** Fetches the objects of these refs, and changes no ref of the clone. */
  #fetch(remote: string, refs: readonly string[]): GitAnswer {
    const plain = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
    return this.#git.connect(
      ['fetch', '--quiet', ...plain, '--no-prune', '--no-filter', '--refmap=', '--', remote, ...refs],
      this.#timeoutMs,
    );
  }

  #ref(spec: string): string {
    return `refs/spectool/claims/${projectKey(this.#git.place?.prefix ?? '')}/${spec}`;
  }
}

const NOT_WRITTEN: Unreachable = { kind: 'unreachable', reason: 'git could not write an object' };

/** Parses the output of `git push --porcelain`. Returns `DONE` for each accepted ref, and the reason for each refused ref. */
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

/** Returns the result for a failed connection. Control characters are removed from the reason, because a remote may send any. */
function unreachable({ complaint }: Pick<GitAnswer, 'complaint'>): Unreachable {
  const reason = complaint.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return { kind: 'unreachable', reason: reason.slice(0, 200) };
}

/** Name of the only file in the commit of a claim. */
const FILE = 'entry.json';
const MOST_BYTES = 4_096;
/** The author of the commits, because users who have not set a name in git may write claims too. */
const WRITER = ['-c', 'user.name=spectool', '-c', 'user.email=spectool@localhost'];

/** Writes a text as a commit without a parent. Returns the commit; empty if git cannot write. */
function writeEntry(git: GitProcess, text: string): string {
  const blob = objectFrom(git, ['hash-object', '-w', '--stdin'], text);
  const tree = blob && objectFrom(git, ['mktree'], `100644 blob ${blob}\t${FILE}\n`);
  return tree && objectFrom(git, [...WRITER, 'commit-tree', tree], 'spectool\n');
}

function objectFrom(git: GitProcess, args: readonly string[], input: string): string {
  const answer = git.run(args, input);
  return answer.status === 0 ? answer.output.toString('utf8').trim() : '';
}

/**
 * Returns the texts of claims. A text is empty if it is too long or the commit has another form, because anyone who can push may
 * have made the commit.
 * @param commits ids of the claims' commits, in the order of the returned texts.
 */
function readEntries(git: GitProcess, commits: readonly string[]): readonly string[] {
  const files = commits.map((commit) => `${commit}:${FILE}`);
  // Check the sizes first, because git's output is limited.
  const sizes = linesAbout(git, files, '%(objecttype) %(objectsize)');
  const short = files.filter((_, i) => {
    const [type, size] = (sizes[i] ?? '').split(' ');
    return type === 'blob' && Number(size) <= MOST_BYTES;
  });
  const texts = new Map(textsNamed(git, short).map((text, i) => [short[i], text]));
  return files.map((file) => texts.get(file) ?? '');
}

const SETTING = 'spectool.remote';
/**
 * Returns a function that returns the name of the remote for claims: the git setting `spectool.remote` of this clone, which one
 * user may set, or else the project's setting. An empty git setting turns the remote off.
 */
export function remoteNameIn(git: GitProcess, inProject: string | undefined): () => string | undefined {
  return () => {
    const own = git.settings().get(SETTING)?.at(-1)?.trim();
    if (own === undefined) return inProject;
    return remoteNameRule(own) === undefined ? own : undefined;
  };
}
