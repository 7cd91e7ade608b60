import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ExportProjectResult } from '../../../../application/queries/project/exportProject.js';
import type { Spectool, UseCaseRequest } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { type Given, switchFlag, textFlag, forOne } from '../../flagsAndArguments.js';
import { defineCommand, type SpectoolCommand } from '../../defineCommand.js';
import { filterFlags } from '../../fieldFlags.js';
import { safeBlock, safeJson, safeText } from '../../layout/terminalText.js';

/** The flags of the commands that export the project into one file. */
export const exportFlags = {
  ...filterFlags,
  all: switchFlag('--all', 'export archived specs too'),
};

export const exportAsFlags = ({ scope, ...request }: UseCaseRequest<'exportProject'>): object => ({
  ...request,
  all: scope === 'all',
});

/** Returns the specs that the flags select. */
export function exportedSpecs(
  { exportProject }: Spectool,
  { all, ...given }: Given<typeof exportFlags>,
): Promise<ExportProjectResult> {
  return exportProject.execute({ ...given, scope: all ? 'all' : 'active' });
}

/**
 * Matches the beginning of an exported page, JSON document or Markdown report. Only such a file may be replaced by a new export.
 */
const EXPORT = new RegExp(
  [
    `^<!doctype html>\\r?\\n<html lang="en">\\r?\\n<head>\\r?\\n<meta charset="utf-8">\\r?\\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-`,
    String.raw`^\{"project":"(?:[^"\\]|\\.)*","specs":\[`,
    '^<!-- spectool report -->',
  ].join('|'),
);

/**
 * Writes an export to a file. An existing file is replaced only if it is empty or an earlier export.
 * @throws SpectoolError `WRITE_FAILED` if the export cannot be written; `USAGE` for a path in the specs folder, `.spectool` or a
 * git folder.
 */
export function writeExport(
  command: SpectoolCommand,
  { root, config }: Spectool,
  path: string,
  content: string | Buffer,
): void {
  const { context } = command;
  if (path === '') throw new SpectoolError('USAGE', '--out needs a file name.');
  const place = resolve(path);
  // Check the path both as given and with links resolved, because a link (which can come with a commit) may lead into the specs
  // folder, `.spectool` or a git folder.
  const folder = resolve(context.realFolder(dirname(path)));
  const real = join(folder, basename(path));
  const places = [place, join(context.realFolder(dirname(place)), basename(place)), real];
  const specs = join(root, config.specsDir);
  const own = places
    .map(
      (at) =>
        context.ownFolderOn(at) ?? [specs, context.realFolder(specs)].find((known) => isBelow(known, at)),
    )
    .find((found) => found !== undefined);
  if (own !== undefined)
    throw new SpectoolError('USAGE', `--out: ${path} is in ${own}, where exports are not written.`, {
      hint: 'Choose a file outside that folder.',
    });
  if (isBelow(root, place) && !isBelow(context.realFolder(root), real))
    throw new SpectoolError(
      'OUTSIDE_PROJECT',
      `--out: ${path} leads out of the project through a symbolic link.`,
      {
        hint: 'Choose a file inside the project, or use the path that the link points to.',
      },
    );
  try {
    const left = context.writeUserFile(path, Buffer.from(content), (start) => EXPORT.test(start));
    if (left !== undefined)
      command.notify(
        'note',
        `${left} is probably a temporary file of an interrupted export; you can delete this file.`,
      );
  } catch (error) {
    if (error instanceof SpectoolError) throw error;
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SpectoolError('WRITE_FAILED', `${path} could not be written${why}.`, {
      hint: 'Use --out with a file in an existing folder that you can write to.',
    });
  }
}

/** True if `path` is inside `folder` or is that folder. Ignores upper and lower case, because some file systems do. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder.toLowerCase(), path.toLowerCase()).split(sep);
  return way[0] !== '..' && !isAbsolute(way.join(sep));
}

export const exportJsonCommand = defineCommand({
  name: 'export json',
  group: 'Look',
  purpose: 'write all specs and their history as one JSON document',
  details: `
      Writes every spec with its fields, text, criteria and events. The format is
      \`ExportProjectResult\` in schemas/output.schema.json. As long as no spec changes, the output is always the same.
    `,
  examples: [['The whole project', 'spectool export json --all --out specs.json']],
  takes: {
    ...exportFlags,
    out: forOne(textFlag('--out FILE', 'the file to write; standard output by default')),
  },
  allProjects: true,
  asFlags: exportAsFlags,
  isDocument: true,
  runs: 'exportProject',
  run: async (spectool, { out = '-', ...given }, command) => {
    const result = await exportedSpecs(spectool, given);
    if (out !== '-') writeExport(command, spectool, out, `${safeJson(result)}\n`);
    return result;
  },
  render: (result, terminal, _spectool, { out = '-' }) => {
    if (out !== '-') return `${safeText(out)}: ${String(result.total)} specs`;
    return safeJson(result, terminal.columns === undefined ? undefined : 2);
  },
});

export const exportMarkdownCommand = defineCommand({
  name: 'export markdown',
  group: 'Look',
  purpose: 'report what a branch changed in specs, for a pull request',
  details: `
      Lists the specs that this branch added, changed or deleted since it left BASE: status, criteria, fields and changed sections, and
      the errors and warnings of these specs. The working tree is compared with the commit where the branch left BASE, as in
      \`git diff --merge-base BASE\`, so uncommitted changes count too. As long as no spec changes, the report is always the same.
    `,
  examples: [
    ['What this branch changed', 'spectool export markdown --since main'],
    [
      'A report for a pull request, with links to a code host',
      'spectool export markdown --since HEAD^1 --links https://git.example.org/us/shop/blob/4f2c1e/ --out report.md',
    ],
  ],
  takes: {
    since: textFlag(
      '--since BASE',
      'report the changes since this branch left BASE, which is a branch, tag or commit',
    ),
    out: forOne(textFlag('--out FILE', 'the file to write; standard output by default')),
    links: textFlag(
      '--links URL',
      'the base URL of the project’s files for all links; by default, links begin at the folder of the project',
    ),
  },
  allProjects: true,
  keepsLines: true,
  runs: 'reportProject',
  run: async (spectool, { since, links, out = '-' }, command) => {
    if (since === undefined)
      throw new SpectoolError('USAGE', '--since BASE is missing.', {
        hint: 'Name the branch to merge into, as in `spectool export markdown --since main`.',
      });
    const address = `${links?.replace(/\/?$/, '/') ?? ''}${encodeURI(command.pathBefore)}`;
    const result = await spectool.reportProject.execute({ since, links: address });
    if (out !== '-') writeExport(command, spectool, out, `${result.text}\n`);
    return result;
  },
  render: ({ text, changes }, _terminal, _spectool, { out = '-' }) =>
    out === '-' ? safeBlock(text) : `${safeText(out)}: ${String(changes.length)} changed`,
});
