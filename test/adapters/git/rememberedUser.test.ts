import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { RememberedUser } from '../../../src/adapters/git/rememberedUser.js';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

class CountedGit extends GitProcess {
  asked = 0;

  override run(args: readonly string[]) {
    this.asked += 1;
    return super.run(args);
  }
}

let sandbox: GitSandbox;
let home: string;
let env: NodeJS.ProcessEnv;
let git: CountedGit;
let files: MemoryFileSystem;

/** Settings are believed to be settled some seconds after they were written. */
function set(path: string, text: string, age = 60): void {
  writeFileSync(path, text);
  const then = Date.now() / 1000 - age;
  utimesSync(path, then, then);
}

beforeEach(() => {
  sandbox = new GitSandbox();
  home = temporaryFolder();
  env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  git = new CountedGit(sandbox.root, env);
  files = new MemoryFileSystem();
});

const user = (other: NodeJS.ProcessEnv = env) => new RememberedUser(sandbox.root, git, other, files).name();

/** The change time of a file is now, whatever is done to it: it has to be waited for. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 2100));

describe("git's user", () => {
  it('is asked for once while nothing changes, and again when something does', async () => {
    set(join(home, '.gitconfig'), '[user]\n\tname = Ada\n');
    await settle();
    expect([user(), user(), user()]).toEqual(['Ada', 'Ada', 'Ada']);
    expect(git.asked).toBe(1);
    sandbox.git('config', 'user.name', 'Grace');
    expect(user()).toBe('Grace');
    await settle();
    expect([user(), user()]).toEqual(['Grace', 'Grace']);
    expect(git.asked).toBe(3);
    set(join(home, '.gitconfig'), '');
    expect(user()).toBe('Grace');
    expect(git.asked).toBe(4);
    expect(user({ ...env, GIT_CONFIG_GLOBAL: '/dev/null' })).toBe('Grace');
    expect(git.asked).toBe(5);
  });

  it('is never remembered where settings include others, or have just been written', async () => {
    set(join(home, '.gitconfig'), '[user]\n\tname = Ada\n');
    expect([user(), user()]).toEqual(['Ada', 'Ada']);
    expect(git.asked).toBe(2);
    set(join(home, '.gitconfig'), '[include]\n\tpath = other\n');
    set(join(home, 'other'), '[user]\n\tname = Grace\n');
    await settle();
    expect([user(), user()]).toEqual(['Grace', 'Grace']);
    expect(git.asked).toBe(4);
  });

  it('is never remembered where the environment holds settings, whose values may be secrets', async () => {
    set(join(home, '.gitconfig'), '[user]\n\tname = Ada\n');
    await settle();
    const setting = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraHeader',
      GIT_CONFIG_VALUE_0: 's3cret',
    };
    git = new CountedGit(sandbox.root, { ...env, ...setting });
    expect([user({ ...env, ...setting }), user({ ...env, ...setting })]).toEqual(['Ada', 'Ada']);
    expect(files.readText('.spectool/cache/git-user.json')).toBeUndefined();
  });

  it('is found when a first file for it appears', async () => {
    await settle();
    expect([user(), user()]).toEqual([undefined, undefined]);
    expect(git.asked).toBe(1);
    mkdirSync(join(home, '.config/git'), { recursive: true });
    set(join(home, '.config/git/config'), '[user]\n\tname = Ada\n');
    expect(user()).toBe('Ada');
  });

  it('is asked for where what was remembered is damaged or of another place', async () => {
    sandbox.git('config', 'user.name', 'Ada');
    await settle();
    expect(user()).toBe('Ada');
    for (const damage of ['', '{', '{}', '{"key":1,"files":[]}', 'null', '[]']) {
      files.write('.spectool/cache/git-user.json', damage);
      expect(user()).toBe('Ada');
    }
    expect(git.asked).toBe(7);
  });
});
