import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { GitRepository } from '../../../src/adapters/git/gitRepository.js';
import { RememberedAnswers } from '../../../src/adapters/git/rememberedAnswers.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { fuzz } from '../../support/fuzz.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const FILE = '.spectool/cache/git-answers.bin';
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
let files: NodeFileSystem;
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
  files = new NodeFileSystem(sandbox.root);
});

/** The change time of a file is now, whatever is done to it, so the asking happens later. */
const LATER_MS = 2100;
let later = 0;
const now = () => Date.now() + later;

function branches(path = env.PATH ?? ''): string {
  const remembered = new RememberedAnswers(
    sandbox.root,
    git.alone(),
    join(sandbox.root, '.git'),
    path,
    files,
    now,
  );
  const answer = remembered.run(BRANCHES).output.toString();
  remembered.keep();
  return answer;
}
const truth = () => new GitProcess(sandbox.root, env).run(BRANCHES).output.toString();

describe("git's answers about branches", () => {
  it.each<[string, () => void]>([
    ['a branch moves', () => commitSpec('002-second')],
    ['a branch is made', () => sandbox.git('branch', 'deep/er/other')],
    ['a branch is gone', () => sandbox.git('branch', '-qD', 'spare')],
    ['a remote branch comes', () => sandbox.git('update-ref', 'refs/remotes/origin/new', 'HEAD')],
    ['the repository has other settings', () => sandbox.git('config', 'core.useReplaceRefs', 'false')],
    [
      'there are grafts',
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
  ])('are believed until %s', (_, change) => {
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

  it('are not believed a moment after a branch moved, or where they are damaged', () => {
    branches();
    branches();
    expect(git.asked).toBe(2);
    later = LATER_MS;
    branches();
    expect(git.asked).toBe(3);
    const good = readFileSync(join(sandbox.root, FILE));
    const changed = Buffer.from(good);
    changed[changed.length - 5] = (changed.at(-5) ?? 0) ^ 1;
    for (const bytes of [good.subarray(0, -4), Buffer.from('{}\n'), Buffer.alloc(0), changed]) {
      writeFileSync(join(sandbox.root, FILE), bytes);
      expect(branches()).toBe(truth());
    }
    expect(git.asked).toBe(7);
  });

  it('are those of one git', () => {
    later = LATER_MS;
    branches();
    branches();
    expect(git.asked).toBe(1);
    branches('/nowhere');
    expect(git.asked).toBe(2);
  });

  it('hang on no settings but those of the repository', () => {
    commitSpec('002-second');
    const other = sandbox.git('rev-parse', 'HEAD~').trim();
    sandbox.git('replace', 'HEAD', other);
    const text = '[core]\n\tuseReplaceRefs = false\n[log]\n\tshowSignature = true\n\tdate = relative\n';
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, '.gitconfig'), text);
    mkdirSync(join(elsewhere, 'git'));
    writeFileSync(join(elsewhere, 'git/config'), text);
    const paths = ['specs/001-first/README.md', 'specs/002-second/README.md'];
    const said = (environment: NodeJS.ProcessEnv, kept?: NodeFileSystem) => {
      const repository = new GitRepository(sandbox.root, environment, kept, now);
      return [repository.foldersElsewhere('specs'), [...repository.lastCommits(paths)]];
    };
    const truth = said(env);
    later = LATER_MS;
    for (const settings of [
      {},
      { HOME: elsewhere },
      { XDG_CONFIG_HOME: elsewhere },
      { GIT_CONFIG_GLOBAL: join(elsewhere, '.gitconfig') },
      { GIT_CONFIG_SYSTEM: join(elsewhere, '.gitconfig') },
    ]) {
      expect(said({ ...env, ...settings })).toEqual(truth);
      expect(said({ ...env, ...settings }, files)).toEqual(truth);
    }
  });

  it('are remembered of no repository that may be another', () => {
    const isRemembered = (environment: NodeJS.ProcessEnv) => {
      rmSync(join(sandbox.root, FILE), { force: true });
      new GitRepository(sandbox.root, environment, files, now).foldersElsewhere('specs');
      return existsSync(join(sandbox.root, FILE));
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
    ['in a line with another section', '.git/config', '[a][include]\n\tpath = other\n'],
    ['of this working tree', '.git/config.worktree', '[Include]\n\tpath = other\n'],
    ['in a file that is too large to look through', '.git/config', `${'#'.repeat(4_000_001)}\n`],
  ])('are asked for each time where settings may include others: %s', (_, file, text) => {
    appendFileSync(join(sandbox.root, file), text);
    later = LATER_MS;
    branches();
    branches();
    expect(git.asked).toBe(2);
  });

  it('give the same folders as git itself, and start it no more', () => {
    sandbox.git('checkout', '-qb', 'other');
    commitSpec('007-elsewhere');
    sandbox.git('checkout', '-q', '-');
    later = LATER_MS;
    const asked = new GitRepository(sandbox.root, env).foldersElsewhere('specs');
    const repository = () => new GitRepository(sandbox.root, env, files, now).foldersElsewhere('specs');
    expect([...repository().folders].sort()).toEqual(['001-first', '007-elsewhere']);
    expect(repository()).toEqual(asked);
    // In place of the git that there was stands none.
    const gone = { ...env, PATH: '/nowhere' };
    expect(new GitRepository(sandbox.root, gone, files).foldersElsewhere('specs')).not.toEqual(asked);
    const silent = new GitRepository(sandbox.root, env, files, now);
    const told = jest.spyOn(GitProcess.prototype, 'run');
    expect(silent.foldersElsewhere('specs')).toEqual(asked);
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });

  it.each(['HEAD', 'config'])('are asked for each time where %s of git’s cannot be looked at', (name) => {
    const file = join(sandbox.root, '.git', name);
    rmSync(file);
    symlinkSync(name, file);
    const elsewhere = (kept?: NodeFileSystem) =>
      new GitRepository(sandbox.root, env, kept, now).foldersElsewhere('specs');
    expect(elsewhere(files)).toEqual(elsewhere());
  });

  it('are no other, and end nothing, however their files are cut, garbled, swapped and forged', async () => {
    const names = ['git-answers.bin', 'git-times.bin'] as const;
    const paths = ['specs/001-first/README.md', 'specs/002-second/README.md'];
    commitSpec('002-second');
    sandbox.git('branch', 'other');
    later = LATER_MS;
    const ask = (kept?: NodeFileSystem) => {
      const repository = new GitRepository(sandbox.root, env, kept, now);
      return [repository.foldersElsewhere('specs'), [...repository.lastCommits(paths)]];
    };
    const asked = ask();
    expect(ask(files)).toEqual(asked);
    const place = (name: string) => join(sandbox.root, '.spectool/cache', name);
    const whole = names.map((name) => readFileSync(place(name)));
    const forge = (name: Buffer, change: (head: Record<string, unknown>) => object, content?: Buffer) => {
      const end = name.indexOf(10);
      const rest = content ?? name.subarray(end + 1);
      const head = JSON.parse(name.toString('utf8', 0, end)) as Record<string, unknown>;
      const hash = createHash('sha256').update(rest).digest('hex');
      return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, ...change(head), hash })}\n`), rest]);
    };
    const damage = fc.oneof(
      fc
        .double({ min: 0, max: 1, noNaN: true })
        .map((share) => (bytes: Buffer) => bytes.subarray(0, share * bytes.length)),
      fc
        .tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 }))
        .map(([share, by]) => (bytes: Buffer) => {
          const changed = Buffer.from(bytes);
          const at = Math.floor(share * changed.length);
          changed[at] = (changed[at] ?? 0) ^ by;
          return changed;
        }),
      fc.nat(1).map((which) => () => whole[which] ?? Buffer.alloc(0)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)),
      fc.tuple(fc.constantFrom('root', 'stamps'), fc.jsonValue()).map(
        ([key, value]) =>
          (bytes: Buffer) =>
            forge(bytes, () => ({ [key]: value })),
      ),
    );
    await fuzz(
      fc.asyncProperty(fc.tuple(damage, damage), (damages) => {
        for (const [i, name] of names.entries())
          writeFileSync(place(name), damages[i]?.(whole[i] ?? Buffer.alloc(0)) ?? '');
        expect(ask(files)).toEqual(asked);
        return Promise.resolve();
      }),
      40,
    );
    // Whoever knows the format and may write in git's folder is believed (docs/security.md), and still ends no command.
    const lie = fc.oneof(
      fc
        .string({ unit: fc.constantFrom(...Array.from('0123456789abcdef tree\n\0:/\x01')), maxLength: 80 })
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom('', 'x', '-5', '1e9', '9'.repeat(400))
        .map((time) => Buffer.from(`\x01${time}\0\n${paths[0] ?? ''}\0`)),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    );
    await fuzz(
      fc.asyncProperty(lie, fc.option(fc.jsonValue()), (content, lengths) => {
        for (const [i, name] of names.entries()) {
          const change = ({ answers }: Record<string, unknown>) => ({
            answers: (answers as [string, number][]).map(([question]) => [
              question,
              lengths ?? content.length,
            ]),
          });
          writeFileSync(place(name), forge(whole[i] ?? Buffer.alloc(0), change, content));
        }
        const [, times] = ask(files);
        for (const [, time] of times as [string, number][]) expect([time, time >= 0]).toEqual([time, true]);
        return Promise.resolve();
      }),
      40,
    );
  });
});
