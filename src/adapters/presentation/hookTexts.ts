import { hookAnswer } from '../../domain/project/assistants.js';
import { PROGRAM } from '../../domain/project/replaceProgramName.js';
import type { HookTexts } from '../../ports/shippedAndGeneratedTexts.js';

/** The line by which spectool recognizes its git hooks. A hook with this line that a person has edited is not changed. */
const MARK = '# Written by `spectool init --hooks`; `spectool init --no-hooks` takes it away.';
/** Matches the session hook that earlier versions wrote, which found spectool only on the PATH. */
const EARLIER_LINE = /^if command -v spectool >\/dev\/null 2>&1; then spectool prime(?: --for [a-z]+)?; fi$/;

const NONE = `no ${PROGRAM} that runs was found, neither in node_modules/.bin, here or above in the repository, nor on the PATH`;
const HOW_TO_HAVE_IT = `Run \`npm install\` where package.json names ${PROGRAM}; otherwise install it as its README says`;

/**
 * Returns shell lines that set `$p` to the program: from the PATH, else from `node_modules` in this folder or a parent folder
 * within the repository, else from the same folder in the main working tree. Nothing is downloaded and nothing outside the
 * repository is used, because anyone could have put a program there.
 * @param place shell words for the project's folder in the main working tree; `$m` in them is the top of that tree. `$t` is the top
 * of the current working tree.
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
