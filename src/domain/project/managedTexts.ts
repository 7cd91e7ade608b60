import { linesOutsideCodeBlocks } from '../document/sections/codeBlocks.js';

/**
 * The git hooks: pre-commit adds records to the commit and refuses it if specs have errors; commit-msg adds the line `Spec:` to
 * the message; post-commit updates git's index.
 */
export const GIT_HOOKS = ['pre-commit', 'commit-msg', 'post-commit'] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

/** Programs that manage git hooks, by the files in the repository's top folder that show their use. */
const MANAGERS: Readonly<Record<string, string>> = {
  '.husky': 'husky',
  '.pre-commit-config.yaml': 'pre-commit',
  'lefthook.yml': 'lefthook',
  '.lefthook.yml': 'lefthook',
  'lefthook.yaml': 'lefthook',
  '.lefthook.yaml': 'lefthook',
  'lefthook.toml': 'lefthook',
  'lefthook.json': 'lefthook',
  '.overcommit.yml': 'overcommit',
  '.simple-git-hooks.json': 'simple-git-hooks',
  '.simple-git-hooks.js': 'simple-git-hooks',
  '.simple-git-hooks.cjs': 'simple-git-hooks',
};

export const MANAGER_FILES = Object.keys(MANAGERS);

/** Returns a text that names the program which manages the hooks in a repository with these files; undefined if there is none. */
export function managerOf([file]: readonly string[]): string | undefined {
  return file === undefined
    ? undefined
    : `${MANAGERS[file] ?? 'another program'} manages the hooks (${file})`;
}

/** The git hook file, and the files and settings that decide who manages the hooks of a repository. */
export interface HookFound {
  /** The git setting `core.hooksPath`: if set, git runs hooks only from that folder. */
  readonly hooksPath?: string;
  /** The files of `MANAGERS` that exist in the top folder of the worktree. */
  readonly files: readonly string[];
  /** The hook file in git's own folder; `other` if it is not a small text file. */
  readonly hook?: { readonly text: string } | 'other';
  /** The text of the file at `placeOfHook`, if it is a small text file. */
  readonly there?: string;
}

/** Returns the file that has the hook: git's own, or where another program or `core.hooksPath` keeps it; from the top folder. */
export function placeOfHook(hook: string, { files: [file], hooksPath }: Omit<HookFound, 'hook'>): string {
  if (file === '.husky') return `${file}/${hook}`;
  if (hooksPath !== undefined) return `${hooksPath}/${hook}`;
  return file ?? `.git/hooks/${hook}`;
}

/**
 * Returns a pattern for spectool's block of text in `.gitattributes`, with wildcards in names escaped and unusual names quoted.
 */
export function attributePattern(folder: string, rest: string): string {
  const pattern = `${escaped(folder)}/**/${escaped(rest)}`;
  if (!/[\s"\\]|^[#!]/.test(pattern)) return pattern;
  // `!` at the beginning is escaped, because it would negate the pattern even within quotes.
  const positive = pattern.startsWith('!') ? `\\${pattern}` : pattern;
  return `"${positive.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(path: string): string {
  return path.replace(/[[\]*?\\]/g, '\\$&');
}

const BEGIN = /^\uFEFF?<!-- spectool:begin(?: v\d+)? -->[ \t]*$/;
const END = /^<!-- spectool:end -->[ \t]*$/;
/** Matches a damaged marker of spectool's block: one that was indented, truncated or followed by text. */
const DAMAGED = /^[\s\uFEFF>]*<!--\s*spectool:(?:begin|end)\b/i;

type BlockPlacement =
  | { readonly kind: 'placed'; readonly text: string; readonly change: 'added' | 'refreshed' | 'unchanged' }
  /** The file does not contain exactly one pair of markers, so it is unclear which text is spectool's block. */
  | { readonly kind: 'unclear'; readonly line: number; readonly reason: string };

interface Line {
  readonly text: string;
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Writes spectool's block between two markers into a text. All other text is the user's and stays unchanged.
 * @param block Markdown with LF line ends, without markers.
 */
export function placeBlock(existing: string, block: string, version: number): BlockPlacement {
  const newline = existing.includes('\r\n') ? '\r\n' : '\n';
  const own = [`<!-- spectool:begin v${String(version)} -->`, block.trim(), '<!-- spectool:end -->']
    .join('\n')
    .replaceAll('\n', newline);
  const lines = linesOutsideCode(existing);
  const begins = lines.filter(({ text }) => BEGIN.test(text));
  const ends = lines.filter(({ text }) => END.test(text));
  const damaged = lines.find(({ text }) => DAMAGED.test(text) && !BEGIN.test(text) && !END.test(text));
  if (damaged !== undefined) return unclear(damaged, 'the marker line was edited');
  const [begin, secondBegin] = begins;
  const [end, secondEnd] = ends;
  if (begin === undefined && end === undefined) {
    return { kind: 'placed', text: `${existing}${gap(existing, newline)}${own}${newline}`, change: 'added' };
  }
  if (secondBegin !== undefined) return unclear(secondBegin, 'the begin marker appears twice');
  if (secondEnd !== undefined) return unclear(secondEnd, 'the end marker appears twice');
  if (begin === undefined) return unclear(end, 'the begin marker is missing');
  if (end === undefined) return unclear(begin, 'the end marker is missing');
  if (end.number < begin.number) return unclear(end, 'the end marker comes before the begin marker');
  const bom = begin.text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = `${existing.slice(0, begin.start)}${bom}${own}${existing.slice(end.end)}`;
  return { kind: 'placed', text, change: text === existing ? 'unchanged' : 'refreshed' };
}

/** Removes spectool's block, and the empty line above it. Returns the same text if there is none, or if its markers are unclear. */
export function withoutBlock(existing: string): string {
  if (placeBlock(existing, '', 1).kind === 'unclear') return existing;
  const lines = linesOutsideCode(existing);
  const begin = lines.find(({ text }) => BEGIN.test(text));
  const end = lines.find(({ text }) => END.test(text));
  if (begin === undefined || end === undefined) return existing;
  const rest = existing.slice(end.end).replace(/^\r?\n/, '');
  return existing.slice(0, begin.start).replace(/(\n)\r?\n$/, '$1') + rest;
}

function unclear(line: Line | undefined, reason: string): BlockPlacement {
  return { kind: 'unclear', line: line?.number ?? 1, reason };
}

/** Returns the line ends that must be added to get one empty line above the block. */
function gap(existing: string, newline: string): string {
  if (existing === '' || existing === '\uFEFF') return '';
  if (!existing.endsWith('\n')) return newline + newline;
  return /\n\r?\n$/.test(existing) ? '' : newline;
}

/** Returns the lines outside code blocks, because a marker in a code block is only an example. */
function linesOutsideCode(text: string): readonly Line[] {
  // `<` is replaced, because the markers are HTML comments, which `linesOutsideCodeBlocks` would skip.
  const scan = linesOutsideCodeBlocks(`${text.replaceAll('<', '.')}\n.`);
  const prose = new Set<number>();
  let next = scan.next();
  for (; next.done !== true; next = scan.next()) prose.add(next.value.line);
  // Lines below a code fence that is never closed are included. Otherwise a block below the fence would not be found, and would
  // be added again each time.
  const open = next.value ?? Infinity;
  return linesOf(text).filter(({ number }) => prose.has(number) || number > open);
}

/** Splits a text into lines without line ends, with their numbers and offsets. */
function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((raw, i) => {
    const bare = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const line = { text: bare, number: i + 1, start, end: start + bare.length };
    start += raw.length + 1;
    return line;
  });
}
