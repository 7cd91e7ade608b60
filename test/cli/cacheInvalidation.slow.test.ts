import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzzProperty.js';
import { runOnDisk } from '../support/runInProcess.js';
import { PROGRAM, run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

const COMMANDS = [
  ...'list --all, search word, search other --json, tokens, tokens 3, view 3, view 25'.split(', '),
  ...'criteria 25, list --json, stats --json, next, board, prime, validate, history 3'.split(', '),
] as const;
const SPECS = 70;
const LONG_AGO = 1e9;
const DAY = 24 * 3600;
const KILLER = join(dirname(PROGRAM), '../../scripts/torture/killAtCall.cjs');

let whole: ScratchProject;
let project: ScratchProject;
/** A copy of the project with other changes to the same specs; its caches must not be used for the project. */
let twin: ScratchProject;

const refOf = (i: number) => `${String(i + 1).padStart(3, '0')}-spec-${String(i + 1)}`;
const at = (path: string) => join(project.root, path);
const documentOf = (i: number) => `specs/${refOf(i)}/README.md`;
const isProven = (i: number) => i >= 20 && i < 30;
const testOf = (i: number) => `test/${String(i)}.test.js`;
const streamsOf = (root: string) => readdirSync(join(root, '.spectool/log'));

beforeAll(async () => {
  // Values are only kept in a build, so this variable makes the source code look like one.
  Object.assign(globalThis, { SPECTOOL_BUILD: 'test' });
  whole = ScratchProject.initialised();
  for (let i = 0; i < SPECS; i++)
    whole.write(
      documentOf(i),
      `---\nstatus: planned\ncreated: 2026-01-05\npriority: high\n---\n\n# One word ${String(i)}\n\nSee [it](notes.md).\n${isProven(i) ? '\n## Success Criteria\n\n- [ ] AC1: a word\n' : ''}`,
    );
  for (let i = 1; i <= 20; i++) await runOnDisk(whole.root, ['update', String(i), '--add-tag', 'a']);
  const proven = Array.from({ length: SPECS }, (_, i) => i).filter(isProven);
  for (const i of proven) whole.write(testOf(i), `test('${refOf(i).slice(0, 3)}/AC1 word')\n`);
  const cases = proven.map((i) => `<testcase file="${testOf(i)}" name="${refOf(i).slice(0, 3)}/AC1 word"/>`);
  whole.write('report.xml', `<testsuite>${cases.join('')}</testsuite>`);
  await runOnDisk(whole.root, ['prove', 'report.xml', '--all']);
  project = whole;
  git('init', '-q', '-b', 'main');
  commitAll();
  git('switch', '-qc', 'other');
  for (let i = 0; i < SPECS; i += 5) edit(i, (text) => text.replace('One word', 'A branch'));
  for (let i = 1; i <= 5; i++) tell('note', i, 'Noted on the branch.');
  commitAll();
  git('switch', '-q', 'main');
  twin = whole.copy();
  for (let i = 1; i <= 20; i++)
    await runOnDisk(twin.root, ['update', String(i), '--status', 'in-progress', '--force', '--reason', 'x']);
});
afterAll(() => void Object.assign(globalThis, { SPECTOOL_BUILD: undefined }));

/** Reads a document, changes its text and writes it, as an editor does. */
function edit(i: number, change: (text: string) => string): void {
  writeFileSync(at(documentOf(i)), change(readFileSync(at(documentOf(i)), 'utf8')));
}

/** Runs a spectool command on a spec. */
function tell(command: string, i: number, ...words: readonly string[]): void {
  run(project.root, [command, refOf(i), ...words]);
}

function git(...args: readonly string[]): void {
  const actor = ['-c', 'user.name=tester', '-c', 'user.email=tester@example.org'];
  execFileSync('git', [...actor, ...args], { cwd: project.root, stdio: 'ignore' });
}

function commitAll(): void {
  git('add', '-A');
  git('commit', '-qm', 'All');
}

/** Sets the times of all files of specs and logs as if the clock had been `seconds` ahead when they were written. */
function shiftClock(seconds: number): void {
  for (const folder of ['specs', '.spectool/log', '.git/spectool'])
    for (const name of ['', ...readdirSync(at(folder), { recursive: true, encoding: 'utf8' })]) {
      const time = statSync(join(at(folder), name)).mtimeMs / 1000 + seconds;
      utimesSync(join(at(folder), name), time, time);
    }
}

function old(path: string): void {
  utimesSync(path, LONG_AGO, LONG_AGO);
}

/** Changes to the files of a project, by hand, by git or by commands, each with its name; `i` is the index of a spec. */
const CHANGES: Readonly<Record<string, (i: number) => void>> = {
  'a document gets another text of the same length and modification time': (i) => {
    const text = readFileSync(at(documentOf(i)), 'utf8');
    const changed = text.replace(/One word|Two word/, (was) =>
      was === 'One word' ? 'Two word' : 'One word',
    );
    writeFileSync(at(documentOf(i)), changed.replace(/high|mid?/, 'high'));
    old(at(documentOf(i)));
  },
  'a document is replaced by a file with an older modification time': (i) => {
    const text = readFileSync(at(documentOf(i)), 'utf8').replace(/word/, 'other');
    writeFileSync(at('.incoming'), text);
    old(at('.incoming'));
    renameSync(at('.incoming'), at(documentOf(i)));
  },
  'a document gets a modification time in the future': (i) => {
    writeFileSync(at(documentOf(i)), readFileSync(at(documentOf(i)), 'utf8').replace('word', 'later'));
    utimesSync(at(documentOf(i)), 4e9, 4e9);
  },
  'a document gets another paragraph': (i) => edit(i, (text) => `${text}\nAnother word.\n`),
  'a document gets another paragraph and an old modification time': (i) => {
    edit(i, (text) => `${text}\nAnother word.\n`);
    old(at(documentOf(i)));
  },
  'a document is only touched': (i) => utimesSync(at(documentOf(i)), 1.5e9, 1.5e9),
  'a document becomes large': (i) => edit(i, (text) => `${text}\n${'word '.repeat(6000)}\n`),
  'a document gets a criterion': (i) => edit(i, (text) => `${text}\n## Success Criteria\n\n- [ ] a word\n`),
  'the criteria of a document are ticked by hand': (i) => edit(i, (text) => text.replaceAll('[ ]', '[x]')),
  'a document gets a field': (i) => edit(i, (text) => text.replace('---\n', '---\ntags: [word]\n')),
  'the fields of a document get another order': (i) =>
    edit(i, (text) => text.replace(/(created: .*\n)(priority: .*\n)/, '$2$1')),
  'a document has another title above': (i) => edit(i, (text) => text.replace(/\n# /, '\n# A title\n\n# ')),
  'a document has no title': (i) => edit(i, (text) => text.replace(/\n# .*/, '\n')),
  'a document has no frontmatter': (i) => edit(i, (text) => text.replace(/^---[^]*?\n---\n/, '')),
  'a document becomes a binary file': (i) => edit(i, (text) => `${text}\0`),
  'a large file is added beside a document': (i) =>
    project.write(`specs/${refOf(i)}/more.md`, 'word '.repeat(6000)),
  'a document is removed': (i) => rmSync(at(documentOf(i))),
  'a document is replaced by a folder': (i) => {
    rmSync(at(documentOf(i)));
    mkdirSync(at(documentOf(i)));
  },
  'a document is replaced by a link to another document': (i) => {
    rmSync(at(documentOf(i)));
    symlinkSync(`../${refOf((i + 1) % SPECS)}/README.md`, at(documentOf(i)));
  },
  'what a link leads to comes': (i) => project.write(`specs/${refOf(i)}/notes.md`, 'a word\n'),
  'a folder is moved by hand': (i) => {
    mkdirSync(at('specs/archived'), { recursive: true });
    renameSync(at(`specs/${refOf(i)}`), at(`specs/archived/${refOf(i)}`));
  },
  'a folder is a link to another': (i) => {
    rmSync(at(`specs/${refOf(i)}`), { recursive: true });
    symlinkSync(refOf((i + 1) % SPECS), at(`specs/${refOf(i)}`));
  },
  'a folder gets another name': (i) => renameSync(at(`specs/${refOf(i)}`), at(`specs/9${refOf(i)}`)),
  'a folder is copied': (i) => cpSync(at(`specs/${refOf(i)}`), at(`specs/8${refOf(i)}`), { recursive: true }),
  'a spec comes with old times': (i) => {
    project.write(
      `specs/7${refOf(i)}/README.md`,
      '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# New word\n',
    );
    old(at(`specs/7${refOf(i)}/README.md`));
    old(at(`specs/7${refOf(i)}`));
    old(at('specs'));
  },
  'a spec comes inside another': (i) =>
    project.write(
      `specs/${refOf(i)}/099-inside/README.md`,
      '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Inside\n',
    ),
  'a text that reads like a spec comes beside them': (i) =>
    project.write(`specs/loose-${String(i)}.md`, '# A word\n'),
  'records come into a stream with old times': (i) => {
    const stream = streamsOf(twin.root)[i % 20] ?? '';
    for (const name of readdirSync(join(twin.root, '.spectool/log', stream))) {
      const place = at(`.spectool/log/${stream}/${name}`);
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(twin.root, '.spectool/log', stream, name), place);
      old(place);
    }
    old(at(`.spectool/log/${stream}`));
    old(at('.spectool/log'));
  },
  'a record is written over': (i) => {
    const stream = streamsOf(project.root)[i % 20] ?? '';
    const name = readdirSync(at(`.spectool/log/${stream}`))[0] ?? '';
    const text = readFileSync(at(`.spectool/log/${stream}/${name}`), 'utf8');
    writeFileSync(at(`.spectool/log/${stream}/${name}`), text.replace('"a"', '"b"'));
    old(at(`.spectool/log/${stream}/${name}`));
  },
  'a test changes': (i) => project.write(testOf(20 + (i % 10)), `test('another word ${String(i)}')\n`),
  'a test goes': (i) => rmSync(at(testOf(20 + (i % 10)))),
  'a test comes back': (i) => cpSync(join(whole.root, testOf(20 + (i % 10))), at(testOf(20 + (i % 10)))),
  'a spec is about files': (i) => tell('update', 20 + (i % 10), '--code', 'test/**'),
  'a stream goes': (i) =>
    rmSync(at(`.spectool/log/${streamsOf(project.root)[i % 20] ?? ''}`), { recursive: true }),
  'a stream is a link': (i) => {
    const stream = streamsOf(project.root)[i % 20] ?? '';
    cpSync(at(`.spectool/log/${stream}`), at('.elsewhere'), { recursive: true, force: true });
    rmSync(at(`.spectool/log/${stream}`), { recursive: true });
    symlinkSync('../../.elsewhere', at(`.spectool/log/${stream}`));
  },
  'a command changes a field': (i) => tell('update', i, '--priority', ['low', 'high', 'medium'][i % 3] ?? ''),
  'a command gives it another title': (i) => tell('update', i, '--title', `Word ${String(i)}`),
  'a command begins it': (i) => tell('update', i, '--status', 'in-progress'),
  'a command completes it': (i) => tell('update', i, '--status', 'complete', '--force', '--reason', 'x'),
  'a command sets it back': (i) => tell('update', i, '--status', 'planned', '--force', '--reason', 'x'),
  'a command makes it wait for another': (i) => tell('update', i, '--add-dep', refOf((i + 1) % SPECS)),
  'a command notes something': (i) => tell('note', i, 'A word.'),
  'a command ticks a box': (i) => tell('check', i, '1'),
  'somebody takes it': (i) => tell('claim', i, '--as', 'kim'),
  'who has it notes something': (i) => tell('note', i, 'A word.', '--as', 'kim'),
  'somebody gives it back': (i) => tell('release', i, '--as', 'kim'),
  'a command makes another': (i) => void run(project.root, ['create', `word-${String(i)}`]),
  'a command is killed while it writes': (i) => {
    const env = { NODE_OPTIONS: `--require ${KILLER}`, TORTURE_KILL_AT: String(1 + (i % 40)) };
    run(project.root, ['update', refOf(i), '--status', 'in-progress'], { env });
  },
  'the log of a spec is packed': (i) => tell('compact', i),
  'all logs are packed': () => void run(project.root, ['compact']),
  'the clock was ahead': () => shiftClock(DAY),
  'the clock was behind': () => shiftClock(-DAY),
  'git switches to another branch': (i) => git('switch', '-qf', i % 2 === 0 ? 'other' : 'main'),
  'git stashes all changes': () => git('stash', '-qu'),
  'git applies the stashed changes': () => git('stash', 'pop', '-q'),
  'git commits all changes and packs its refs': () => {
    commitAll();
    git('pack-refs', '--all');
  },
  'the configuration changes': () =>
    project.write('.spectool/config.json', '{"frontmatter":{"custom":{"priority":"number"}}}'),
  'the caches are those of an earlier day': () => {
    if (statSync(at('.kept'), { throwIfNoEntry: false }) === undefined) {
      cpSync(at('.git/spectool'), at('.kept'), { recursive: true });
      return;
    }
    rmSync(at('.git/spectool'), { recursive: true });
    cpSync(at('.kept'), at('.git/spectool'), { recursive: true, preserveTimestamps: true });
  },
  'the caches are replaced by those of another project': () => {
    rmSync(at('.git/spectool'), { recursive: true, force: true });
    cpSync(join(twin.root, '.git/spectool'), at('.git/spectool'), { recursive: true, force: true });
  },
  'the caches are behind a link': () => {
    if (statSync(at('.moved'), { throwIfNoEntry: false }) !== undefined) return;
    renameSync(at('.git/spectool'), at('.moved'));
    symlinkSync('../.moved', at('.git/spectool'));
  },
};

const changes = fc.array(fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(SPECS - 1)), {
  minLength: 1,
  maxLength: 4,
});

function change(steps: readonly (readonly [what: string, i: number])[]): void {
  for (const [what, i] of steps) {
    try {
      CHANGES[what]?.(i);
    } catch {
      // The change is impossible because an earlier change removed its file.
    }
  }
}

it('every command prints the same with and without caches after random changes to the files of a project', async () => {
  const commands = fc.shuffledSubarray([...COMMANDS], { minLength: 2, maxLength: 4 });
  await runOnDisk(twin.root, ['list']);
  await fuzz(
    fc.asyncProperty(fc.array(fc.tuple(changes, commands), { minLength: 1, maxLength: 3 }), async (steps) => {
      project = whole.copy();
      try {
        for (const line of COMMANDS) await runOnDisk(project.root, line.split(' '));
        for (const [what, lines] of steps) {
          change(what);
          for (const line of lines) {
            const remembered = await runOnDisk(project.root, line.split(' '));
            const read = await runOnDisk(project.root, [...line.split(' '), '--no-cache']);
            expect({ steps, line, ...remembered }).toEqual({ steps, line, ...read });
          }
        }
      } finally {
        project.remove();
      }
    }),
    15,
  );
});

/** Edits in place, after which a folder looks as before: only what was read of a file tells that it changed. */
const EDITS: readonly (readonly [what: string, edit: () => void])[] = [
  ['a planned document', () => edit(4, (text) => `${text.replace('# One', '# Two')}\nAnother word.\n`)],
  ['a proven document', () => edit(24, (text) => text.replace('AC1: a', 'AC1: another'))],
  ['a file beside a document', () => writeFileSync(at(`specs/${refOf(5)}/notes.md`), 'More words.\n')],
  ['a test', () => project.write(testOf(25), "test('another word')\n")],
  ['a document and status', () => edit(3, (text) => text.replace('planned', 'complete'))],
  [
    'the file that becomes the document',
    () => edit(6, (text) => `---\nstatus: complete\ncreated: 2026-01-05\n---\n\n${text}`),
  ],
  ['the template', () => project.write('.spectool/templates/spec-template.md', '# {title}\n\nOne.\n')],
  ['the settings', () => project.write('.spectool/config.json', '{"structure":{"defaultFile":"notes.md"}}')],
];

it.each([...COMMANDS, 'tokens 5', 'view 25 --json', 'view 7'])(
  '%s sees every edit in place however often it ran before',
  async (line) => {
    project = whole.copy();
    for (const i of [5, 6]) project.write(`specs/${refOf(i)}/notes.md`, 'Some words.\n');
    cpSync(at(documentOf(6)), at(`specs/${refOf(6)}/plan.md`));
    project.write(documentOf(6), '# No frontmatter\n\nA word.\n');
    for (const [what, change] of EDITS) {
      // What changed less than 50 ms ago is not kept.
      await setTimeout(100);
      for (let ran = 0; ran < 3; ran++) await runOnDisk(project.root, line.split(' '));
      change();
      const remembered = await runOnDisk(project.root, line.split(' '));
      const read = await runOnDisk(project.root, [...line.split(' '), '--no-cache']);
      expect({ what, ...remembered }).toEqual({ what, ...read });
    }
  },
);
