import { hookAnswer } from '../../domain/project/assistants.js';
import { asCalled, callNeeds, PROGRAM } from '../../domain/project/programCall.js';
import type {
  AgentInstructions,
  AgentsFacts,
  HookTexts,
  InstructionWriter,
} from '../../ports/shippedAndGeneratedTexts.js';

/** A line in every git hook that spectool writes, by which it recognizes the hook. Hooks edited by a person are not changed. */
const MARK = '# Written by `spectool init --hooks`; `spectool init --no-hooks` takes it away.';
/** Matches the session hook of earlier versions, so that it is replaced: it found spectool only on the PATH. */
const EARLIER_LINE = /^if command -v spectool >\/dev\/null 2>&1; then spectool prime(?: --for [a-z]+)?; fi$/;

const NONE = `no ${PROGRAM} that runs was found, neither in node_modules/.bin, here or above in the repository, nor on the PATH`;
const HOW_TO_HAVE_IT = `Run \`npm install\` where package.json names ${PROGRAM}; otherwise install it as its README says`;

/**
 * Returns shell lines that set `$p` to the program: from the PATH, else from `node_modules` in this folder or a parent folder
 * within the repository, else from the same folder in the main working tree. Nothing is downloaded, and no other folder outside
 * the repository is searched, because anyone could have put a program there.
 * @param place shell expression for the project's folder in the main working tree, whose top is `$m`. The lines expect the top of
 * the current working tree in `$t`.
 */
function finding(place: string): readonly string[] {
  const bin = `node_modules/.bin/${PROGRAM}`;
  return [
    `at() { d=$1; while [ -n "$d" ]; do command -v "$d/${bin}" && break; [ "$d" = "$2" ] && break; d=\${d%/*}; done; }`,
    `p=$(command -v ${PROGRAM} || at "$(pwd -P)" "$t")`,
    'm=$(git rev-parse --git-common-dir 2>/dev/null)',
    `case $m in /*/.git) m=\${m%/.git}; [ -n "$p" ] || p=$(at ${place} "$m") ;; esac`,
  ];
}

/** The texts of hooks. They contain no absolute paths, because assistants' settings are committed and used on other machines. */
export const hookTexts: HookTexts = {
  sessionCommand: ({ name, sessionHook }) => {
    const prime = sessionHook?.answer === undefined ? 'prime' : `prime --for ${name}`;
    const none = `\`${PROGRAM} prime\` could not be run: ${NONE}. ${HOW_TO_HAVE_IT}.`;
    return [
      't=$(git rev-parse --show-toplevel 2>/dev/null || pwd -P)',
      ...finding('"$m/$(git rev-parse --show-prefix)"'),
      `[ -n "$p" ] && exec "$p" ${prime}`,
      `echo ${quoted(sessionHook === undefined ? none : hookAnswer(sessionHook, none))}`,
    ].join('; ');
  },
  isSessionCommand: (command, assistant) =>
    EARLIER_LINE.test(command) || command === hookTexts.sessionCommand(assistant),
  runsPrime: (command) => /\bspectool\b.*\bprime\b/.test(command),
  isGitHook: (text) => text.includes(MARK),
  gitHooks: (hook, prefix) => {
    const found = finding(`"$m"/${quoted(prefix)}`);
    if (hook === 'post-commit')
      return [
        gitHook(
          prefix,
          [
            '# `git commit PATH` commits from an index of its own, and records that went along are not in the real one.',
          ],
          [INDEX, 't=$(pwd -P)'],
          [...found, '[ -n "$p" ] && "$p" stage-records --after-commit >/dev/null', 'exit 0'],
        ),
      ];
    if (hook === 'commit-msg') {
      const commitMessageHook = (message: string, named: readonly string[], asked: string) =>
        gitHook(
          prefix,
          [
            '# Adds `Spec: …` for the one spec that you hold here, unless the message has such a line. Never fails a commit.',
          ],
          [INDEX, 'f=$1', 'case $f in /*) ;; *) f=$(pwd -P)/$f ;; esac', 't=$(pwd -P)'],
          [
            'git diff --cached --quiet -- . && exit 0',
            `${message}=$(sed '/>8 -/,$d' "$f" | git stripspace -s)`,
            `case $${message} in '' | fixup!* | squash!* | amend!*) exit 0 ;; esac`,
            ...named,
            ...found,
            `[ -n "$p" ] && s=$(${asked} 2>/dev/null) && [ -n "$s" ] || exit 0`,
            'git interpret-trailers --in-place --no-divider --if-exists doNothing --trailer "Spec: $s" "$f"',
            'exit 0',
          ],
        );
      return [
        commitMessageHook('text', [], `printf '%s\\n' "$text" | "$p" commit-spec --message -`),
        commitMessageHook(
          'm',
          [`printf '%s\\n' "$m" | grep -qiE '^[[:space:]*+>-]*spec:' && exit 0`],
          '"$p" commit-spec',
        ),
      ];
    }
    const none = [
      '# What a shell answers for a program that it cannot run.',
      'case ${r:-127} in 126 | 127) ;; *) exit "$r" ;; esac',
      `echo ${quoted(`pre-commit: specs were not checked, since \`${PROGRAM} validate\` could not be run: ${NONE}.`)} >&2`,
      `echo ${quoted(`${HOW_TO_HAVE_IT}, then commit again. \`git commit --no-verify\` commits without the check.`)} >&2`,
      'exit 127',
    ];
    const about =
      '# No commit while specs are wrong. It looks at the files as they are, not at what is staged.';
    const unstaged = 'git diff --cached --quiet && exit 0';
    const withRecords = (validate: string): string =>
      gitHook(
        prefix,
        ['# Records of staged documents go along.', about],
        [INDEX, 't=$(pwd -P)'],
        [unstaged, ...found, `[ -n "$p" ] && { "$p" stage-records && "$p" ${validate}; r=$?; }`, ...none],
      );
    return [
      withRecords('validate --severity error'),
      withRecords('validate'),
      gitHook(
        prefix,
        [about],
        ['t=$(pwd -P)'],
        [unstaged, ...found, '[ -n "$p" ] && { "$p" validate; r=$?; }', ...none],
      ),
      gitHook(
        prefix,
        [about],
        [],
        [
          unstaged,
          'if command -v spectool >/dev/null 2>&1; then exec spectool validate; fi',
          "echo 'pre-commit: spectool is not on the PATH; specs were not checked' >&2",
        ],
      ),
    ];
  },
};

/**
 * A shell line that makes `GIT_INDEX_FILE` absolute. Git sets it relative to the top of the working tree, but the hook runs
 * spectool in the project's folder.
 */
const INDEX =
  'case ${GIT_INDEX_FILE:-/} in /*) ;; *) GIT_INDEX_FILE=$(pwd -P)/$GIT_INDEX_FILE; export GIT_INDEX_FILE ;; esac';

function gitHook(
  prefix: string,
  about: readonly string[],
  before: readonly string[],
  work: readonly string[],
): string {
  return [
    '#!/bin/sh',
    MARK,
    ...about,
    ...before,
    `cd ${quoted(prefix === '' ? '.' : `./${prefix}`)} 2>/dev/null && test -f .spectool/config.json || exit 0`,
    ...work,
    '',
  ].join('\n');
}

/** Quotes a text as one word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Version of the text in AGENTS.md. Increase it whenever the text changes. */
const VERSION = 8;

/** The commands listed in AGENTS.md, which an agent needs daily. */
const TOLD: readonly (readonly [name: string, args: string, purpose?: string])[] = [
  ['prime', ''],
  ['board', ''],
  ['search', '"<topic>"'],
  ['list', '--status in-progress'],
  ['view', '<spec>'],
  [
    'create',
    '<name> --priority high --tags a,b --depends-on <spec>',
    'create a spec with the next number; `--body -` takes its text from standard input',
  ],
  ['update', '<spec> --status in-progress'],
  ['update', '<spec> --add-dep <spec> --add-tag web', 'add a dependency and a tag'],
  [
    'claim',
    '<spec>',
    'claim a spec, so that no other actor works on it; `spectool next --claim` claims the best one',
  ],
  ['criteria', '<spec>'],
  [
    'check',
    '<spec> 1 --test "<name>"',
    'tick a criterion that you have verified; the proof is a test, a person (`--by`) or a commit (`--commit`)',
  ],
  ['note', '<spec> "<text>"'],
  ['section', '<spec> "<heading>"', 'print a section; `--set -` and `--append -` write standard input to it'],
  ['next', ''],
  ['deps', '<spec>'],
  ['tokens', '<spec>'],
  ['validate', ''],
  ['history', '<spec>'],
  ['undo', '<event>', 'undo a change, named by its id in `history`, or your newest; `--redo` brings it back'],
  ['archive', '<spec>'],
  ['resolve', ''],
  ['init', ''],
  ['skill install', ''],
];

/** Maps the name of each command to its purpose. */
type CommandPurposes = ReadonlyMap<string, string>;

/** Writes the instructions for agents in AGENTS.md. A test checks that the commands in them exist. */
export class CommandLineInstructions implements AgentInstructions {
  readonly hooks = hookTexts;
  readonly #purposes: () => Promise<CommandPurposes>;
  readonly #program: () => string;

  /** @param program returns how the program is called in the project, such as `npx spectool`. */
  constructor(purposes: () => Promise<CommandPurposes>, program: () => string = () => PROGRAM) {
    this.#purposes = purposes;
    this.#program = program;
  }

  async load(): Promise<InstructionWriter> {
    const purposes = await this.#purposes();
    return { version: VERSION, write: (facts) => instructions(facts, purposes, this.#program()) };
  }
}

function instructions(facts: AgentsFacts, purposes: CommandPurposes, program: string): string {
  const isLong = facts.skillPath === undefined;
  const told = [
    ...head(facts, callNeeds(program)),
    ...(isLong ? [...beforeAnyTask(facts), ...commands(facts, purposes)] : []),
    ...project(facts),
    ...(isLong ? [...method(facts), ...rules(facts)] : []),
  ];
  return [
    '<!-- Written by spectool init and rewritten with every upgrade: write outside this block. -->',
    '',
    ...title(facts),
    ...told.map((line) => asCalled(line, program)),
  ].join('\n');
}

function title({ projectName, description }: AgentsFacts): readonly string[] {
  return [`# ${named(projectName)}`, '', ...(description === undefined ? [] : [paragraph(description), ''])];
}

/**
 * Escapes a project's name, so that the name cannot begin an HTML comment, because HTML comments mark the beginning and the end
 * of spectool's text in the file.
 */
function named(project: string): string {
  return project.replaceAll('<', '&lt;');
}

function head(
  { projectName, specsDir, skillPath }: AgentsFacts,
  needs: readonly string[],
): readonly string[] {
  return [
    `${named(projectName)} keeps its design decisions as specs: short documents in \`${specsDir}/\`, one folder each, managed with the`,
    ['`spectool` command line.', ...needs].join(' '),
    ...(skillPath === undefined
      ? []
      : [
          '',
          'Begin with `spectool prime`: it shows the rules, the specs you hold, what others changed since your last change, and the specs that are ready.',
          `Every step is described in \`${skillPath}\`.`,
        ]),
    '',
  ];
}

/** Escapes text that comes from the project, so that the text cannot begin an HTML comment, heading, list or code block. */
function paragraph(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/^(?=[#>*+=|~`-]|\d+[.)])/, '\\');
}

function beforeAnyTask({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Before any task',
    '',
    '1. `spectool prime` – the rules in short, the specs you hold, what others changed since your last change, and the specs that are ready.',
    '2. `spectool board` – the specs that are planned, in progress and blocked.',
    '3. `spectool search "<topic>"` – is there already a spec on the topic? Try two or three wordings, and read the specs it finds, the closest too:',
    '   `spectool view <spec>`. Archived specs that match are named below the results; `--all` shows them.',
    `4. If a spec matches, work with it. If none does, \`spectool create <name>\` makes one with its number and \`${defaultFile}\`. Never create, copy or rename`,
    '   spec folders by hand.',
    '',
  ];
}

function commands({ exampleRef }: AgentsFacts, purposes: CommandPurposes): readonly string[] {
  const rows = TOLD.map(([name, args, purpose = purposes.get(name) ?? '']) => {
    const line = `spectool ${name} ${args}`.trim().replaceAll('|', '\\|');
    return `| \`${line}\` | ${purpose} |`;
  });
  return [
    '## Commands',
    '',
    '| command | what it does |',
    '|---|---|',
    ...rows,
    '',
    `Name a spec by its number (\`5\`), its folder (\`${exampleRef}\`) or its name (\`user-login\`). Status: planned, in-progress, complete.`,
    'Priority: low, medium, high, critical. `--json` prints one document with its warnings to standard output; errors go to standard error',
    'as `{"error":{"code","message","hint","details"}}`, the last two only if there are any. Exit codes: 0 done (read the warnings),',
    '1 refused, or errors found, 2 wrong usage, 3 the project cannot be used, 4 another command is writing: run it again.',
    '',
  ];
}

/** Returns the section of AGENTS.md about the settings of this project. */
function project({
  specsDir,
  defaultFile,
  exampleFolder,
  templates,
  required,
  customFields,
  collaboration,
}: AgentsFacts): readonly string[] {
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    '## This project',
    '',
    `- A spec is a folder such as \`${exampleFolder}/\` with a \`${defaultFile}\`. Archived ones are in \`${specsDir}/archived/\`.`,
    ...(templates.length === 0
      ? []
      : [`- Templates, for \`spectool create <name> --template <template>\`: ${quoted(templates)}.`]),
    ...(required.length === 0 ? [] : [`- Every spec must also have: ${quoted(required)}.`]),
    ...(customFields.length === 0
      ? []
      : [
          `- Custom fields, set with \`spectool update <spec> --field name=value\`: ${customFields.map(([name, type]) => `\`${name}\` (${type})`).join(', ')}.`,
        ]),
    ...(collaboration
      ? [
          '- Every spec has an assignee and a reviewer: `spectool update <spec> --assignee PERSON --reviewer PERSON`.',
        ]
      : []),
    `- Commit \`${specsDir}/\` and \`.spectool/\` together with the code that they describe. A line \`Spec: 012\` in the message names the spec; \`spectool why <file>:<line>\` finds it from the code.`,
    '',
  ];
}

function method({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Workflow',
    '',
    '| when | do |',
    '|---|---|',
    `| you need a spec and there is none | \`spectool create <name>\`, then write every section of \`${defaultFile}\` below the frontmatter |`,
    '| you share a user with other agents | give your own name to every command: set `SPECTOOL_ACTOR`, or use `--as NAME` |',
    '| you begin to write code | `spectool update <spec> --status in-progress`; where other people or agents work too, `spectool claim <spec>`, which also keeps others off it. If another actor holds it, claim another spec. `spectool release <spec> --status planned` if you stop before it is done |',
    '| you work on it | keep the text up to date; `spectool check <spec> N` when you have verified a criterion; `spectool note` for what you learn |',
    '| you write a test for a criterion | name it by spec and label, `012/AC2` or `test_012_AC2`; after the tests, run `spectool prove <report>` on their JUnit XML |',
    '| every criterion is ticked | `spectool update <spec> --status complete`, then `spectool validate <spec> --strict` |',
    '| git reports a conflict in a spec | `spectool resolve`, edit the conflicts that it leaves, `git add`, `git commit`; `spectool init --merge-driver` avoids most conflicts |',
    '| you have merged branches | `spectool validate`; `--fix` renumbers specs that have the same number |',
    '| a complete spec must change | create a new spec with `--related <spec>`, or reopen it: `spectool update <spec> --status in-progress --force --reason "…"` |',
    '',
    '## When to write a spec',
    '',
    '- Write one for a feature that touches several parts, a breaking change, a large refactoring, or a decision that others must agree to.',
    '- Skip it for bug fixes, trivial changes, and self-explanatory refactorings.',
    '',
    '## Quality',
    '',
    '- Problem in two or three sentences. Solution with Technical Details. Success Criteria as a checklist that another person can test.',
    '  Out of Scope, if a reader might expect more.',
    '- Size: below 2,000 tokens is best, up to 3,500 is good. Above 3,500 consider splitting the spec, above 5,000 split it (`spectool tokens <spec>`).',
    '',
  ];
}

function rules({ defaultFile, specsDir, exampleFolder }: AgentsFacts): readonly string[] {
  return [
    '## Rules',
    '',
    `- Read \`${defaultFile}\` of a spec first. Search \`${specsDir}/\` with \`spectool search\` before you design anything.`,
    '- Create and move specs, and change frontmatter, ticks and notes, by command only. Write the text below the frontmatter by hand, or with',
    '  `spectool section`. Never edit frontmatter or tick checkboxes in the file.',
    '- The status goes planned → in-progress → complete. Change it when the work begins and when it ends, not later.',
    '- Keep specs minimal, and track progress in them, not elsewhere.',
    '',
    '| mistake | instead |',
    '|---|---|',
    `| making \`${exampleFolder}/\` yourself | \`spectool create user-login\` |`,
    '| writing `status: complete` into the file | `spectool update <spec> --status complete` |',
    '| typing `- [x]` into the file | `spectool check <spec> N`, so that the log has the actor, the time and the proof |',
    '| beginning a spec that is blocked | `spectool next`, which lists the specs that are ready |',
    '| keeping two specs about the same thing | `spectool archive <spec>` for the duplicate |',
  ];
}
