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
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzz.js';
import { runOnDisk } from '../support/inProcess.js';
import { git, run } from '../support/program.js';
import { ScratchProject } from '../support/scratchProject.js';

const COMMANDS = [
  'list --all',
  'search word',
  'search other --json',
  'tokens',
  'view 3',
  'stats --json',
  'next',
  'board',
  'validate',
  'history 3',
] as const;
const SPECS = 70;
const LONG_AGO = 1e9;

let whole: ScratchProject;
let project: ScratchProject;
/** Where the same specs were worked on by somebody else. */
let twin: ScratchProject;

const refOf = (i: number) => `${String(i + 1).padStart(3, '0')}-spec-${String(i + 1)}`;
const at = (path: string) => join(project.root, path);
const documentOf = (i: number) => `specs/${refOf(i)}/README.md`;
const streamsOf = (root: string) => readdirSync(join(root, '.spectool/log'));

beforeAll(async () => {
  // Findings are remembered by a program that was built.
  Object.assign(globalThis, { SPECTOOL_BUILD: 'test' });
  whole = ScratchProject.initialised();
  for (const path of ['.git/objects/x', '.git/refs/x', '.git/HEAD']) whole.write(path, '');
  for (let i = 0; i < SPECS; i++)
    whole.write(
      documentOf(i),
      `---\nstatus: planned\ncreated: 2026-01-05\npriority: high\n---\n\n# One word ${String(i)}\n\nSee [it](notes.md).\n`,
    );
  for (let i = 1; i <= 20; i++) await runOnDisk(whole.root, ['update', String(i), '--add-tag', 'a']);
  twin = whole.copy();
  for (let i = 1; i <= 20; i++)
    await runOnDisk(twin.root, ['update', String(i), '--status', 'in-progress', '--force', '--reason', 'x']);
});
afterAll(() => {
  for (const one of [whole, twin]) one.remove();
  Object.assign(globalThis, { SPECTOOL_BUILD: undefined });
});

/** What an editor does. */
function edit(i: number, change: (text: string) => string): void {
  writeFileSync(at(documentOf(i)), change(readFileSync(at(documentOf(i)), 'utf8')));
}

/** Our own commands change it, too. */
function tell(command: string, i: number, ...words: readonly string[]): void {
  run(project.root, [command, refOf(i), ...words]);
}

function old(path: string): void {
  utimesSync(path, LONG_AGO, LONG_AGO);
}

/** What happens to a project that no command of ours does; `i` is a spec. */
const CHANGES: Readonly<Record<string, (i: number) => void>> = {
  'a document is written over with as many letters, and given its old time': (i) => {
    const text = readFileSync(at(documentOf(i)), 'utf8');
    const changed = text.replace(/One word|Two word/, (was) =>
      was === 'One word' ? 'Two word' : 'One word',
    );
    writeFileSync(at(documentOf(i)), changed.replace(/high|mid?/, 'high'));
    old(at(documentOf(i)));
  },
  'a document is replaced by one that is older': (i) => {
    const text = readFileSync(at(documentOf(i)), 'utf8').replace(/word/, 'other');
    writeFileSync(at('.incoming'), text);
    old(at('.incoming'));
    renameSync(at('.incoming'), at(documentOf(i)));
  },
  'a document gets a time to come': (i) => {
    writeFileSync(at(documentOf(i)), readFileSync(at(documentOf(i)), 'utf8').replace('word', 'later'));
    utimesSync(at(documentOf(i)), 4e9, 4e9);
  },
  'a document gets another paragraph': (i) => edit(i, (text) => `${text}\nAnother word.\n`),
  'a document gets one and an old time': (i) => {
    edit(i, (text) => `${text}\nAnother word.\n`);
    old(at(documentOf(i)));
  },
  'a document is only touched': (i) => utimesSync(at(documentOf(i)), 1.5e9, 1.5e9),
  'a document becomes large': (i) => edit(i, (text) => `${text}\n${'word '.repeat(6000)}\n`),
  'a document gets a criterion': (i) => edit(i, (text) => `${text}\n## Success Criteria\n\n- [ ] a word\n`),
  'its boxes are ticked': (i) => edit(i, (text) => text.replaceAll('[ ]', '[x]')),
  'a document gets a field': (i) => edit(i, (text) => text.replace('---\n', '---\ntags: [word]\n')),
  'its fields stand in another order': (i) =>
    edit(i, (text) => text.replace(/(created: .*\n)(priority: .*\n)/, '$2$1')),
  'a document has another title above': (i) => edit(i, (text) => text.replace(/\n# /, '\n# A title\n\n# ')),
  'a document has no title': (i) => edit(i, (text) => text.replace(/\n# .*/, '\n')),
  'a document has no frontmatter': (i) => edit(i, (text) => text.replace(/^---[^]*?\n---\n/, '')),
  'a document is no text': (i) => edit(i, (text) => `${text}\0`),
  'a large file comes beside a document': (i) =>
    project.write(`specs/${refOf(i)}/more.md`, 'word '.repeat(6000)),
  'a document goes': (i) => rmSync(at(documentOf(i))),
  'a document is a folder': (i) => {
    rmSync(at(documentOf(i)));
    mkdirSync(at(documentOf(i)));
  },
  'a document is a link to another': (i) => {
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
  'a command makes another': (i) => void run(project.root, ['create', `word-${String(i)}`, '--no-similar']),
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
  'the caches are those of a twin': () => {
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
      // What stood there went with a change before.
    }
  }
}

it('whatever happens to a project, the caches change no answer', async () => {
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

/** Commands whose whole answers the program remembers. */
const ANSWERED = [
  ...['list', 'list --all', 'list --json', 'search word', 'view 3', 'view 7 --json', 'next', 'board'],
  ...['validate', 'validate --all', 'validate --json', 'tokens', 'tokens 3', 'deps 7', 'criteria 3'],
];
/** What was changed shorter before is not believed to stay. */
const SETTLED_MS = 1100;

it('whatever happens to a project, no answer that was given before is given for another', async () => {
  const commands = fc.shuffledSubarray(ANSWERED, { minLength: 1, maxLength: 3 });
  const runs = fc.array(fc.tuple(changes, commands), { minLength: 1, maxLength: 2 });
  const later = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  let given = 0;
  const committed = whole.copy();
  rmSync(join(committed.root, '.git'), { recursive: true });
  git(committed.root, 'init', '-q');
  // The time of some specs is that of their file.
  writeFileSync(join(committed.root, '.gitignore'), 'specs/06*\n');
  git(committed.root, 'add', '-A');
  git(committed.root, 'commit', '-qm', 'all of it');
  // Folders that a first run makes are old enough then.
  run(committed.root, ['validate']);
  await fuzz(
    fc.asyncProperty(runs, async (steps) => {
      project = committed.copy();
      const answers = () => {
        const names = readdirSync(at('.git/spectool/cache'), { recursive: true, encoding: 'utf8' });
        return names.filter((name) => /answers\/\w+\.bin$/.test(name)).length;
      };
      try {
        for (const [what, lines] of steps) {
          await later();
          // The first run makes other caches, the second remembers.
          for (const line of [...lines, ...lines]) run(project.root, line.split(' '));
          given += Math.min(lines.length, answers());
          change(what);
          for (const line of lines) {
            const told = run(project.root, line.split(' '));
            expect({ steps, line, ...told }).toEqual({
              steps,
              line,
              ...run(project.root, [...line.split(' '), '--no-cache']),
            });
          }
        }
      } finally {
        project.remove();
      }
    }),
    6,
  );
  committed.remove();
  expect(given).toBeGreaterThan(0);
});

/** What one spec says of itself, and how its line is told. */
const OWN = Object.keys(CHANGES).filter((what) =>
  /^(?:a command|somebody|who has it|its |a document gets)/.test(what),
);

/** Whoever looks at everything leaves the places of the folders. */
function folderCaches(): readonly string[] {
  return readdirSync(at('.git/spectool/cache'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('folders.bin'))
    .map((name) => at(join('.git/spectool/cache', name)));
}

/** Of every word and width some, so that one more moves no column. */
function varied(i: number): void {
  const status = ['planned', 'in-progress', 'complete'][i % 3] ?? '';
  const fields = `status: ${status}\ncreated: 2026-01-05\npriority: ${i % 2 === 0 ? 'critical' : 'medium'}\ntags: [word, other]\n`;
  const due = i < 42 ? 'due: soon\n' : '';
  const boxes = '## Success Criteria\n\n- [ ] a word\n- [ ] another\n';
  project.write(documentOf(i), `---\n${fields}${due}---\n\n# A title longer than others\n\n${boxes}`);
}

it('whatever specs say of themselves, a list or board is what the program prints', async () => {
  const lists = [
    'list',
    'list --all',
    'list --archived',
    'list --limit 200',
    'list --reverse',
    'list --json',
  ];
  const lines = fc.oneof(fc.constantFrom(...lists), fc.constant('board'));
  const steps = fc.array(fc.tuple(fc.constantFrom(...OWN), fc.nat(5)), { minLength: 1, maxLength: 2 });
  const width = fc.constantFrom(undefined, '60', '100');
  let drawnAgain = 0;
  await fuzz(
    fc.asyncProperty(
      fc.array(steps, { minLength: 2, maxLength: 4 }),
      lines,
      width,
      async (rounds, asked, columns) => {
        project = whole.copy();
        rmSync(at('.git'), { recursive: true });
        for (let i = 40; i < 46; i++) varied(i);
        git(project.root, 'init', '-q');
        git(project.root, 'add', '-A');
        git(project.root, 'commit', '-qm', 'all of it');
        const line = asked.split(' ');
        const options = columns === undefined ? {} : { env: { COLUMNS: columns } };
        const listed = (...more: string[]) => run(project.root, [...line, ...more], options);
        const isAnswered = async () => {
          await new Promise((resolve) => setTimeout(resolve, 80));
          for (const place of folderCaches()) rmSync(place);
          listed();
          return folderCaches().length === 0;
        };
        try {
          run(project.root, ['update', '9', '--add-tag', 'b']);
          // The first runs make caches, git's among them.
          for (let i = 0; i < 9 && !(await isAnswered()); i++);
          for (const some of rounds) {
            for (const [what, i] of some) change([[what, i]]);
            for (const place of folderCaches()) rmSync(place);
            const told = listed();
            drawnAgain += Number(folderCaches().length === 0);
            expect({ rounds, line, columns, ...told }).toEqual({
              rounds,
              line,
              columns,
              ...listed('--no-cache'),
            });
            await isAnswered();
          }
        } finally {
          project.remove();
        }
      },
    ),
    6,
  );
  expect(drawnAgain).toBeGreaterThan(0);
});

it('an answer outlasts what changes no listing', async () => {
  project = whole.copy();
  rmSync(at('.git'), { recursive: true });
  git(project.root, 'init', '-q');
  // Nothing but its file tells when this one was changed.
  project.write('.gitignore', `${documentOf(60)}\n`);
  git(project.root, 'add', '-A');
  git(project.root, 'commit', '-qm', 'all of it');
  const lines = ['list --json', 'next', 'board', 'list --all'];
  const isRemembered = async (line: string) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (const place of folderCaches()) rmSync(place);
    const told = run(project.root, line.split(' '));
    const looked = folderCaches().length > 0;
    expect(told).toEqual(run(project.root, [...line.split(' '), '--no-cache']));
    return !looked;
  };
  run(project.root, ['list']);
  for (const line of lines) while (!(await isRemembered(line))) expect(folderCaches()).not.toEqual([]);
  const outcomes: Record<string, readonly boolean[]> = {};
  const changed = async (what: string, i = 3) => {
    CHANGES[what]?.(i);
    const remembered: boolean[] = [];
    for (const line of lines) remembered.push(await isRemembered(line));
    return remembered;
  };
  for (const what of [
    'a document gets another paragraph',
    'a document is only touched',
    'a document becomes large',
    'a document gets a criterion',
  ])
    outcomes[what] = await changed(what);
  expect(await changed('a document is only touched', 60)).toEqual([false, false, false, false]);
  expect(outcomes).toEqual({
    'a document gets another paragraph': [true, true, true, true],
    'a document is only touched': [true, true, true, true],
    // The board tells which specs are large.
    'a document becomes large': [true, true, false, true],
    // In JSON no column waits for it.
    'a document gets a criterion': [true, false, false, false],
  });
  // The first command that changes something leaves more.
  await changed('a command changes a field', 40);
  // Of a list in which its columns stand the line of each spec is its own.
  for (const what of [
    'a command changes a field',
    'a command notes something',
    'a command gives it another title',
  ])
    expect([what, (await changed(what)).at(-1)]).toEqual([what, true]);
  expect((await changed('somebody takes it')).at(-1)).toBe(false);
  expect((await changed('a command notes something')).at(-1)).toBe(true);
});
