import type { ResolveConflictsResult } from '../../../../application/commands/project/resolveConflicts.js';
import type { Spectool, UseCaseRequest } from '../../../../application/spectool.js';
import { plainText } from '../../../../domain/document/documentText.js';
import type { CliContext } from '../../cliContext.js';
import { argument, type Given, choiceFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeJson, safeText } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';

export interface MergedDocument {
  /** The file that the merged text was written to. */
  readonly path: string;
  /** Number of conflicts in the merged text that a person must resolve. */
  readonly conflicts: number;
}

/** Exit code for a failed merge. Git's merge driver is a shell line; after this code, the line runs `git merge-file` instead. */
const NOT_MERGED = 2;

const TAKES = {
  base: argument('BASE'),
  ours: argument('OURS'),
  theirs: argument('THEIRS'),
  path: argument('[PATH]'),
  markerSize: argument('[MARKER SIZE]'),
  oursLabel: argument('[OUR LABEL]'),
  theirsLabel: argument('[THEIR LABEL]'),
  baseLabel: argument('[BASE LABEL]'),
  cleanCode: textFlag('--clean-code CODE', 'the exit code if no conflict remains; 0 by default'),
  conflictCode: textFlag('--conflict-code CODE', 'the exit code if conflicts remain; 1 by default'),
};

/**
 * The merge driver for git: writes the merged text into git's "ours" file; the exit code says whether there are conflicts. Any
 * error exits with `NOT_MERGED`: with the exit code for conflicts, git would expect conflict marks in the unchanged file.
 */
export const mergeDriverCommand = defineCommand<typeof TAKES, 'mergeDocuments', MergedDocument>({
  name: 'merge-driver',
  group: 'Log',
  usedBy: 'git',
  purpose: 'merge two versions of a spec document; git runs this command',
  examples: [['How git runs the merge driver', 'spectool merge-driver %O %A %B %P %L %X %Y %S']],
  takes: TAKES,
  general: ['json'],
  runs: 'mergeDocuments',
  execute: async (given, { context, json }) => {
    try {
      const [clean, conflict] = [exitCode(given.cleanCode, 0), exitCode(given.conflictCode, 1)];
      const request = requestOf(given, context);
      const merged = await projectOf(request.path, context).mergeDocuments.execute(request);
      const { text: whole, conflicts, isLong } = merged;
      context.writeUserFile(given.ours, Buffer.from(whole, request.encoding));
      if (isLong === true)
        context.stderr.write(
          `spectool: ${safeText(request.path ?? given.ours)} is too long to be merged by section, so it has conflict marks. Edit the file by hand.\n`,
        );
      const document: MergedDocument = { path: given.ours, conflicts };
      if (json) context.stdout.write(`${safeJson(document, 2)}\n`);
      return conflicts > 0 ? conflict : clean;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      context.stderr.write(`spectool: ${safeText(why)}\n`);
      return NOT_MERGED;
    }
  },
});

/**
 * Opens the project that contains the document. Tries the folders above the document, the nearest first, because the nearest
 * folders may not exist yet in the working tree.
 */
function projectOf(path = '', context: CliContext): Spectool {
  const parts = path.split('/');
  while (parts.pop() !== undefined && parts.length > 0) {
    try {
      return context.open(parts.join('/'));
    } catch {
      // Try the parent folder.
    }
  }
  return context.open();
}

function requestOf(
  { base: baseFile, ours: oursFile, theirs: theirsFile, path, markerSize, ...told }: Given<typeof TAKES>,
  context: CliContext,
): UseCaseRequest<'mergeDocuments'> {
  // When git runs the command (with `--conflict-code`), a missing file is an error; when a person runs the command, the file
  // counts as empty.
  const bytes = [baseFile, oursFile, theirsFile].map((file) => {
    const read = context.readUserFile(file);
    if (read === undefined && told.conflictCode !== undefined) throw new Error(`${file} cannot be read`);
    return read ?? new Uint8Array();
  });
  // If a text is not valid UTF-8, merge all texts as Latin-1 (one character per byte), because decoding them as UTF-8 would
  // lose bytes.
  const encoding = bytes.some((one) => plainText(one).problem !== undefined) ? 'latin1' : 'utf8';
  const [base = '', ours = '', theirs = ''] = bytes.map((one) => Buffer.from(one).toString(encoding));
  const size = Number(markerSize);
  const baseLabel = labelGiven(told.baseLabel);
  return {
    base,
    ours,
    theirs,
    encoding,
    oursLabel: labelGiven(told.oursLabel) ?? 'HEAD',
    theirsLabel: labelGiven(told.theirsLabel) ?? mergedName(context.environment) ?? 'theirs',
    ...(baseLabel !== undefined && { baseLabel }),
    ...(path !== undefined && path !== '' && { path }),
    ...(Number.isSafeInteger(size) && size > 0 && { markerSize: size }),
  };
}

/**
 * Parses an exit code given as the value of a flag.
 * @throws Error if the value is not a number from 0 to 255.
 */
function exitCode(code: string | undefined, otherwise: number): number {
  if (code === undefined) return otherwise;
  if (/^\d{1,3}$/.test(code) && Number(code) < 256) return Number(code);
  throw new Error(`--clean-code and --conflict-code take a number from 0 to 255, not "${code}"`);
}

/**
 * Returns git's label for a side of the merge, such as a branch name. Undefined if `label` is a placeholder such as `%X`, which
 * git before 2.44 does not replace.
 */
function labelGiven(label: string | undefined): string | undefined {
  return label === undefined || label === '' || /^%[SXY]$/.test(label) ? undefined : label;
}

/**
 * Returns the name of the branch being merged, from the variable `GITHEAD_<id>` that `git merge` sets; undefined unless there is
 * exactly one.
 */
function mergedName(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(environment).filter((name) => name.startsWith('GITHEAD_'));
  return names.length === 1 ? environment[names[0] ?? ''] : undefined;
}

const KEEPS = ['log', 'document'] as const;

export const resolveCommand = defineCommand({
  name: 'resolve',
  group: 'Log',
  usedBy: 'few',
  purpose: 'repair spec documents after a merge',
  details: `
      Without SPEC, resolves the conflicts that a merge left in documents; conflicts that need your decision stay marked. With SPEC,
      repairs a document that is missing changes from its log, for example because a merge took one side: \`--keep log\` writes the missing
      changes into the document; \`--keep document\` keeps the document as it is, and records it as the right version.
    `,
  examples: [
    ['When git stopped with conflicts', 'spectool resolve'],
    [
      'Keep a document as it is, without changes that are only in the log',
      'spectool resolve 12 --keep document',
    ],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    keep: choiceFlag('--keep', KEEPS, 'with SPEC: the correct side, the log (the default) or the document'),
  },
  writes: true,
  runs: 'resolveConflicts',
  run: ({ resolveConflicts }, { specs, ...given }) =>
    resolveConflicts.execute({ ...given, ...(specs.length > 0 && { specs }) }),
  exitCode: ({ conflicts, unstaged }) => (conflicts.length > 0 || unstaged.length > 0 ? 1 : 0),
  render: renderResolved,
});

/**
 * Renders the documents that `resolve` repaired, the documents with conflicts that a person must resolve, and the next git
 * command. No final newline.
 */
function renderResolved(
  { resolved, conflicts, updated, unstaged, next }: ResolveConflictsResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const styled = (path: string) => style.path(safeText(path));
  const lines = [
    ...resolved.map((path) => `Resolved ${styled(path)}${unstaged.includes(path) ? ', not staged' : ''}`),
    ...updated.map((path) => `Updated from the log: ${styled(path)}`),
    ...conflicts.map(({ path, conflicts: left, reason }) => {
      if (reason !== undefined)
        return `${style.error('Left')} ${styled(path)} as it was: ${safeText(reason)}`;
      const what = left === 1 ? 'a conflict' : `${left} conflicts`;
      return `${style.error('Left')} ${what} in ${styled(path)}`;
    }),
  ];
  if (conflicts.length > 0) lines.push(style.quiet('Edit the files listed as "Left" by hand.'));
  if (lines.length === 0) lines.push('Nothing to resolve.');
  if (next.length > 0) lines.push(style.step(`Then: ${safeText(next.join(', then '))}`));
  return lines.join('\n');
}
