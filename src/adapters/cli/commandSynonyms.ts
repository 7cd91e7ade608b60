/**
 * Maps a command line to the words of other programs for which the command line is suggested ("Did you mean …?"). If several
 * command lines list a word, one with `SPEC` is suggested if an argument follows the word, otherwise one without.
 */
export const SYNONYM_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  prime: ['start', 'onboard', 'context', 'begin'],
  init: ['setup', 'install'],
  board: ['overview', 'dashboard', 'summary'],

  ui: ['tui', 'terminal', 'interactive', 'watch', 'live'],
  'export html': ['web', 'serve', 'browser', 'server', 'site', 'www'],
  list: ['all', 'specs'],
  'list --mine': ['mine', 'claims', 'claimed'],
  next: ['pick', 'unblocked', 'available', 'plan'],
  'search "QUERY"': ['query', 'lookup'],
  'view SPEC': ['open', 'read', 'get', 'info', 'print', 'describe', 'files'],
  'deps SPEC': ['graph', 'tree', 'dependencies', 'depends'],
  'tokens SPEC': ['count', 'size', 'cost'],
  stats: ['metrics', 'report', 'statistics'],
  'create NAME': ['add', 'make', 'generate'],
  'create NAME --related SPEC': ['split', 'fork'],
  'claim SPEC': ['start', 'take', 'begin', 'wip', 'grab', 'lock'],
  'update SPEC --status complete': ['complete', 'done', 'finish', 'close', 'resolved'],
  'update SPEC --status in-progress --force --reason TEXT': ['reopen'],
  'update SPEC --status in-progress': ['progress'],
  'update SPEC --assignee PERSON': ['assign', 'delegate', 'handoff', 'handover'],
  'update SPEC --add-tag TAG': ['tag'],
  'update SPEC --add-dep SPEC': ['link', 'block', 'depend'],
  'update SPEC --priority high': ['priority', 'prioritize', 'prioritise'],
  'update SPEC': ['set', 'modify', 'change'],
  'archive SPEC': ['hide', 'shelve'],
  'archive SPEC --outcome rejected --reason TEXT': ['reject', 'cancel', 'wontfix', 'decline', 'abandon'],
  'archive SPEC --outcome deferred --reason TEXT': ['defer', 'postpone', 'park', 'snooze'],
  'archive SPEC --by SPEC --reason TEXT': ['supersede', 'obsolete', 'duplicate'],
  'archive SPEC --undo': ['unarchived'],
  'delete SPEC --reason TEXT': ['remove', 'rm', 'del', 'trash'],
  'rename SPEC NEW-NAME': ['mv', 'move'],
  'rename SPEC --title TEXT': ['title', 'retitle'],
  'rename SPEC --number N': ['number'],
  'release SPEC': ['unclaim', 'unassign', 'drop', 'unlock'],
  'criteria SPEC': ['tasks', 'checklist', 'todo', 'ac'],
  'check SPEC 1': ['tick', 'mark'],
  'check SPEC 1 --undo': ['untick', 'unmark'],
  'approve SPEC': ['sign-off', 'signoff', 'lgtm', 'approval'],
  'review SPEC': ['reviews', 'diff', 'approvals'],
  'retire SPEC LABEL --reason TEXT': ['strike', 'drop-criterion'],
  'note SPEC TEXT': ['add-note', 'comment', 'notes', 'remark', 'journal'],
  'section SPEC "Success Criteria" --set -': [
    'remove-criterion',
    'delete-criterion',
    'edit-criterion',
    'move-criterion',
    'rm-criterion',
    'update-criterion',
    'set-criteria',
    'reword',
    'reorder',
  ],
  'section SPEC HEADING': ['sections', 'replace', 'append', 'write'],
  'edit SPEC': ['vi', 'vim', 'nano', 'emacs', 'code'],
  'history SPEC': ['commits', 'events', 'changes', 'audit', 'blame'],
  undo: ['revert', 'rollback'],
  resolve: ['merge', 'fix'],
  compact: ['gc', 'pack'],
  'board --remote': ['remote', 'synchronize'],
  validate: ['doctor', 'verify', 'fsck'],
  'skill install': ['skill', 'skills'],
  'config list': ['settings', 'preferences'],
  'config get templates': ['templates', 'template'],
  'init --hooks': ['hooks', 'hook'],
  '--version': ['version'],
};

/**
 * Maps a task that takes several commands, such as `split`, to the end of the hint for it. `usageErrors.ts` puts "Run" and the
 * first command before it.
 */
export const STEPS: Readonly<Record<string, string>> = {
  split:
    'for each part, with the text and criteria of that part. Next, `spectool deps SPEC --reverse` lists the specs that depend on SPEC; change each with `update --add-dep` and `--remove-dep`. Then run `spectool archive SPEC --by PART --reason TEXT`',
};

/** Maps each removed command or flag to a sentence on what to do instead (docs/adr/0009-simpler-rules.md). */
export const REMOVED: Readonly<Record<string, string>> = {
  'board --watch': '`spectool ui` shows every change at once.',
  'board --as-of':
    '`spectool history --since TIME` shows the changes, `spectool view SPEC --as-of TIME` a spec as it was, and `spectool stats` the flow of work.',
  'list --watch': '`spectool ui` shows every change at once.',
  'board --fields': '`spectool board --json` has the fields; `spectool list --fields` shows the named ones.',
  'next --fields': '`spectool next --json` has the fields; `spectool list --fields` shows the named ones.',
  'search --fields':
    '`spectool list --fields NAMES --where tag=NAME` shows fields of the specs that a condition selects.',
  'search --explain': '`spectool search QUERY --full` shows the words that match in each spec.',
  'validate --format sarif':
    '`--format github` prints annotations, and `--json` all findings for other programs.',
  'deps --format dot': '`--format mermaid` prints a graph, and `--json` nodes and edges for other programs.',
  'view --similar': '`spectool search "TITLE"` finds specs by meaning.',
  'deps --all': '`spectool deps --json` has every spec.',
  'approve --withdraw':
    '`spectool undo EVENT` withdraws an approval; `spectool review SPEC` shows its event.',
  'review --budget': '`spectool review SPEC` shows all changes; with --json they are complete.',
  'why --all': '`spectool why PATH --json` has all commits and specs.',
  'trace --matrix':
    '`spectool criteria SPEC` and `spectool list --fields number,proof` show the states of criteria; the page of `spectool export html` has the matrix.',
  'trace --markdown': '`spectool export markdown` writes a report of the project.',
  'export html --redact': 'The page contains the names of people; publish it only where they may be read.',
  'export json --redact':
    '`spectool export json` contains the names of people; remove those fields with a program such as jq.',
  'update --map':
    '`spectool update --where status=WORD --status STATUS --force --reason TEXT` replaces a status word.',
  'import --in-place': '`spectool adopt PATH` makes specs of documents where they are.',
  'import --only': '`spectool import SOURCE PATH` takes the documents of one folder or file.',
  'import --sections':
    '`spectool config set sections.recommended Context Decision` sets the recommended sections.',
  'import --status':
    '`--map none=complete` is for documents without a status; `--map WORD=STATUS` for each unknown word.',
  'update --add-related': '`spectool update SPEC --related SPEC,…` sets all related specs.',
  'update --remove-related': '`spectool update SPEC --related SPEC,…` sets all related specs.',
  'update --add-code': '`spectool update SPEC --code PATTERN,…` sets all patterns.',
  'update --remove-code': '`spectool update SPEC --code PATTERN,…` sets all patterns.',
  'create --no-git': '`spectool rename SPEC --number N` gives a spec the number of your choice.',
  'create --no-similar': 'A warning of similar specs changes nothing.',
  'deps --depth': '`spectool deps SPEC` shows the whole tree; `spectool view SPEC` the next specs only.',
  'search --brief':
    '`spectool search QUERY --json` is for programs; `spectool list` prints one line per spec.',
  'tokens --sections': '`spectool tokens SPEC` shows the sections of one spec.',
  'tokens --file': '`spectool tokens SPEC` shows the files of one spec.',
  'tokens --sort': '`spectool tokens` lists the largest specs first.',
  'tokens --reverse': '`spectool tokens` lists the largest specs first.',
  'tokens --limit': '`spectool tokens` lists the largest specs first.',
  'section --expect':
    '`replaceSection` of the library takes the digest; the log keeps what a change replaced.',
  'check --commit': '`--by TEXT` names what shows that the criterion is met, such as a commit.',
  'export html --open': 'Open the file that the command prints in your browser.',
  'prime --budget': '`spectool prime` prints at most 1,000 tokens.',
  'import --no-history': '`spectool import` reads the history from git where there is one.',
  'update --lock-timeout':
    'The environment variable SPECTOOL_LOCK_TIMEOUT sets how long to wait, in milliseconds.',
  sync: '`spectool claim`, `spectool release` and `spectool prime` compare your claims with the remote, and `spectool board --remote` shows the claims of other clones. docs/sharing.md says how to remove everything from the remote.',
};

/** Earlier spellings of flags that still work, each with the one of now; after a final `=` stands the value. */
export const OLD_FLAGS: Readonly<Record<string, string>> = {
  'board --unassigned': '--assignee=none',
  'list --unassigned': '--assignee=none',
  'next --unassigned': '--assignee=none',
  'list --archived': '--status=archived',
  'update --created': '--field=created=',
  'update --completed': '--field=completed=',
  'history --actor': '--by=',
  'approve --note': '--reason=',
};

/**
 * Maps each flag known from other programs to the replacements to suggest. The first replacement that the command accepts is
 * suggested; a replacement that does not begin with a dash is a whole command line.
 */
export const SYNONYM_FLAGS: Readonly<Record<string, readonly string[]>> = {
  '--planned': ['--status planned'],
  '--claimed': ['--status in-progress'],
  '--in-progress': ['--status in-progress'],
  '--done': ['--status complete'],
  '--complete': ['--status complete'],
  '--state': ['--status'],
  '--stage': ['--status'],
  '-s': ['--status', '--section'],
  '--label': ['--tag', '--add-tag', '--tags'],
  '--labels': ['--tags', '--tag', '--add-tag'],
  '--tag': ['--add-tag'],
  '-t': ['--tag', '--add-tag', '--tags'],
  '--owner': ['--assignee'],
  '--assigned-to': ['--assignee'],
  '--assign': ['--assignee'],
  '-a': ['--assignee'],
  '--user': ['--as'],
  '--author': ['--by', '--as'],
  '--prio': ['--priority'],
  '-p': ['--priority'],
  '--name': ['--title'],
  '--description': ['--body'],
  '--content': ['--body'],
  '--text': ['--body'],
  '-m': ['--reason', '--body'],
  '--message': ['--reason', '--body'],
  '--comment': ['--reason'],
  '--why': ['--reason'],
  '--note': ['note SPEC TEXT'],
  '--deps': ['--depends-on', '--add-dep'],
  '--depends': ['--depends-on', '--add-dep'],
  '--blocked-by': ['--depends-on', '--add-dep'],
  '--needs': ['--depends-on', '--add-dep'],
  '--filter': ['--where'],
  '--query': ['--where'],
  '--count': ['--limit'],
  '--max': ['--limit'],
  '--top': ['--limit'],
  '-n': ['--limit', '--dry-run'],
  '--order': ['--sort'],
  '--order-by': ['--sort'],
  '--sort-by': ['--sort'],
  '--format': ['--json'],
  '--output': ['--json'],
  '-o': ['--json'],
  '--preview': ['--dry-run'],
  '--what-if': ['--dry-run'],
  '--superseded-by': ['--by'],
  '--replaced-by': ['--by'],
  '--as-user': ['--as'],
  '-C': ['--cwd'],
  '--dir': ['--cwd'],
};
