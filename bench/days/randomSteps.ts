import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from './seededRandom.js';
import { fieldIn, type ExpectedActors } from './expectedActors.js';
import type { Document, Place, SimulatedClones } from './simulatedClones.js';

export interface Scene {
  readonly world: SimulatedClones;
  readonly model: ExpectedActors;
  readonly place: Place;
  readonly chance: SeededRandom;
  /** Word to write into a text; no other step of the day writes this word. */
  readonly word: string;
  /** Documents that a person opened earlier and will save later, as they were when opened. */
  readonly read: Map<string, Document>;
  /** The texts that each document had in this working tree, oldest first, without the present one. */
  readonly earlier: ReadonlyMap<string, readonly string[]>;
  /** Returns the codes and places of all findings. */
  readonly codes: () => Promise<readonly string[]>;
  /** Runs a command and checks what it recorded. */
  readonly tool: (...args: readonly string[]) => Promise<{ readonly code: number; readonly stdout: string }>;
}

type Step = (scene: Scene) => unknown;

const aSpec = ({ world, place, chance }: Scene) => chance.pick(world.documents(place));
const refOf = ({ path }: Document) => path.split('/')[1] ?? '';

function save({ world, place }: Scene, { path }: Document, text: string, what: string): void {
  writeFileSync(join(place.root, path), text);
  world.said(place, `# by hand, ${path}: ${what}`);
}

function commit(scene: Scene, ...args: readonly string[]): boolean {
  if (scene.world.ask(scene.place, 'status', '--porcelain').stdout === '') return false;
  return scene.world.git(scene.place, 'commit', '-q', '-m', scene.word, ...args).isDone;
}

function branches({ world, place }: Scene): readonly string[] {
  const { stdout } = world.ask(
    place,
    'for-each-ref',
    '--format=%(refname:short)',
    'refs/heads',
    'refs/remotes',
  );
  return stdout.split('\n').filter((name) => name !== '' && name !== 'origin' && !name.endsWith('HEAD'));
}

const hereOf = ({ world, place }: Scene) => world.ask(place, 'branch', '--show-current').stdout.trim();
const others = (scene: Scene) => branches(scene).filter((name) => name !== hereOf(scene));

/** Resolves the conflicts at which git stopped: with `spectool resolve`, or by taking one side. */
async function settle(scene: Scene): Promise<void> {
  const { world, place, chance } = scene;
  for (let round = 0; round < 12; round += 1) {
    const doing = world.underWay(place);
    const open = world.ask(place, 'diff', '--name-only', '--diff-filter=U').stdout.trim();
    if (doing === undefined && open === '') return;
    if (open !== '') {
      const way = chance.pick(['resolve', 'resolve', '--ours', '--theirs']);
      if (way === 'resolve') await scene.tool('resolve');
      const left = world
        .ask(place, 'diff', '--name-only', '--diff-filter=U')
        .stdout.split('\n')
        .filter(Boolean);
      const before = new Map(world.documents(place).map((one) => [one.id, one.text]));
      const side = way === '--theirs' ? way : '--ours';
      for (const file of left) world.git(place, 'checkout', '-q', side, '--', file);
      // In a rebase or cherry-pick, a side is an older version of the same document. Taking that side undoes later changes, so
      // tell the model.
      if (doing !== 'merge')
        for (const { id, text } of world.documents(place))
          if (text !== before.get(id)) takesBack(scene, id, text, before.get(id) ?? '');
      world.git(place, 'add', '-A');
    }
    if (doing === undefined) return void commit(scene);
    if (world.git(place, doing, '--continue').isDone && world.underWay(place) === undefined) return;
    if (doing !== 'merge') world.git(place, doing, '--skip');
  }
  scene.model.fail(`${String(world.underWay(place))} does not end`);
}

const TOOL: Readonly<Record<string, Step>> = {
  priority: (s) =>
    s.tool('update', refOf(aSpec(s)), '--priority', s.chance.pick(['low', 'high', 'critical'])),
  reviewer: (s) => s.tool('update', refOf(aSpec(s)), '--reviewer', s.word),
  tag: (s) => s.tool('update', refOf(aSpec(s)), '--add-tag', s.word),
  both: (s) => s.tool('update', refOf(aSpec(s)), '--add-tag', s.word, '--reviewer', s.word),
  status: (s) =>
    s.tool(
      'update',
      refOf(aSpec(s)),
      '--status',
      s.chance.pick(['in-progress', 'planned']),
      '--force',
      '--reason',
      s.word,
    ),
  complete: (s) => s.tool('update', refOf(aSpec(s)), '--status', 'complete', '--force', '--reason', s.word),
  check: (s) => s.tool('check', refOf(aSpec(s)), String(1 + s.chance.below(4))),
  prove: (s) => s.tool('check', refOf(aSpec(s)), String(1 + s.chance.below(4)), '--test', `t > ${s.word}`),
  note: (s) => s.tool('note', refOf(aSpec(s)), s.word),
  remark: (s) =>
    s.tool(
      'note',
      refOf(aSpec(s)),
      `The *bank* of ${s.word} needs a_day, and \`no_one\` knows why * it does`,
    ),
  section: (s) =>
    s.tool(
      'section',
      refOf(aSpec(s)),
      s.chance.pick(['Problem', 'Out of Scope']),
      '--set',
      `Set ${s.word}, which *nobody* had thought of before the first of the customers asked for it.`,
    ),
  criterion: (s) => s.tool('add-criterion', refOf(aSpec(s)), s.word),
  rename: (s) => s.tool('update', refOf(aSpec(s)), '--name', `n-${s.word}`),
  depend: (s) => s.tool('update', refOf(aSpec(s)), '--add-dep', refOf(aSpec(s))),
  relate: (s) => s.tool('update', refOf(aSpec(s)), '--related', refOf(aSpec(s))),
  partOf: (s) => s.tool('update', refOf(aSpec(s)), '--part-of', refOf(aSpec(s))),
  renumber: (s) => s.tool('renumber', refOf(aSpec(s))),
  claim: (s) => s.tool('claim', refOf(aSpec(s))),
  release: (s) => s.tool('release', refOf(aSpec(s)), '--status', 'planned'),
};

const HAND: Readonly<Record<string, Step>> = {
  text: (s) => {
    const document = aSpec(s);
    s.model.typed(document.id, s.word);
    save(s, document, document.text.replace('## Solution\n', `## Solution\n\nBy hand ${s.word}.\n`), s.word);
  },
  field: (s) => {
    const document = aSpec(s);
    s.model.set(document.id, 'reviewer', s.word);
    const bare = document.text.replace(/^reviewer: .*\n/m, '');
    save(s, document, bare.replace(/^(status: .*\n)/m, `$1reviewer: ${s.word}\n`), `reviewer ${s.word}`);
  },
  format: async (s) => {
    const document = aSpec(s);
    const before = await s.codes();
    s.model.rewritten(document.id);
    save(s, document, formatted(document.text, s.chance), 'formatted');
    for (const code of await s.codes())
      if (!before.includes(code)) s.model.fail(`formatted: ${code} of ${document.path}`);
  },
  link: (s) => {
    const [from, to] = [aSpec(s), aSpec(s)];
    s.model.typed(from.id, s.word);
    const link = `See [${s.word}](../${refOf(to)}/README.md), by ${s.word}.`;
    save(s, from, from.text.replace('## Solution\n', `## Solution\n\n${link}\n`), `a link to ${refOf(to)}`);
  },
  move: ({ world, place, ...s }) => {
    const { path } = aSpec({ world, place, ...s });
    const folder = path.replace('/README.md', '');
    if (s.chance.isOneIn(2)) return void world.git(place, 'mv', folder, `${folder}-${s.word}`);
    renameSync(join(place.root, folder), join(place.root, `${folder}-${s.word}`));
    world.said(place, `mv ${folder} ${folder}-${s.word}`);
  },
  begin: ({ world, place, word }) => {
    const folder = join(place.root, `specs/${word.slice(1)}-${word}`);
    mkdirSync(folder, { recursive: true });
    const lines = [
      '---',
      'status: planned',
      '---',
      '',
      `# ${word}`,
      '',
      '## Problem',
      '',
      `Begun ${word}.`,
      '',
    ];
    writeFileSync(join(folder, 'README.md'), lines.join('\n'));
    world.said(place, `# by hand, ${folder}: a spec without an id`);
  },
  read: (s) => {
    const document = aSpec(s);
    s.read.set(document.id, document);
    s.world.said(s.place, `# reads ${document.path}`);
  },
  save: (s) => {
    const [old] = [...s.read.values()];
    if (old === undefined) return;
    s.read.delete(old.id);
    const now = s.world.documents(s.place).find(({ id }) => id === old.id);
    if (now === undefined) return;
    overwrite(s, now, old.text);
  },
  stale: (s) => {
    const now = aSpec(s);
    const texts = (s.earlier.get(now.id) ?? []).slice(-5);
    if (texts.length > 0) overwrite(s, now, s.chance.pick(texts));
  },
};

/**
 * Writes a document as somebody read it earlier, with or without an edit. What was recorded since then is not lost without a word.
 * Fields alone may have been set back by hand.
 */
function overwrite(s: Scene, now: Document, old: string): void {
  allowFields(s, now.id, old);
  const isEdited = s.chance.isOneIn(2);
  if (isEdited) s.model.typed(now.id, s.word);
  else s.model.rewritten(now.id);
  const text = isEdited ? old.replace('## Problem\n', `## Problem\n\nRewritten ${s.word}.\n`) : old;
  save(s, now, text, `the whole file as it was read${isEdited ? `, with ${s.word}` : ''}`);
}

/** Formats a document as tools do: signs of lists, emphasis, escapes, line breaks, blank lines and quotes. */
function formatted(text: string, chance: SeededRandom): string {
  const end = text.indexOf('\n---\n', 3) + 5;
  const head = text.slice(0, end).replace(/^(priority|status|reviewer): (\w[\w-]*)$/gm, '$1: "$2"');
  const ways: readonly ((body: string) => string)[] = [
    (body) => body.replace(/^- /gm, '* '),
    (body) => body.replace(/(?<![*\w])\*(\w+)\*(?![*\w])/g, '_$1_'),
    (body) => body.replace(/(?<=[a-z])_(?=[a-z])(?![^`\n]*`)/g, '\\_'),
    (body) =>
      body.replace(/^(?!#)(.{40,60}) (?=\S)/gm, (_, line: string) =>
        /^\s*[-*+] /.test(line) ? `${line}\n  ` : `${line}\n`,
      ),
    (body) => body.replace(/^(#+ .*)\n(?!\n)/gm, '$1\n\n').replace(/\n{3,}/g, '\n\n'),
    (body) => body.replace(/^((?:- .*\n)+)(?=\S)/gm, '$1\n'),
  ];
  const body = ways.reduce((done, way) => (chance.isOneIn(2) ? way(done) : done), text.slice(end));
  return (chance.isOneIn(2) ? head : text.slice(0, end)) + body;
}

function takesBack(s: Scene, id: string, old: string, now: string): void {
  allowFields(s, id, old);
  s.model.dropped(wordsOnlyIn(now, old));
}

function allowFields({ model }: Scene, id: string, old: string): void {
  for (const field of [
    'status',
    'priority',
    'reviewer',
    'assignee',
    'completed',
    'tags',
    'depends_on',
    'related',
    'part_of',
  ]) {
    const members = fieldIn(old, field)
      ?.replace(/^\[(.*)\]$/, '$1')
      .replaceAll(', ', ',');
    model.set(id, field, members ?? null);
  }
}

function wordsOnlyIn(now: string, old: string): readonly string[] {
  const words = now.match(/\bw\d+\b/g) ?? [];
  const ticks = (now.match(/^[-*] \[x\] .*$/gm) ?? []).map((line) => line.slice(2));
  const added = (now.match(/^[-*] \[.\] w\d+$/gm) ?? []).map((line) => line.slice(4));
  return [...words, ...ticks, ...added].filter((word) => !old.includes(word));
}

const GIT: Readonly<Record<string, Step>> = {
  stash: (s) => s.world.git(s.place, 'stash', '-q'),
  stashAll: (s) => s.world.git(s.place, 'stash', '-q', '-u'),
  pop: (s) => {
    if (s.world.ask(s.place, 'stash', 'list').stdout === '') return undefined;
    const { isDone } = s.world.git(s.place, 'stash', 'pop', '-q');
    return isDone ? undefined : settlePop(s);
  },
  reset: (s) => s.world.git(s.place, 'reset', '-q', '--hard'),
  restore: (s) => s.world.git(s.place, 'restore', aSpec(s).path),
  branch: (s) => s.world.git(s.place, 'switch', '-q', '-c', `b-${s.word}`),
  switch: (s) => {
    const local = others(s).filter((name) => !name.includes('/'));
    if (local.length > 0) s.world.git(s.place, 'switch', '-q', s.chance.pick(local));
  },
  merge: (s) => meeting(s, (other) => s.world.git(s.place, 'merge', '-q', '--no-edit', other).isDone),
  squash: (s) =>
    meeting(s, (other) => s.world.git(s.place, 'merge', '-q', '--squash', other).isDone && commit(s)),
  rebase: (s) => meeting(s, (other) => s.world.git(s.place, 'rebase', '-q', other).isDone),
  pick: (s) => meeting(s, (other) => s.world.git(s.place, 'cherry-pick', other).isDone),
  commitAll: (s) => (s.world.git(s.place, 'add', '-A'), commit(s)),
  commitChanged: (s) => leaking(s, () => commit(s, '-a')),
  commitPath: (s) => leaking(s, () => commit(s, aSpec(s).path)),
  commitStaged: (s) => leaking(s, () => (s.world.git(s.place, 'add', 'specs'), commit(s))),
  amend: (s) => !isPublished(s) && leaking(s, () => commit(s, '-a', '--amend')),
  push: (s) => s.world.git(s.place, 'push', '-q', 'origin', 'HEAD'),
  pull: (s) =>
    clean(s) &&
    (s.world.git(s.place, 'pull', '-q', '--no-edit', '--no-rebase', 'origin', 'main').isDone || settle(s)),
};

/**
 * Resolves the conflicts of a popped stash with later changes in the same way as after a merge. Git keeps the stash after a
 * conflict.
 */
async function settlePop(s: Scene): Promise<void> {
  const open = s.world.ask(s.place, 'diff', '--name-only', '--diff-filter=U').stdout.trim();
  if (open === '') return;
  await s.tool('resolve');
  const left = s.world
    .ask(s.place, 'diff', '--name-only', '--diff-filter=U')
    .stdout.split('\n')
    .filter(Boolean);
  for (const file of left) s.world.git(s.place, 'checkout', '-q', '--theirs', '--', file);
  s.world.git(s.place, 'add', '-A');
  s.world.git(s.place, 'reset', '-q');
  s.world.git(s.place, 'stash', 'drop', '-q');
}

function isPublished({ world, place }: Scene): boolean {
  return world.ask(place, 'merge-base', '--is-ancestor', 'HEAD', 'origin/main').status === 0;
}

/**
 * Commits open changes before a merge or rebase, because git usually requires that. @returns false if that is not possible.
 */
function clean(s: Scene): boolean {
  if (s.world.underWay(s.place) !== undefined) return false;
  if (s.world.ask(s.place, 'status', '--porcelain').stdout === '') return true;
  s.world.git(s.place, 'add', '-A');
  return commit(s);
}

async function meeting(s: Scene, meet: (other: string) => boolean): Promise<void> {
  const names = others(s);
  if (names.length === 0 || !clean(s)) return;
  const other = s.chance.pick(names);
  // There is nothing to integrate if the other branch is already part of this branch.
  if (s.world.ask(s.place, 'merge-base', '--is-ancestor', other, 'HEAD').status === 0) return;
  if (!meet(other)) await settle(s);
}

/**
 * Runs `make`, which makes a commit. Without hooks, the commit lacks the records: in one of four cases they stay uncommitted,
 * which is a known loss; otherwise a second commit adds them.
 */
function leaking(s: Scene, make: () => boolean): boolean {
  const isMade = make();
  if (!isMade || s.world.setting.hooks) return isMade;
  if (s.chance.isOneIn(4)) s.model.isLeaky = true;
  else {
    s.world.git(s.place, 'add', '.spectool');
    commit(s);
  }
  return isMade;
}

/** How often each step is chosen, relative to other steps; 1 by default. */
const OFTEN: Readonly<Record<string, number>> = {
  ...{ note: 2, check: 2, tag: 2, claim: 2, rename: 2, text: 2, save: 2, read: 2, stale: 4, format: 2 },
  ...{
    stash: 2,
    pop: 2,
    branch: 3,
    switch: 4,
    merge: 4,
    rebase: 2,
    push: 2,
    pull: 2,
    commitAll: 3,
    commitChanged: 2,
  },
};

/** Returns a random step; steps that people take often are more likely. */
export function aStep(chance: SeededRandom): Step {
  const kind = chance.below(100);
  const steps = Object.entries(kind < 45 ? TOOL : kind < 60 ? HAND : GIT);
  return chance.pick(steps.flatMap(([name, step]) => Array.from({ length: OFTEN[name] ?? 1 }, () => step)));
}
