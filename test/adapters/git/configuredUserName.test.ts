import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { plainUserName } from '../../../src/adapters/git/configuredUserName.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const LINES = [
  ...[
    '[user]',
    '[USER]',
    '  [user]  ',
    '[user "work"]',
    '[user.work]',
    '[core]',
    '[user] name = On One Line',
  ],
  ...['[include]', '[includeIf "gitdir:/"]', '[extensions]', '[alias]', '[a "b\\"c"]', '[]', 'user'],
  ...['name = Ada', '\tName=Grace Hopper  ', 'name = A # comment', 'name = "Quoted" Name', 'name', 'name ='],
  ...[
    'name = Tab\tin it',
    'name = Back\\\\slash',
    'name = goes \\',
    'on',
    'name = Zoë 🚀',
    'name = x\r',
    '=',
    '',
  ],
  ...[
    'path = ../other',
    'worktreeConfig = true',
    'repositoryformatversion = 2',
    'name = NBSP\u00a0',
    '\ufeff',
  ],
  ...['email = "a@example.org', 'x = "a" b "c"', 'x = \\q', '# name = No', '; [user]', 'x-y.z = 1'],
];

interface Home {
  readonly root: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

function homeWithRepository(): Home {
  const home = temporaryFolder();
  const root = join(home, 'project');
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['init', '-q', root], { env });
  return { root, home, env };
}

function put(file: string, text: string | undefined): void {
  rmSync(file, { force: true });
  if (text === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function gitSays({ root, env }: Home): string | undefined {
  const { status, stdout } = spawnSync('git', ['config', '--get', 'user.name'], { cwd: root, env });
  return status === 0 ? stdout.toString('utf8').replace(/\n$/, '') : undefined;
}

describe('plainUserName', () => {
  it('reads user.name from the settings of the repository, then ~/.gitconfig, then ~/.config/git/config', () => {
    const place = homeWithRepository();
    const local = readFileSync(join(place.root, '.git/config'), 'utf8');
    expect(plainUserName(place.root, place.env)).toBeUndefined();
    put(join(place.home, '.config/git/config'), '[user]\n\tname = Settings\n');
    expect(plainUserName(place.root, place.env)).toBe('Settings');
    put(
      join(place.home, '.gitconfig'),
      '# mine\n[user]\n  name = First\n[alias]\n\tlg = "log --all"\n[User]\nname = Home\n',
    );
    expect(plainUserName(place.root, place.env)).toBe('Home');
    put(join(place.root, '.git/config'), `${local}[user]\n\tname = Local  \n`);
    expect(plainUserName(place.root, place.env)).toBe('Local');
    expect(gitSays(place)).toBe('Local');
    mkdirSync(join(place.root, 'below'));
    expect(plainUserName(join(place.root, 'below'), place.env)).toBe('Local');
  });

  it('returns undefined when only git itself can determine user.name', () => {
    const place = homeWithRepository();
    const named = '[user]\n\tname = Ada\n';
    put(join(place.home, '.gitconfig'), named);
    expect(plainUserName(place.root, place.env)).toBe('Ada');
    const deciding = [
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_COUNT',
      'GIT_WORK_TREE',
      'GIT_CONFIG_PARAMETERS',
      'SUDO_UID',
    ];
    for (const name of deciding)
      expect(plainUserName(place.root, { ...place.env, [name]: '0' })).toBeUndefined();
    expect(plainUserName(place.root, { ...place.env, HOME: undefined })).toBeUndefined();
    expect(plainUserName(place.home, place.env)).toBeUndefined();
    for (const odd of [
      '[include]\n\tpath = x\n',
      '[user]\n\tname = a \\\n b\n',
      '[user]\r\nname = x\r\n',
      'x'.repeat(70_000),
    ]) {
      put(join(place.home, '.gitconfig'), odd + named);
      expect(plainUserName(place.root, place.env)).toBeUndefined();
    }
    put(join(place.home, '.gitconfig'), undefined);
    symlinkSync('/dev/zero', join(place.home, '.gitconfig'));
    expect(plainUserName(place.root, place.env)).toBeUndefined();
  });

  it('never returns another name than git reports', () => {
    const place = homeWithRepository();
    const local = readFileSync(join(place.root, '.git/config'), 'utf8');
    const text = fc
      .array(fc.constantFrom('[user]', 'name = Ada', ...LINES), { maxLength: 6 })
      .map((lines) => lines.join('\n'));
    const files = fc.tuple(text, fc.option(text, { nil: undefined }), fc.option(text, { nil: undefined }));
    fc.assert(
      fc.property(files, ([repository, home, settings]) => {
        put(join(place.root, '.git/config'), local + repository);
        put(join(place.home, '.gitconfig'), home);
        put(join(place.home, '.config/git/config'), settings);
        const name = plainUserName(place.root, place.env);
        if (name !== undefined) expect(name).toBe(gitSays(place));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 400) },
    );
  });
});
