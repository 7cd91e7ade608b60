import { hookAnswer } from '../../domain/project/assistants.js';
import { quoteForShell } from '../../domain/value/text.js';
import { asCalled, callNeeds, PROGRAM } from '../../domain/project/programCall.js';
import type { AgentInstructions, AgentsFacts, HookTexts } from '../../ports/shippedAndGeneratedTexts.js';

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

const FINDING_HERE = [
  't=$(git rev-parse --show-toplevel 2>/dev/null || pwd -P)',
  ...finding('"$m/$(git rev-parse --show-prefix)"'),
];

/** Adds the line of the spec `$s` to the commit message in a file. */
const ADD_LINE = 'git interpret-trailers --in-place --no-divider --if-exists doNothing --trailer "Spec: $s"';

/** The words with which `guard` refuses a write; the hook of an assistant recognizes the refusal by them. */
export const REFUSED_WRITE = `${PROGRAM} guard: `;

/** The texts of hooks. They contain no absolute paths, because assistants' settings are committed and used on other machines. */
export const hookTexts: HookTexts = {
  sessionCommand: ({ name, sessionHook }) => {
    const prime = sessionHook?.answer === undefined ? 'prime' : `prime --for ${name}`;
    const none = `\`${PROGRAM} prime\` could not be run: ${NONE}. ${HOW_TO_HAVE_IT}.`;
    return [
      ...FINDING_HERE,
      `[ -n "$p" ] && exec "$p" ${prime}`,
      `echo ${quoted(sessionHook === undefined ? none : hookAnswer(sessionHook, none))}`,
    ].join('; ');
  },
  isSessionCommand: (command, assistant) =>
    EARLIER_LINE.test(command) || command === hookTexts.sessionCommand(assistant),
  guardCommand: [
    ...FINDING_HERE,
    '[ -n "$p" ] || exit 0',
    'o=$("$p" guard 2>&1)',
    // An earlier version also exits with 2, because it does not know the command.
    `case $?$o in 2'${REFUSED_WRITE}'*) printf '%s\\n' "$o" >&2; exit 2 ;; esac`,
    'exit 0',
  ].join('; '),
  runs: (command, line) => new RegExp(`\\b${PROGRAM}\\b.*\\b${command}\\b`).test(line),
  ownHookLine: (hook, prefix) => {
    // The line runs at the top of the working tree, to which git's variables with paths refer.
    const folder = prefix === '' ? '' : ` --cwd ${quoteForShell(prefix)}`;
    if (hook === 'commit-msg')
      return `s=$(sed '/>8 -/,$d' "$1" | git stripspace -s | ${PROGRAM} commit-spec --message -${folder}) && [ -n "$s" ] && ${ADD_LINE} "$1" || true`;
    return `${PROGRAM} stage-records${folder} && ${PROGRAM} validate --staged --severity error${folder}`;
  },
  hasHookLine: (hook, prefix, text) => {
    const command = hook === 'pre-commit' ? 'stage-records' : 'commit-spec';
    const line = new RegExp(`^(?!\\s*#).*\\b${PROGRAM}\\b.*\\b${command}\\b.*$`, 'gm');
    const isHere = (words: string) =>
      prefix === ''
        ? !words.includes('--cwd')
        : words.includes(prefix) || words.includes(quoteForShell(prefix));
    return !hookTexts.isGitHook(text) && (text.match(line) ?? []).some(isHere);
  },
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
      const commitMessageHook = (named: readonly string[]) =>
        gitHook(
          prefix,
          [
            '# Adds `Spec: …` for the one spec that you hold here, unless the message has such a line. Never fails a commit.',
          ],
          [INDEX, 'f=$1', 'case $f in /*) ;; *) f=$(pwd -P)/$f ;; esac', 't=$(pwd -P)'],
          [
            'git diff --cached --quiet -- . && exit 0',
            `text=$(sed '/>8 -/,$d' "$f" | git stripspace -s)`,
            `case $text in '' | fixup!* | squash!* | amend!*) exit 0 ;; esac`,
            ...named,
            ...found,
            `[ -n "$p" ] && s=$(printf '%s\\n' "$text" | "$p" commit-spec --message - 2>/dev/null) && [ -n "$s" ] || exit 0`,
            `${ADD_LINE} "$f"`,
            'exit 0',
          ],
        );
      return [commitMessageHook(SQUASHED), commitMessageHook([])];
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
    const withRecords = (validate: string, records = 'stage-records'): string =>
      gitHook(
        prefix,
        ['# Records of staged documents go along.', about],
        [INDEX, 't=$(pwd -P)'],
        [unstaged, ...found, `[ -n "$p" ] && { "$p" ${records} && "$p" ${validate}; r=$?; }`, ...none],
      );
    return [
      withRecords('validate --staged --severity error', 'stage-records >/dev/null'),
      withRecords('validate --severity error'),
      withRecords('validate'),
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

/** Shell lines that copy the lines `Spec:` of squashed commits, which `git merge --squash` lists, into the message. */
const SQUASHED = [
  '# A squash merge keeps the lines of its commits, unless the message has its own.',
  'q=$(git rev-parse --git-dir)/SQUASH_MSG',
  String.raw`if test -f "$q" && ! printf '%s\n' "$text" | grep -qiE '^[[:space:]0-9.)*+>-]*spec:'; then`,
  String.raw`  sed -n 's/^ *[Ss]pec: *//p' "$q" | while read -r s; do`,
  '    git interpret-trailers --in-place --no-divider --if-exists addIfDifferent --trailer "Spec: $s" "$f"',
  '  done',
  'fi',
];

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
const VERSION = 9;

/** The commands listed in AGENTS.md: those that an agent needs daily, each with a purpose as short as possible. */
const LISTED: readonly (readonly [command: string, purpose: string])[] = [
  ['prime', 'rules, your specs, changes'],
  ['board', 'specs by status'],
  ['list', 'list specs'],
  ['next --claim', 'claim the best spec'],
  ['search "<topic>"', 'find related specs'],
  ['view <spec>', 'show a spec'],
  ['create <name>', 'create a spec'],
  ['update <spec> --status in-progress', 'change fields'],
  ['claim <spec>', 'begin, keep others off'],
  ['criteria <spec>', 'criteria and proof'],
  ['check <spec> 1', 'tick a criterion'],
  ['prove <report>', 'record test results (JUnit)'],
  ['note <spec> "<text>"', 'add a note'],
  ['review', 'what waits for you'],
  ['deps <spec>', 'dependency graph'],
  ['tokens <spec>', 'size in tokens'],
  ['init', 'set up or update'],
  ['skill install', 'install the skill'],
];

/** Writes the instructions for agents in AGENTS.md. A test checks that the commands in them exist. */
export class CommandLineInstructions implements AgentInstructions {
  readonly hooks = hookTexts;
  readonly version = VERSION;
  readonly #program: () => string;

  /** @param program returns how the program is called in the project, such as `npx spectool`. */
  constructor(program: () => string = () => PROGRAM) {
    this.#program = program;
  }

  write(facts: AgentsFacts): string {
    const program = this.#program();
    const parts = facts.skillPath === undefined ? [...beforeAnyTask(facts), ...commands(facts)] : [];
    const rest = facts.skillPath === undefined ? [...workflow(facts), ...rules(facts)] : [];
    const lines = [...head(facts, callNeeds(program)), ...parts, ...project(facts), ...rest];
    return [
      '<!-- Written by spectool init: write outside this block. -->',
      '',
      ...title(facts),
      ...lines.map((line) => asCalled(line, program)),
    ].join('\n');
  }
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

function head({ specsDir, skillPath }: AgentsFacts, needs: readonly string[]): readonly string[] {
  const skill = `Run \`spectool prime\` first, and follow \`${skillPath ?? ''}\`.`;
  return [
    [
      `Design decisions are kept as specs, short documents in \`${specsDir}/\`, managed with \`spectool\`.`,
      ...needs,
      ...(skillPath === undefined ? [] : [skill]),
    ].join(' '),
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
    '1. Run `spectool prime`, `spectool board`.',
    '2. Run `spectool search "<topic>"` with two wordings, then `spectool view <spec>`.',
    `3. If a spec matches, work with it. If none does, \`spectool create <name>\` makes one with its \`${defaultFile}\`. Never create spec files by hand.`,
    '',
  ];
}

function commands({ exampleRef }: AgentsFacts): readonly string[] {
  return [
    '## Commands',
    '',
    '| command | purpose |',
    '|---|---|',
    ...LISTED.map(([command, purpose]) => `| \`spectool ${command}\` | ${purpose} |`),
    '',
    `Name a spec by number (\`5\`), folder (\`${exampleRef}\`) or name (\`user-login\`). Status: planned, in-progress, complete. Priority: low,`,
    'medium, high, critical. `--json` is for programs. Exit code 4: busy, run it again.',
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
  approvals,
}: AgentsFacts): readonly string[] {
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    '## This project',
    '',
    `- A spec is \`${exampleFolder}/${defaultFile}\`; archived ones are in \`${specsDir}/archived/\`.`,
    ...(templates.length === 0
      ? []
      : [`- \`spectool create <name> --template <template>\` takes ${quoted(templates)}.`]),
    ...(required.length === 0 ? [] : [`- Every spec must also have: ${quoted(required)}.`]),
    ...(customFields.length === 0
      ? []
      : [
          `- Custom fields, set with \`spectool update <spec> --field name=value\`: ${customFields.map(([name, type]) => `\`${name}\` (${type})`).join(', ')}.`,
        ]),
    ...(collaboration
      ? ['- Every spec has an assignee: `spectool update <spec> --assignee PERSON --reviewer PERSON`.']
      : []),
    ...(approvals
      ? [
          '- Work begins when a person other than the author has approved the text: `spectool review` lists what waits, `spectool approve <spec>` approves.',
        ]
      : []),
    `- Commit \`${specsDir}/\` and \`.spectool/\` with the code, with a line \`Spec: 012\` in the message.`,
    '',
  ];
}

function workflow({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Workflow',
    '',
    `1. Write every section of \`${defaultFile}\` below the frontmatter. For a review: \`spectool update <spec> --reviewer PERSON\`.`,
    '2. Before coding: `spectool claim <spec> --code src/auth`, which keeps others off and names its files, or `spectool update <spec> --status in-progress`. Shared user: `--as NAME`.',
    '3. Name tests by spec and label of the criterion, `012/AC2` or `test_012_AC2`; run them, then `spectool prove <report>`.',
    '4. Without a test: `spectool check <spec> 1 --by PERSON`.',
    '5. All met: `spectool update <spec> --status complete`. To stop before: `spectool release <spec> --status planned`.',
    '6. After a merge: `spectool validate`.',
    '',
    '## When spectool refuses',
    '',
    '- `CRITERIA_OPEN`: meet, then `check` or `prove` what it lists.',
    '- `ALREADY_CLAIMED`: claim another, `spectool next --claim`.',
    '- `ILLEGAL_TRANSITION`: planned → in-progress → complete; reopen with `--status in-progress --force --reason "…"`.',
    '- `SPEC_NOT_FOUND`, `SPEC_AMBIGUOUS`: use a name it lists.',
    '- `MERGE_CONFLICT`: `spectool resolve`, edit what it leaves, commit.',
    '',
    '## When to write a spec',
    '',
    '- Write one for features across several parts, breaking changes, large refactorings, decisions that need agreement.',
    '- Skip bug fixes, trivial changes, self-explanatory refactorings.',
    '',
    '## Quality and size',
    '',
    '- Problem (2–3 sentences), Solution with Technical Details, Success Criteria (testable checklist), Out of Scope.',
    '- Tokens: below 2,000 optimal, to 3,500 good, to 5,000 consider splitting, above split.',
    '',
  ];
}

function rules({ defaultFile, specsDir, exampleFolder }: AgentsFacts): readonly string[] {
  return [
    '## Rules',
    '',
    `- Read \`${defaultFile}\` first, and check \`${specsDir}/\` before you design.`,
    '- Change frontmatter, ticks, notes and folders by command only; never edit frontmatter by hand.',
    '- Change the status when work begins and ends. Keep it minimal. Track progress in specs.',
    '',
    '| mistake | instead |',
    '|---|---|',
    `| making \`${exampleFolder}/\` | \`spectool create user-login\` |`,
    '| typing `status: complete` | `spectool update <spec> --status complete` |',
    '| typing `- [x]` | `spectool check <spec> 1` |',
    '| beginning a blocked spec | `spectool next` |',
    '| a second spec on one topic | `spectool archive <spec>` |',
  ];
}
