import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Ran, run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The folder of the project under test, which the tests fill with hostile or damaged files. */
let root: string;
let outside: string;
const program = (...args: readonly string[]) => run(root, args);
const path = (file: string) => join(root, file);
function write(file: string, text: string | Uint8Array): void {
  mkdirSync(join(path(file), '..'), { recursive: true });
  writeFileSync(path(file), text);
}
const spec = (ref: string, text: string | Uint8Array) => write(`specs/${ref}/README.md`, text);
const good = '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n# Good\n';
interface Listed {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  readonly broken?: true;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}
const listed = () => (JSON.parse(program('list', '--all', '--json').stdout) as { specs: Listed[] }).specs;
const LOOKING = [
  ['list', '--all'],
  ['board'],
  ['stats'],
  ['next'],
  ['deps'],
  ['tokens'],
  ['validate'],
  ['search', 'good'],
  ['view', '1'],
  ['history'],
];

beforeEach(() => {
  const base = temporaryFolder();
  root = join(base, 'project');
  outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  expect(program('init', '-y', '--agent-tools', 'none').status).toBe(0);
});

/** Expects that a command ended with a documented exit code and printed no stack trace or internal error. */
function isCivil({ status, stdout, stderr }: Ran): void {
  expect([0, 1, 2, 3]).toContain(status);
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$|TypeError|RangeError|INTERNAL|undefined/m);
}

it.each(['js', 'javascript', 'coffee', 'json', 'toml'])(
  'frontmatter in a language other than YAML is not executed, and its spec is listed as broken: ---%s',
  (language) => {
    const trap = `---${language}\nrequire("fs").writeFileSync(${JSON.stringify(path('RAN'))}, "x")\n---\n\n# T\n`;
    spec('001-trap', trap);
    write('.spectool/templates/trap.md', trap);
    for (const command of LOOKING) isCivil(program(...command));
    isCivil(program('create', 'x', '--template', 'trap.md'));
    isCivil(program('update', '1', '--assignee', 'kim'));
    expect(existsSync(path('RAN'))).toBe(false);
    expect(readFileSync(path('specs/001-trap/README.md'), 'utf8')).toBe(trap);
    expect(listed()[0]).toMatchObject({ ref: '001-trap', broken: true });
  },
);

describe('a hostile text on the command line', () => {
  it.each([
    ['../up'],
    ['a/b'],
    ['a\u0007b\u001b[2J'],
    ['x'.repeat(300)],
    ['..'],
    ['...'],
    ['2fa-login'],
    ['用户登录'],
    ['مستخدم'],
    ['🚀 launch'],
    ['$(touch INJECTED)'],
    ['`touch INJECTED`; touch INJECTED'],
    ['con'],
    ['constructor'],
    ['__proto__'],
  ])('as the name of a new spec is refused or gives one folder in the specs folder: %j', (name) => {
    const outcome = program('create', name);
    isCivil(outcome);
    const folders = readdirSync(path('specs'));
    if (outcome.status === 0) {
      expect(folders).toHaveLength(1);
      expect(listed()).toHaveLength(1);
      expect(program('view', '1', '--json').status).toBe(0);
      expect(folders[0]).not.toMatch(/[\u0000-\u001f/\\]/);
      expect(Buffer.byteLength(folders[0] ?? '')).toBeLessThan(256);
    } else {
      expect(outcome.stderr).toMatch(/NAME_INVALID|FIELD_INVALID/);
      expect(folders).toEqual([]);
    }
    expect(readdirSync(join(root, '..')).sort()).toEqual(['outside', 'project']);
    expect(existsSync(path('INJECTED'))).toBe(false);
  });

  it.each(['', '-x'])('as the name of a new spec is refused: %j', (name) => {
    const outcome = program('create', name);
    isCivil(outcome);
    expect(outcome.status).toBeGreaterThan(0);
    expect(readdirSync(path('specs'))).toEqual([]);
  });

  it.each(['constructor', '__proto__', '../../etc/passwd', '/etc/passwd', 'toString'])(
    'as the name of a template is refused: %s',
    (name) => {
      const outcome = program('create', 'x', '--template', name);
      isCivil(outcome);
      expect(outcome.status).toBe(1);
      expect(outcome.stderr).toMatch(/TEMPLATE_NOT_FOUND|OUTSIDE_PROJECT/);
    },
  );
});

describe('a configuration with a path out of the project', () => {
  it.each([
    ['specsDir', '../outside'],
    ['specsDir', '/tmp'],
    ['specsDir', '.git'],
    ['template', '../../outside/x.md'],
    ['structure', { defaultFile: '../x.md' }],
    ['structure', { prefix: '../' }],
    ['structure', { pattern: 'custom', groupExtractor: '../{YYYY}' }],
  ])('is refused: %s %j', (key, value) => {
    write('.spectool/config.json', JSON.stringify({ [key]: value }));
    const outcome = program('create', 'x');
    isCivil(outcome);
    expect([outcome.status, outcome.stderr]).toEqual([3, expect.stringContaining('CONFIG_INVALID')]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('cannot use a field value to make a group folder outside the project', () => {
    write(
      '.spectool/config.json',
      JSON.stringify({
        structure: { pattern: 'custom', groupExtractor: '{team}', groupFallback: 'none' },
        frontmatter: { custom: { team: 'string' } },
      }),
    );
    isCivil(program('create', 'x', '--field', 'team=../../outside'));
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(root, '..')).sort()).toEqual(['outside', 'project']);
  });
});

describe('the broken document of a spec', () => {
  const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map(
      (key, i) =>
        `${key}: &${key} [${Array(9)
          .fill(`*${'abcdefgh'[i] ?? 'a'}`)
          .join(',')}]`,
    )
    .join('\n')}\nstatus: *i\n---\n`;
  it.each<[string, string | Uint8Array]>([
    ['broken YAML', '---\nstatus: [\n---\n\n# X\n'],
    ['unclosed frontmatter', '---\nstatus: planned\n\n# X\n\nbody\n'],
    ['an empty file', ''],
    ['binary data', Uint8Array.from([0, 1, 2, 255, 254])],
    ['conflict marks', '---\n<<<<<<< HEAD\nstatus: planned\n=======\nstatus: complete\n>>>>>>> x\n---\n'],
    ['an alias bomb', bomb],
    ['a forbidden key', '---\nstatus: planned\ncreated: 2026-01-01\n__proto__: {polluted: true}\n---\n'],
    ['a deeply nested value', `---\nstatus: planned\nx: ${'['.repeat(3000)}${']'.repeat(3000)}\n---\n`],
    ['a status that is a list', '---\nstatus: [planned]\ncreated: 2026-01-01\n---\n'],
    ['a status in capitals', '---\nstatus: COMPLETE\ncreated: 2026-01-01\n---\n'],
  ])('is listed with its problems, is not changed, and does not affect other specs: %s', (_what, text) => {
    spec('001-odd', text);
    spec('002-good', good);
    expect(listed().map(({ ref }) => ref)).toEqual(['001-odd', '002-good']);
    expect(listed()[0]?.problems?.length).toBeGreaterThan(0);
    for (const command of LOOKING) isCivil(program(...command));
    expect(program('validate').status).toBe(1);
    expect(program('update', '2', '--assignee', 'kim').status).toBe(0);
    const outcome = program('update', '1', '--assignee', 'kim');
    isCivil(outcome);
    if (outcome.status !== 0)
      expect(readFileSync(path('specs/001-odd/README.md'))).toEqual(Buffer.from(text));
  });
});

describe('the program in an unusual environment', () => {
  const full = existsSync('/dev/full') ? it : it.skip;
  full.each(['list', 'list --json', 'view 1 --raw', '--version', '--help', 'completion bash', 'create b'])(
    'fails when standard output is a full disk: %s',
    (line) => {
      run(root, ['create', 'a']);
      const output = openSync('/dev/full', 'w');
      const built = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
      const options = { cwd: root, encoding: 'utf8' } as const;

      const { status, stderr } = spawnSync(process.execPath, [built, ...line.split(' ')], {
        ...options,
        stdio: ['ignore', output, 'pipe'],
      });
      // When standard error cannot be written either, only the exit code reports the failure.
      const silent = spawnSync(process.execPath, [built, ...line.split(' ')], {
        ...options,
        stdio: ['ignore', output, output],
      });
      closeSync(output);

      expect([status, silent.status]).toEqual([1, 1]);
      expect(stderr).toContain('Cannot write standard output: the disk is full.');
      expect(stderr).not.toMatch(/ {4}at |node:/);
    },
  );

  it('succeeds when standard output or standard error is closed, as git and cargo do', () => {
    const built = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
    const shell = (line: string) =>
      spawnSync('sh', ['-c', `"$0" "$@" ${line}`, process.execPath, built, 'create', 'a'], {
        cwd: root,
        encoding: 'utf8',
      });
    for (const line of ['>&-', '2>&-', '<&- >&- 2>&-']) {
      const { status, stderr } = shell(line);
      expect([line, status, stderr]).toEqual([line, 0, expect.not.stringContaining('error')]);
    }
    expect(run(root, ['list']).stdout.match(/planned/g)).toHaveLength(3);
  });

  it('keeps its exit code when the program that reads its output ends early', () => {
    program('create', 'a');
    writeFileSync(join(root, 'specs/001-a/README.md'), '---\nstatus: nonsense\n---\n\n# A\n');
    const built = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
    const codeOf = (...args: string[]) =>
      spawnSync('sh', ['-c', '{ "$0" "$@" 2>&-; echo "$?" >&2; } | true', process.execPath, built, ...args], {
        cwd: root,
        encoding: 'utf8',
      }).stderr.trim();
    expect([codeOf('validate'), codeOf('validate', '--json'), codeOf('list'), codeOf('view', '9')]).toEqual([
      '1',
      '1',
      '0',
      '1',
    ]);
    expect(run(root, ['list']).stdout).toContain('001');
  });

  it.each([
    [{ TERM: 'dumb' }],
    [{ COLUMNS: '20' }],
    [{ COLUMNS: '10000' }],
    [{ COLUMNS: 'x' }],
    [{ LANG: 'C', LC_ALL: 'C' }],
    [{ SPECTOOL_NOW: '9999-12-31T23:59:59Z' }],
    [{ SPECTOOL_NOW: '1970-01-01T00:00:00Z' }],
    [{ TZ: 'Pacific/Kiritimati' }],
    [{ PATH: '/nonexistent' }],
  ])('works with the environment variables %j', (env) => {
    program('create', 'a', '--tags', 'x,y', '--priority', 'high');
    for (const command of [...LOOKING, ['create', 'b'], ['update', '1', '--status', 'in-progress']])
      isCivil(run(root, command, { env: env as unknown as Record<string, string> }));
    expect(listed()).toHaveLength(2);
  });
});
