import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SPEC = 'specs/001-user-login/README.md';

/** A change that one branch makes to a spec before the merge. */
export interface BranchChange {
  readonly name: string;
  /** Commands that make the change, run in order. */
  readonly commands?: readonly (readonly string[])[];
  /** Edit of the document's text by hand that makes the change. */
  readonly edit?: (text: string) => string;
}

const update = (...flags: readonly string[]) => ['update', '1', ...flags];
const act = (name: string, ...flags: readonly string[]): BranchChange => ({
  name,
  commands: [update(...flags)],
});

const NOTE: BranchChange = {
  name: 'note',
  edit: (text) => `${text.trimEnd()}\n\n## Notes\n\nAsked the team.\n`,
};
const TEXT: BranchChange = {
  name: 'problem text',
  edit: (text) => text.replace('## Problem\n\n', '## Problem\n\nUsers wait too long.\n\n'),
};
const TICK: BranchChange = {
  name: 'tick',
  edit: (text) => text.replace('- [ ] it is fast', '- [x] it is fast'),
};
const TITLE = act('title', '--title', 'Login of users');
const ARCHIVE: BranchChange = { name: 'archive', commands: [['archive', '1']] };

/** Options that complete a spec. With open criteria, this needs `--force` and a reason. */
const COMPLETE = ['--status', 'complete', '--force', '--reason', 'it works elsewhere'] as const;

/** Changes to a new spec that has only required fields. */
export const FRESH: readonly BranchChange[] = [
  act('start', '--status', 'in-progress'),
  {
    name: 'complete',
    commands: [update('--status', 'in-progress'), update(...COMPLETE)],
  },
  act('assignee', '--assignee', 'kim'),
  act('reviewer', '--reviewer', 'lee'),
  act('priority', '--priority', 'high'),
  act('add tag', '--add-tag', 'auth'),
  act('add dep', '--add-dep', '2'),
  act('relate', '--related', '3'),
  act('custom field', '--field', 'sprint=5'),
  TITLE,
  ARCHIVE,
  NOTE,
  TEXT,
  TICK,
];

/** Changes to a spec that has all fields. */
export const FULL: readonly BranchChange[] = [
  act('complete', ...COMPLETE),
  act('assignee', '--assignee', 'max'),
  act('reviewer', '--reviewer', 'pat'),
  act('priority', '--priority', 'critical'),
  act('add tag', '--add-tag', 'auth'),
  act('remove tag', '--remove-tag', 'web'),
  act('add dep', '--add-dep', '4'),
  act('relate', '--related', '4'),
  act('custom field', '--field', 'sprint=6'),
  TITLE,
  ARCHIVE,
  NOTE,
  TEXT,
  TICK,
];

const edit = (name: string, at: string, made: string): BranchChange => ({
  name,
  edit: (text) => text.replace(at, made),
});
const append = (name: string, lines: string): BranchChange => ({
  name,
  edit: (text) => `${text.trimEnd()}\n${lines}`,
});

/** Hand edits of one spec's text, most of them next to each other. */
export const TEXTS: readonly BranchChange[] = [
  TICK,
  edit('tick of the neighbour', '- [ ] it is safe', '- [x] it is safe'),
  edit('untick', '- [x] it is known', '- [ ] it is known'),
  edit('criterion', '- [x] it is known\n', '- [x] it is known\n- [ ] it is small\n'),
  edit('another criterion', '- [x] it is known\n', '- [x] it is known\n- [ ] it is open\n'),
  append('note of Kim', '- 2026-01-06 (Kim): asked the team\n'),
  append('note of Lee', '- 2026-01-07 (Lee): measured\n'),
  append('section', '\n## Plan\n\nFirst the login.\n'),
  append('another section', '\n## Risks\n\nNobody uses it.\n'),
  edit('problem rewritten', 'Signing in takes three steps.', 'Signing in takes\nfour steps.'),
  edit('solution rewritten', 'One step.', 'One step,\nor two.'),
];

const done = (name: string, ...command: readonly string[]): BranchChange => ({ name, commands: [command] });

/** The same changes as in `TEXTS`, made by commands. */
export const COMMANDS: readonly BranchChange[] = [
  done('tick', 'check', '1', 'it is fast'),
  done('tick of the neighbour', 'check', '1', 'it is safe'),
  done('untick', 'uncheck', '1', 'it is known'),
  done('criterion', 'add-criterion', '1', 'it is small'),
  done('another criterion', 'add-criterion', '1', 'it is open'),
  done('note of Kim', 'note', '1', 'asked the team'),
  done('note of Lee', 'note', '1', 'measured'),
  done('more text', 'section', '1', 'Solution', '--append', 'Then two.'),
  done('and more', 'section', '1', 'Solution', '--append', 'Or three.'),
  done('problem rewritten', 'section', '1', 'Problem', '--set', 'Signing in takes four steps.'),
];

/** Text of the spec before the changes of `TEXTS` and `COMMANDS`. */
export const NOTED: BranchChange = {
  name: 'a criterion that is met, and a note',
  edit: (text) =>
    `${text.replace('it is safe\n', 'it is safe\n- [x] it is known\n').trimEnd()}\n\n## Notes\n\n- 2026-01-05 (Ada): begun\n`,
};

/** Change that sets all fields of a spec. */
export const FILLED: BranchChange = {
  name: 'all fields',
  commands: [
    update(
      ...['--status', 'in-progress', '--assignee', 'kim', '--reviewer', 'lee', '--priority', 'high'],
      ...['--tags', 'web,api', '--depends-on', '2', '--related', '3', '--field', 'sprint=5'],
    ),
  ],
};

export function perform(
  { commands = [], edit }: BranchChange,
  root: string,
  run: (args: readonly string[]) => void,
): void {
  for (const command of commands) run(command);
  if (edit === undefined) return;
  const file = join(root, SPEC);
  const text = readFileSync(file, 'utf8');
  const edited = edit(text);
  if (edited === text) throw new Error(`There is nothing in ${file} to edit.`);
  writeFileSync(file, edited);
}
