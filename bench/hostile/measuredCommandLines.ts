import { commandTable, type ListedCommand } from '../../src/adapters/cli/commandTable.js';

/** Reason why a command is not measured. */
interface LeftOut {
  readonly leftOut: string;
}

/** Command lines to measure for each command; by default its name alone. */
const LINES: Readonly<Partial<Record<ListedCommand['name'], readonly string[] | LeftOut>>> = {
  init: ['init -y', 'init -y --hooks'],
  prime: ['prime', 'prime --since 2020-01-01'],
  ui: { leftOut: 'needs a terminal' },
  board: ['board', 'board --as-of 2026-02-01'],
  list: ['list', 'list --status archived', 'list --where status=unknown'],
  search: ['search word', 'search word status:planned'],
  view: ['view 1', 'view 1 --section nowhere', 'view 1 --similar', 'view 1 --raw'],
  next: ['next', 'next --claim'],
  deps: ['deps', 'deps 1'],
  tokens: ['tokens', 'tokens 1', 'tokens 1-99999'],
  stats: ['stats'],
  trace: ['trace', 'trace --overlap', 'trace --drift', 'trace --matrix'],
  why: ['why', 'README.md'],
  'commit-spec': ['commit-spec'],
  'export html': ['export html --out .page.html'],
  'export markdown': ['export markdown'],
  'export json': ['export json --out .all.json'],
  create: ['create other'],
  import: [
    'import flat .import/adr --map none=planned',
    'import flat .import/adr --map none=planned --apply',
    'import spec-kit .import/kit --map none=planned',
    'import kiro .import --map none=planned',
    'import openspec .import/open --map none=planned',
    'import backlog .import/backlog --map none=planned',
    'import kep .import/kep --map none=planned',
    'import leanspec .import/lean --map none=planned',
    'import json .import/one.jsonl --map none=planned',
    'import json .import/one.jsonl --map none=planned --apply',
  ],
  update: [
    'update 1 --title Other',
    'update 1 --status complete --force --reason a',
    'update 1 --add-tag a',
    'update --where status=planned --priority high',
    'update --where status=planned --status in-progress',
    'update --where status=planned --add-dep 3',
    'update 10-99999 --related 3',
  ],
  archive: ['archive 1', 'archive 1-99999', 'archive 1 --outcome rejected --reason a'],
  unarchive: ['unarchive 2'],
  delete: ['delete 1 --reason a --force'],
  renumber: ['renumber 1'],
  claim: ['claim 1', 'claim 10-99999'],
  release: ['release 3'],
  criteria: ['criteria 1'],
  check: ['check 1 1'],
  uncheck: ['uncheck 1 1'],
  label: ['label 1'],
  prove: ['prove . --all --dry-run --strict'],
  'add-criterion': ['add-criterion 1 another'],
  retire: ['retire 1 1 --reason a'],
  restore: ['restore 1 1'],
  approve: ['approve 1'],
  review: ['review', 'review 1'],
  note: ['note 1 remark'],
  accept: ['accept 1'],
  section: ['section 1 Problem', 'section 1 Problem --append more', 'section 1 Problem --set less'],
  edit: ['edit 1'],
  history: ['history', 'history 1'],
  undo: ['undo'],
  resolve: ['resolve'],
  compact: ['compact'],
  'merge-driver': ['merge-driver .b .o .t'],
  'stage-records': ['stage-records'],
  validate: ['validate', 'validate --fix', 'validate --format sarif'],
  'config get': ['config get specsDir'],
  'config set': ['config set rules.SIZE off'],
  'config unset': ['config unset rules.SIZE'],
  'config list': ['config list'],
  'skill install': ['skill install'],
  completion: { leftOut: 'reads nothing of the project' },
};

export const COMMANDS: readonly string[] = (commandTable as readonly ListedCommand[]).flatMap(({ name }) => {
  const lines = LINES[name] ?? [name];
  return 'leftOut' in lines ? [] : lines;
});
export const LEFT_OUT: readonly string[] = Object.entries(LINES).flatMap(([name, lines]) =>
  'leftOut' in lines ? [`${name}: ${lines.leftOut}`] : [],
);
