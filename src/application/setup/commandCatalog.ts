/** One command as help, AGENTS.md and the docs tell of it. A test holds it against the commands themselves. */
export interface CommandEntry {
  /** Words that name it. */
  readonly name: string;
  readonly group: 'Start' | 'Look' | 'Specs' | 'Log' | 'Tools';
  readonly purpose: string;
  /** What follows the name. */
  readonly usage: string;
}

export const COMMAND_CATALOG: readonly CommandEntry[] = [
  {
    name: 'init',
    group: 'Start',
    purpose: 'create configuration, templates, AGENTS.md and links; safe to run again',
    usage:
      '[-y] [--agent-tools alpha,beta|all|none] [--template NAME] [--skill|--no-skill] [--name PROJECT] [--merge-driver]',
  },
  {
    name: 'board',
    group: 'Look',
    purpose: 'Kanban view of all specs and the health of the project',
    usage: '[--group-by status|priority|assignee|tag] [--tag T] [--assignee A] [--as-of DATE|EVENT]',
  },
  {
    name: 'list',
    group: 'Look',
    purpose: 'list specs with their metadata',
    usage:
      '[--status S,…] [--tag T] [--priority P,…] [--assignee A] [--field k=v] [--archived|--all] [--sort FIELD] [--reverse] [--limit N]',
  },
  {
    name: 'search',
    group: 'Look',
    purpose: 'find specs by meaning, over all their text',
    usage: '"QUERY" [--limit N] [--status S,…] [--tag T] [--all] [--explain]',
  },
  {
    name: 'view',
    group: 'Look',
    purpose: 'show one spec',
    usage: 'SPEC [--raw] [--section HEADING] [--file FILE]',
  },
  {
    name: 'next',
    group: 'Look',
    purpose: 'planned specs that can be started now, best first',
    usage: '[--limit N]',
  },
  {
    name: 'deps',
    group: 'Look',
    purpose: 'what depends on what',
    usage: '[SPEC] [--reverse] [--depth N] [--format tree|mermaid|dot]',
  },
  {
    name: 'tokens',
    group: 'Look',
    purpose: 'size in LLM tokens, with a rating',
    usage: '[SPEC…] [--file FILE] [--sections]',
  },
  { name: 'stats', group: 'Look', purpose: 'throughput, lead and cycle times, ageing', usage: '' },
  {
    name: 'create',
    group: 'Specs',
    purpose: 'create a spec with the next number',
    usage:
      'NAME [--title T] [--template NAME] [--priority P] [--tags a,b] [--assignee A] [--reviewer R] [--depends-on SPEC,…] [--related SPEC,…] [--field k=v] [--body FILE|-] [--no-git]',
  },
  {
    name: 'update',
    group: 'Specs',
    purpose: 'change a spec; the only way its frontmatter changes',
    usage:
      'SPEC [--status planned|in-progress|complete] [--priority P] [--tags a,b] [--add-tag T] [--remove-tag T] [--assignee A] [--reviewer R] [--depends-on SPEC,…] [--add-dep SPEC] [--remove-dep SPEC] [--related SPEC,…] [--add-related SPEC] [--remove-related SPEC] [--field k=v] [--unset FIELD] [--title T] [--created DATE] [--completed DATE] [--force --reason TEXT]',
  },
  {
    name: 'archive',
    group: 'Specs',
    purpose: 'move specs into the archive; their numbers stay taken',
    usage: 'SPEC…',
  },
  { name: 'unarchive', group: 'Specs', purpose: 'bring specs back from the archive', usage: 'SPEC…' },
  {
    name: 'renumber',
    group: 'Specs',
    purpose: 'give a spec another number; every reference follows',
    usage: 'SPEC [--to N]',
  },
  {
    name: 'validate',
    group: 'Tools',
    purpose: 'find everything that is wrong, for people and CI',
    usage: '[SPEC…] [--strict] [--fix] [--format text|github|sarif]',
  },
  {
    name: 'history',
    group: 'Log',
    purpose: 'what happened, newest first',
    usage: '[SPEC] [--limit N] [--since DATE]',
  },
  { name: 'undo', group: 'Log', purpose: 'take a change back, as a new change', usage: '[EVENT]' },
  { name: 'resolve', group: 'Log', purpose: 'mend documents after a merge', usage: '' },
  { name: 'compact', group: 'Log', purpose: 'pack old log files; nothing is lost', usage: '[SPEC…]' },
  { name: 'merge-driver', group: 'Log', purpose: 'merge one document for git', usage: '%O %A %B %P' },
  { name: 'skill install', group: 'Tools', purpose: 'install the Agent Skill file', usage: '[--force]' },
  { name: 'completion', group: 'Tools', purpose: 'print a shell completion script', usage: 'bash|zsh|fish' },
];
