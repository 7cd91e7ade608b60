import type { HookTexts } from '../../ports/agentInstructions.js';

/** Known again by it: a hook that a person has edited is that person's. */
const MARK = '# Written by `spectool init --hooks`; `spectool init --no-hooks` takes it away.';
/** Any that `init` may have written. */
const OWN_LINE = /^if command -v spectool >\/dev\/null 2>&1; then spectool prime(?: --for [a-z]+)?; fi$/;

/** They name the program by a word: a path would be this machine's. Where it is not installed, nothing happens. */
export const hookTexts: HookTexts = {
  sessionCommand: ({ name, sessionHook }) => {
    const prime = sessionHook?.answer === undefined ? 'prime' : `prime --for ${name}`;
    return `if command -v spectool >/dev/null 2>&1; then spectool ${prime}; fi`;
  },
  isSessionCommand: (command) => OWN_LINE.test(command),
  runsPrime: (command) => /\bspectool\b.*\bprime\b/.test(command),
  isGitHook: (text) => text.includes(MARK),
  gitHook: (prefix) => {
    const folder = prefix === '' ? '.' : `./${prefix}`;
    return [
      '#!/bin/sh',
      MARK,
      '# No commit while specs are wrong. It looks at the files as they are, not at what is staged.',
      `cd '${folder.replaceAll("'", String.raw`'\''`)}' 2>/dev/null && test -f .spectool/config.json || exit 0`,
      'git diff --cached --quiet && exit 0',
      'if command -v spectool >/dev/null 2>&1; then exec spectool validate; fi',
      "echo 'pre-commit: spectool is not on the PATH; specs were not checked' >&2",
      '',
    ].join('\n');
  },
};
