import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  writeFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import { GitProcess, cachedGit, keep } from '../../../src/adapters/git/gitProcess.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { gitRepository, type Repository } from '../../support/gitRepositoryPorts.js';

const isSpec = (name: string) => /\d-[^-]*[a-z]/.test(name);

const KEPT = '.git/kept';
const BRANCHES = ['rev-parse', '--branches', '--remotes'];

class CountedGit extends GitProcess {
  asked = 0;
  override run(...asked: Parameters<GitProcess['run']>) {
    this.asked += 1;
    return super.run(...asked);
  }
}

let sandbox: GitSandbox;
let git: CountedGit;
const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };

function commitSpec(ref: string): void {
  const folder = join(sandbox.root, 'specs', ref);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), `# ${ref}\n`);
  sandbox.git('add', '-A', 'specs');
  sandbox.git('commit', '-qm', ref);
}

beforeEach(() => {
  sandbox = new GitSandbox();
  later = 0;
  rmSync(join(env.HOME, '.gitconfig'), { force: true });
  commitSpec('001-first');
  git = new CountedGit(sandbox.root, env);
});

/** Milliseconds added to the clock, so that files are old enough to be cached (file change times cannot be set back). */
const LATER_MS = 2100;
let later = 0;
const now = () => Date.now() + later;

const aSnapshot = () =>
  new Snapshot(() => ({ files: new NodeFileSystem(join(sandbox.root, KEPT)), folder: '' }));

function branches(path = env.PATH ?? ''): string {
  const snapshot = aSnapshot();
  const asked = path === env.PATH ? git : new CountedGit(sandbox.root, { ...env, PATH: path });
  const remembered = cachedGit(asked, 'git answers', { snapshot, now });
  const answer = remembered.run(BRANCHES).output.toString();
  keep(remembered);
  snapshot.save();
  if (asked !== git) git.asked += asked.asked;
  return answer;
}
/** Asks a repository as one run of the program does: with the cached answers of earlier runs, and stores new answers. */
function inRuns<T>(environment: NodeJS.ProcessEnv, ask: (repository: Repository) => T): T {
  const snapshot = aSnapshot();
  try {
    return ask(gitRepository(sandbox.root, environment, snapshot, now));
  } finally {
    snapshot.save();
  }
}
const truth = () => new GitProcess(sandbox.root, env).run(BRANCHES).output.toString();

describe('cached git answers about branches', () => {
  it.each<[string, () => void]>([
    ['a branch moves', () => commitSpec('002-second')],
    ['a branch is created', () => sandbox.git('branch', 'deep/er/other')],
    ['a branch is deleted', () => sandbox.git('branch', '-qD', 'spare')],
    ['a remote branch is added', () => sandbox.git('update-ref', 'refs/remotes/origin/new', 'HEAD')],
    ['the settings of the repository change', () => sandbox.git('config', 'core.useReplaceRefs', 'false')],
    [
      'grafts are added',
      () => {
        mkdirSync(join(sandbox.root, '.git/info'), { recursive: true });
        writeFileSync(join(sandbox.root, '.git/info/grafts'), '');
      },
    ],
    [
      'branches are packed and one moves',
      () => {
        sandbox.git('pack-refs', '--all');
        commitSpec('002-second');
      },
    ],
  ])('are used until a change: %s', (_, change) => {
    sandbox.git('branch', 'spare');
    later = LATER_MS;
    expect([branches(), branches(), branches()]).toEqual([truth(), truth(), truth()]);
    expect(git.asked).toBe(1);
    later = 0;
    change();
    expect(branches()).toBe(truth());
    expect(branches()).toBe(truth());
    expect(git.asked).toBe(3);
  });

  it('are not used shortly after a branch moved, while file times cannot show another change', () => {
    later = -LATER_MS;
    branches();
    branches();
    expect(git.asked).toBe(2);
    later = LATER_MS;
    branches();
    expect(git.asked).toBe(3);
  });

  it('are not used when PATH leads to another git program', () => {
    later = LATER_MS;
    branches();
    branches();
    expect(git.asked).toBe(1);
    branches(`/nowhere:${String(env.PATH)}`);
    expect(git.asked).toBe(1);
    branches('/nowhere');
    expect(git.asked).toBe(2);
  });

  it.each([
    ['config', '--global', 'user.name', 'Grace'],
    ['config', 'user.name', 'Grace'],
  ])('have a name that changes with the settings: git %s %s %s %s', (...change) => {
    later = LATER_MS;
    sandbox.git('config', 'user.name', 'Ada');
    if (change.includes('--global')) sandbox.git('config', '--unset', 'user.name');
    writeFileSync(join(env.HOME, '.gitconfig'), '[user]\n\tname = Ada\n');
    const name = () => inRuns(env, (repository) => repository.userName());
    expect([name(), name()]).toEqual(['Ada', 'Ada']);
    const told = jest.spyOn(GitProcess.prototype, 'run');
    expect(name()).toBe('Ada');
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
    if (change.includes('--global')) writeFileSync(join(env.HOME, '.gitconfig'), '[user]\n\tname = Grace\n');
    else sandbox.git(...change);
    expect(name()).toBe('Grace');
  });

  it('are not stored with GIT_DIR, with SUDO_UID or for a repository of another owner', () => {
    const isRemembered = (environment: NodeJS.ProcessEnv) => {
      rmSync(join(sandbox.root, KEPT), { force: true, recursive: true });
      inRuns(environment, (repository) => repository.foldersElsewhere('specs', isSpec));
      return existsSync(join(sandbox.root, KEPT));
    };
    later = LATER_MS;
    expect(isRemembered({ ...env, GIT_AUTHOR_NAME: 'Ada' })).toBe(true);
    expect(isRemembered({ ...env, GIT_DIR: join(sandbox.root, '.git') })).toBe(false);
    expect(isRemembered({ ...env, SUDO_UID: '1000' })).toBe(false);
    const isOthers = process.geteuid?.() === 0;
    if (isOthers) chownSync(join(sandbox.root, '.git'), 65534, 65534);
    expect(isRemembered(env)).toBe(!isOthers);
  });

  it.each<[string, string, string]>([
    ['an include in the line of another section', '.git/config', '[a][include]\n\tpath = other\n'],
    ['an include in the settings of the worktree', '.git/config.worktree', '[Include]\n\tpath = other\n'],
    ['a settings file too large to search for includes', '.git/config', `${'#'.repeat(1_100_000)}\n`],
  ])('are not stored when git settings may include other files: %s', (_, file, text) => {
    appendFileSync(join(sandbox.root, file), text);
    later = LATER_MS;
    branches();
    branches();
    expect(git.asked).toBe(2);
  });

  it('contain the same spec folders as the answer of git, so that git is not started', () => {
    sandbox.git('checkout', '-qb', 'other');
    commitSpec('007-elsewhere');
    sandbox.git('checkout', '-q', '-');
    later = LATER_MS;
    const asked = gitRepository(sandbox.root, env).foldersElsewhere('specs', isSpec);
    const repository = () => inRuns(env, (one) => one.foldersElsewhere('specs', isSpec));
    expect([...repository().folders].sort()).toEqual(['007-elsewhere']);
    expect(repository()).toEqual(asked);
    // Without a git program on the PATH, the cache is not used.
    const gone = { ...env, PATH: '/nowhere' };
    expect(inRuns(gone, (one) => one.foldersElsewhere('specs', isSpec))).not.toEqual(asked);
    const told = jest.spyOn(GitProcess.prototype, 'run');
    expect(repository()).toEqual(asked);
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });

  it.each(['HEAD', 'config'])('are not used when .git/%s cannot be examined', (name) => {
    const file = join(sandbox.root, '.git', name);
    rmSync(file);
    symlinkSync(name, file);
    const asked = gitRepository(sandbox.root, env, undefined, now).foldersElsewhere('specs', isSpec);
    expect(inRuns(env, (one) => one.foldersElsewhere('specs', isSpec))).toEqual(asked);
  });
});
