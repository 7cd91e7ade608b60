import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { type Assistant, CHOICES, SUPPORTED } from '../../domain/project/assistants.js';
import { foldProjectConfig } from '../../domain/project/projectConfigFromEvents.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { quoteForShell } from '../shellQuoting.js';
import type { SetupChanges } from './setupChanges.js';
import { SKILLS_FOLDER } from './skillInstallation.js';

export const AGENTS_FILE = 'AGENTS.md';

const COPY_MARK = '<!-- spectool:copy of AGENTS.md, refreshed by `spectool init`; edit AGENTS.md instead -->';

/**
 * Parses a list of assistants, such as `alpha,claude`, `all`, `detected` or `none`.
 * @throws SpectoolError `USAGE`, naming the allowed values.
 */
export function namedTools(tools: string, known: readonly Assistant[], files: FileSystem): readonly string[] {
  const names = [...new Set(tools.split(',').map((name) => name.trim().toLowerCase()))];
  const allowed = [...known.map(({ name }) => name), ...CHOICES];
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined || (names.length > 1 && names.includes('none'))) {
    const [near] = nearestWords(unknown ?? '', allowed, 1);
    throw new SpectoolError(
      'USAGE',
      unknown === undefined
        ? 'agentTools: "none" cannot be combined with names of assistants.'
        : `agentTools: "${unknown}" is not known. Allowed: ${allowed.join(', ')}, or several of these.`,
      {
        ...(unknown !== undefined && {
          hint: `${near === undefined ? '' : `Did you mean ${near}? `}To add another assistant, list its name and file under \`agents\` in ${CONFIG_FILE}: "agents": [{ "name": "mybot", "file": "MYBOT.md" }].`,
        }),
        details: { allowed },
      },
    );
  }
  if (names.includes('none')) return [];
  const found = names.includes('detected') ? detected(known, files) : [];
  return known
    .map(({ name }) => name)
    .filter(
      (name) =>
        names.includes(name) || found.includes(name) || (names.includes('all') && SUPPORTED.includes(name)),
    );
}

/** Returns the names of the assistants that have files in the repository. */
export function detected(known: readonly Assistant[], files: FileSystem): readonly string[] {
  return known
    .filter(({ traces }) => traces.some((path) => files.stat(path) !== undefined))
    .map(({ name }) => name);
}

/** Returns the files that these assistants read instead of AGENTS.md; an unknown assistant has none. */
export function linkedFiles(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  return known.flatMap(({ name, file }) => (file !== undefined && tools.includes(name) ? [file] : []));
}

/** Returns the folders in which these assistants look for skills, besides the standard folder; each folder once. */
export function skillFolders(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  const folders = known.flatMap(({ name, skillFolder }) =>
    skillFolder !== undefined && tools.includes(name) ? [skillFolder] : [],
  );
  return [...new Set(folders)].filter((folder) => folder !== SKILLS_FOLDER);
}

/** Returns the assistants to use if the user names none: those recorded last, else `alpha`. */
export function toolsByDefault(log: EventLog): readonly string[] {
  const { agentTools } = foldProjectConfig(log.records(PROJECT_STREAM));
  return Array.isArray(agentTools) ? (agentTools as readonly string[]) : ['alpha'];
}

/**
 * Returns the existing links to AGENTS.md, which are kept up to date even if a later `init` does not name their assistants.
 */
export function existingLinks(files: FileSystem, known: readonly Assistant[]): readonly string[] {
  return known
    .flatMap(({ file }) => file ?? [])
    .filter((path) => ['link', 'copy', 'text'].includes(ownership(files, path)));
}

/** Returns the names of the assistants whose file is an existing link to AGENTS.md. */
export function existingTools(files: FileSystem, known: readonly Assistant[]): readonly string[] {
  const existing = existingLinks(files, known);
  return known.flatMap(({ name, file }) => (file !== undefined && existing.includes(file) ? [name] : []));
}

/**
 * Plans to create or update one link to AGENTS.md. A file of the user is left alone, with a warning.
 * @param agentsText future text of AGENTS.md, for copies where links are not supported.
 */
export function planLink(files: FileSystem, path: string, agentsText: string, changes: SetupChanges): void {
  const owner = ownership(files, path);
  const copy = copyOf(agentsText);
  const target = targetFrom(path);
  if (owner === 'free') changes.write({ kind: 'link', path, target, copy });
  else if (owner === 'copy' || owner === 'text') {
    changes.own(path, copy);
    changes.links.push({ path, target, kind: 'copy' });
    if (owner === 'text')
      changes.warnings.push({
        code: 'LINK_AS_TEXT',
        message: `The link ${path} was checked out by git as a text file; it is now a copy of ${AGENTS_FILE}.`,
        hint: `Run \`git update-index --skip-worktree ${quoteForShell(path)}\` to keep the copy out of commits.`,
      });
  } else {
    changes.kept.push(path);
    if (owner === 'link') changes.links.push({ path, target, kind: 'link' });
    else if (owner === 'unreachable') {
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} was not made: ${parentOf(path)} is not a folder in the project.`,
        hint: `Replace ${parentOf(path)} with a folder, or refer to ${AGENTS_FILE} in the file that the assistant reads.`,
        advice: [{ useCase: 'initProject', to: 'make the link after that' }],
      });
    } else {
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} already exists and was not made by spectool; it was left as it is.`,
        hint: `Refer to ${AGENTS_FILE} in that file, or move the file elsewhere.`,
        advice: [
          { useCase: 'initProject', to: 'make the link after that' },
          { useCase: 'initProject', request: { agentTools: 'none' }, to: 'make no links' },
        ],
      });
    }
  }
}

/** Returns the target if AGENTS.md is the user's own link to another file; undefined if it is a file or missing. */
export function ownAgentsLink(files: FileSystem): string | undefined {
  const target = files.readLink(AGENTS_FILE);
  return target === undefined ? undefined : plainTarget(target);
}

/** Returns the text of a copy of AGENTS.md, with the same line endings. */
function copyOf(agentsText: string): string {
  return `${COPY_MARK}${agentsText.includes('\r\n') ? '\r\n' : '\n'}${agentsText}`;
}

/** Returns the target of a link to AGENTS.md at this path: `../AGENTS.md` for a file in a folder. */
function targetFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1) + AGENTS_FILE;
}

/**
 * Returns the owner and kind of a file. `free`: there is no file. `unreachable`: its folder is a file, or leads outside the
 * project through a link. `link`, `copy`: made by spectool. `text`: a link to AGENTS.md that git checked out as a text file with
 * its target. `foreign`: a file of the user.
 */
function ownership(
  files: FileSystem,
  path: string,
): 'free' | 'unreachable' | 'link' | 'copy' | 'text' | 'foreign' {
  const folder = parentOf(path);
  // From a folder behind a link, the target of the link would be another file.
  if (files.placeOf(folder) !== folder || (files.stat(folder)?.kind ?? 'directory') !== 'directory')
    return 'unreachable';
  const stat = files.stat(path);
  if (stat === undefined) return 'free';
  if (stat.kind === 'link')
    return plainTarget(files.readLink(path) ?? '') === targetFrom(path) ? 'link' : 'foreign';
  if (stat.kind !== 'file') return 'foreign';
  const text = files.readText(path) ?? '';
  if (plainTarget(text.trim()) === targetFrom(path)) return 'text';
  return text.startsWith(COPY_MARK) ? 'copy' : 'foreign';
}

function plainTarget(target: string): string {
  return target.replace(/^(?:\.\/)+/, '');
}
