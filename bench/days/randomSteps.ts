import { writeFileSync } from 'node:fs';
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
  note: (s) => s.tool('note', refOf(aSpec(s)), s.word),
  criterion: (s) => s.tool('add-criterion', refOf(aSpec(s)), s.word),
  rename: (s) => s.tool('update', refOf(aSpec(s)), '--name', `n-${s.word}`),
  depend: (s) => s.tool('update', refOf(aSpec(s)), '--add-dep', refOf(aSpec(s))),
  relate: (s) => s.tool('update', refOf(aSpec(s)), '--add-related', refOf(aSpec(s))),
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
  format: (s) => {
    const document = aSpec(s);
    s.model.typed(document.id, s.word);
    const text = document.text
      .replaceAll(/^- (?!\[)/gm, '* ')
      .replace('## Solution\n', `## Solution\n\n\nFormatted ${s.word}.\n`);
    save(s, document, text, `formatted, with ${s.word}`);
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
    s.model.typed(old.id, s.word);
    // Saving the old copy overwrites newer changes. The model then counts these as undone by hand, unless spectool detects that
    // the copy is old.
    takesBack(s, old.id, old.text, now.text);
    const text = old.text.replace('## Problem\n', `## Problem\n\nRewritten ${s.word}.\n`);
    save(s, now, text, `the whole file as it was read, with ${s.word}`);
  },
};

function takesBack({ model }: Scene, id: string, old: string, now: string): void {
  for (const field of ['status', 'priority', 'reviewer', 'assignee', 'completed', 'tags']) {
    const members = fieldIn(old, field)
      ?.replace(/^\[(.*)\]$/, '$1')
      .replaceAll(', ', ',');
    model.set(id, field, members ?? null);
  }
  model.dropped(wordsOnlyIn(now, old));
}

function wordsOnlyIn(now: string, old: string): readonly string[] {
  const words = now.match(/\bw\d+\b/g) ?? [];
  const ticks = now.match(/^- \[x\] .*$/gm) ?? [];
  const added = (now.match(/^- \[.\] w\d+$/gm) ?? []).map((line) => line.slice(4));
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
  ...{ note: 2, check: 2, tag: 2, claim: 2, text: 2, save: 2, read: 2 },
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
