import type { Spectool } from '../../../application/spectool.js';
import { nextStatuses, PRIORITIES, STATUSES } from '../../../domain/fields/statusAndPriority.js';
import { isSamePerson, personText } from '../../../domain/value/person.js';
import type { SpecView } from '../../../domain/spec/specView.js';

/** An item that the user can choose in a question of `ui`. */
export interface Choice {
  readonly label: string;
  readonly value: string;
  readonly isTicked?: boolean;
}

/** What an action of `ui` can do: ask the user, run a command line, show lines. */
export interface Desk {
  readonly spectool: Spectool;
  /** Returns the reference by which command lines name the spec. */
  nameOf(spec: SpecView): string;
  /** Runs a command line and shows its output. */
  run(...words: readonly string[]): Promise<void>;
  /** Runs a command line and returns its output instead of showing it. */
  answer(...words: readonly string[]): Promise<string>;
  /** Shows a sentence where the output of commands is shown. */
  tell(text: string): void;
  /** Runs a command line that needs the whole terminal, such as an editor. */
  runOutside(...words: readonly string[]): Promise<void>;
  /** Asks for a line of text; undefined if the user cancels. */
  askText(title: string, given?: string): Promise<string | undefined>;
  choose(title: string, choices: readonly Choice[], at?: string): Promise<string | undefined>;
  /** Lets the user tick several items; returns the values of the ticked ones. */
  tick(title: string, choices: readonly Choice[]): Promise<readonly string[] | undefined>;
}

/** An action of `ui`: its key, its description for the help, and the function that runs. */
export interface UiAction {
  readonly key: string;
  readonly words: string;
  /** Runs the action; `spec` is the selected one. */
  readonly run: (desk: Desk, spec: SpecView) => Promise<void>;
}

/** The keys that work without a selected spec. */
const BOARD_ACTIONS: readonly Omit<UiAction, 'run'>[] = [
  { key: '/', words: 'filter by words of number, title and tags' },
  { key: ':', words: 'run a spectool command; Tab completes' },
  { key: 'N', words: 'create a spec' },
  { key: 'u', words: 'undo your newest change' },
  { key: '?', words: 'this help' },
  { key: 'q', words: 'quit' },
];

export const SPEC_ACTIONS: readonly UiAction[] = [
  {
    key: 's',
    words: 'set the next status',
    run: async (desk, spec) => {
      const [next] = nextStatuses(spec.status);
      // If another actor holds the spec, let the user choose the status instead of setting it at once.
      if (next === undefined || holderOf(desk, spec) !== undefined) return setStatus(desk, spec);
      await desk.run('update', desk.nameOf(spec), '--status', next);
    },
  },
  { key: 'S', words: 'choose a status', run: setStatus },
  { key: 'c', words: 'claim', run: (desk, spec) => desk.run('claim', desk.nameOf(spec)) },
  { key: 'r', words: 'release', run: (desk, spec) => desk.run('release', desk.nameOf(spec)) },
  { key: 'x', words: 'tick or untick criteria', run: tickCriteria },
  { key: 'a', words: 'add a criterion', run: told('Criterion', 'add-criterion') },
  { key: 'n', words: 'add a note', run: told('Note', 'note') },
  {
    key: 'p',
    words: 'choose the priority',
    run: async (desk, spec) => {
      const priority = await desk.choose('Priority', PRIORITIES.map(choice), spec.priority);
      if (priority !== undefined) await desk.run('update', desk.nameOf(spec), '--priority', priority);
    },
  },
  { key: 't', words: 'change the tags', run: list('Tags', '--tags', ({ tags }) => tags) },
  { key: 'd', words: 'choose the dependencies', run: chooseDependencies },
  { key: 'w', words: 'choose who works on it', run: assign },
  { key: 'A', words: 'approve the text', run: approve },
  {
    key: 'R',
    words: 'show what changed since your approval',
    run: (desk, spec) => desk.run('review', desk.nameOf(spec)),
  },
  { key: 'e', words: 'edit in your editor', run: (desk, spec) => desk.runOutside('edit', desk.nameOf(spec)) },
  { key: 'g', words: 'show the dependencies', run: (desk, spec) => desk.run('deps', desk.nameOf(spec)) },
];

/** Asks the user of `ui` for title and type, and creates a spec. */
export async function createSpec(desk: Desk): Promise<void> {
  const title = await desk.askText('Title of the new spec');
  if (title === undefined || title.trim() === '') return;
  const types = await desk.spectool.completeWords.execute({ kind: 'templates' });
  const type = types.length < 2 ? undefined : await desk.choose('Template', types.map(choice), 'default');
  if (types.length >= 2 && type === undefined) return;
  await desk.run('create', title, ...(type === undefined ? [] : ['--template', type]));
}

/** Undoes the newest change of the actor who runs `ui`, if the user confirms. */
export async function undoNewest(desk: Desk): Promise<void> {
  const answer = await desk.choose('Undo your newest change?', ['undo it', 'keep it'].map(choice));
  if (answer === 'undo it') await desk.run('undo');
}

async function approve(desk: Desk, spec: SpecView): Promise<void> {
  const title = `Approve the text of ${desk.nameOf(spec)}?`;
  const answer = await desk.choose(title, ['approve', 'cancel'].map(choice));
  if (answer === 'approve') await desk.run('approve', desk.nameOf(spec));
}

async function chooseDependencies(desk: Desk, spec: SpecView): Promise<void> {
  const { ref, dependsOn } = spec;
  const specs = await desk.spectool.completeWords.execute({ kind: 'specs' });
  const others = [...new Set([...dependsOn, ...specs])].filter((one) => one !== ref);
  const choices = others.map((one) => ({ ...choice(one), isTicked: dependsOn.includes(one) }));
  const ticked = await desk.tick('Depends on', choices);
  if (ticked === undefined || ticked.join() === dependsOn.join()) return;
  await desk.run('update', desk.nameOf(spec), `--depends-on=${ticked.join()}`);
}

async function assign(desk: Desk, spec: SpecView): Promise<void> {
  const known = await desk.spectool.completeWords.execute({ kind: 'people' });
  const people = [...new Set([desk.spectool.actor, ...known])].map(choice);
  const person = await desk.choose('Assignee', [...people, { label: 'no person', value: '' }], spec.assignee);
  if (person === undefined) return;
  await desk.run(
    'update',
    desk.nameOf(spec),
    ...(person === '' ? ['--unset', 'assignee'] : ['--assignee', person]),
  );
}

function choice(value: string): Choice {
  return { label: value, value };
}

/** Returns the actor who has claimed a spec; undefined if there is none or if it is the user. */
function holderOf({ spectool }: Desk, { claim }: SpecView): string | undefined {
  return claim === undefined || isSamePerson(claim.by, spectool.actor) ? undefined : claim.by;
}

async function setStatus(desk: Desk, spec: SpecView): Promise<void> {
  const holder = holderOf(desk, spec);
  const title = holder === undefined ? 'Status' : `Status (${personText(holder)} works on this spec)`;
  const status = await desk.choose(title, STATUSES.map(choice), spec.status ?? undefined);
  if (status !== undefined) await desk.run('update', desk.nameOf(spec), '--status', status);
}

/** Returns an action of `ui` that asks for a text and passes it to a command. */
function told(title: string, command: string): UiAction['run'] {
  return async (desk, spec) => {
    const text = await desk.askText(title);
    if (text !== undefined && text.trim() !== '') await desk.run(command, desk.nameOf(spec), text);
  };
}

/** Returns an action of `ui` that lets the user edit a list field, such as the tags. */
function list(title: string, flag: string, valuesOf: (spec: SpecView) => readonly string[]): UiAction['run'] {
  return async (desk, spec) => {
    const given = valuesOf(spec).join(', ');
    const text = await desk.askText(title, given);
    if (text !== undefined && text !== given) await desk.run('update', desk.nameOf(spec), `${flag}=${text}`);
  };
}

async function tickCriteria(desk: Desk, spec: SpecView): Promise<void> {
  const { criteria } = await desk.spectool.listCriteria.execute({ spec: spec.path });
  if (criteria.length === 0) {
    desk.tell('There are no criteria. Press a to add one.');
    return;
  }
  const before = new Set(criteria.filter(({ done }) => done).map(({ n }) => String(n)));
  const ticked = await desk.tick(
    'Criteria',
    criteria.map(({ n, text }) => ({
      label: `${String(n)} ${text}`,
      value: String(n),
      isTicked: before.has(String(n)),
    })),
  );
  if (ticked === undefined) return;
  const added = ticked.filter((n) => !before.has(n));
  const removed = [...before].filter((n) => !ticked.includes(n));
  if (removed.length > 0) await desk.run('uncheck', desk.nameOf(spec), ...removed);
  if (added.length === 0) return;
  const proof = await desk.choose('How is it shown?', [
    { label: 'no proof', value: '' },
    { label: 'a test, by its name', value: '--test' },
    { label: 'a person who checked it', value: '--by' },
  ]);
  if (proof === undefined) return;
  const given = proof === '' ? '' : await desk.askText(proof.slice(2));
  if (given === undefined) return;
  await desk.run('check', desk.nameOf(spec), ...added, ...(given === '' ? [] : [proof, given]));
}

/** Returns the lines of the help of `ui`, which list all keys. */
export function helpLines(): readonly string[] {
  const moves = [
    ['arrows, h j k l', 'move; page up, page down, home, end'],
    ['Enter', 'read the spec'],
    ['1 to 9', 'type a suggested command; Enter runs it'],
    ['J, K', 'scroll the text beside the board'],
    ['o', 'show all of the output'],
    ['Escape', 'close a question, the output, then the filter'],
    ['Ctrl-Z, Ctrl-C', 'suspend; quit'],
  ];
  const rows = [...moves, ...[...SPEC_ACTIONS, ...BOARD_ACTIONS].map(({ key, words }) => [key, words])];
  return ['Keys', '', ...rows.map(([key = '', words = '']) => `  ${key.padEnd(16)} ${words}`)];
}

/**
 * Splits a line typed in `ui` into words. Quotes and backslashes work as in a shell; other shell syntax is not interpreted. A
 * program name at the beginning is left out.
 */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = line.matchAll(/'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)|(\s+)|([^\s'"\\]+|\\$)/gsu);
  for (const [, single, double, escaped, blank, plain] of parts) {
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/gu, '$1') ?? escaped ?? plain ?? '');
  }
  if (word !== undefined) words.push(word);
  return words[0] === 'spectool' ? words.slice(1) : words;
}
