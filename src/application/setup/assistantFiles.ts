import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearest } from '../../domain/naming/nearest.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { type Assistant, CHOICES, SUPPORTED } from '../../domain/project/assistants.js';
import { foldProjectConfig } from '../../domain/project/projectConfig.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { shellWord } from '../shellWord.js';
import type { SetupChanges } from './setupChanges.js';

export const AGENTS_FILE = 'AGENTS.md';

const LONGEST_TARGET = 1000;
const COPY_MARK = '<!-- spectool:copy of AGENTS.md, refreshed by `spectool init`; edit AGENTS.md instead -->';

/**
 * The assistants of a list such as `alpha,claude`, `all`, `detected` or `none`.
 * @throws SpectoolError `USAGE` naming what is allowed.
 */
export function namedTools(tools: string, known: readonly Assistant[], files: FileSystem): readonly string[] {
  const names = [...new Set(tools.split(',').map((name) => name.trim().toLowerCase()))];
  const allowed = [...known.map(({ name }) => name), ...CHOICES];
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined || (names.length > 1 && names.includes('none'))) {
    const [near] = nearest(unknown ?? '', allowed, 1);
    throw new SpectoolError(
      'USAGE',
      unknown === undefined
        ? 'agentTools: "none" leaves no other to name beside it.'
        : `agentTools: "${unknown}" is not known. Allowed: ${allowed.join(', ')}, or a list of tools.`,
      {
        ...(near !== undefined && { hint: `Did you mean ${near}?` }),
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

/** The assistants that left a trace in the repository. */
export function detected(known: readonly Assistant[], files: FileSystem): readonly string[] {
  return known
    .filter(({ traces }) => traces.some((path) => files.stat(path) !== undefined))
    .map(({ name }) => name);
}

/** The files those tools read in place of AGENTS.md. A tool of another version has none. */
export function linkedFiles(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  return known.flatMap(({ name, file }) => (file !== undefined && tools.includes(name) ? [file] : []));
}

/** Where those tools look for skills besides the folder that every project has. */
export function skillFolders(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  return known.flatMap(({ name, skillFolder }) =>
    skillFolder !== undefined && tools.includes(name) ? [skillFolder] : [],
  );
}

/** The tools that get links where no flag says so: those somebody last chose, else ALPHA. */
export function toolsByDefault(log: EventLog): readonly string[] {
  const { agentTools } = foldProjectConfig(log.records(PROJECT_STREAM));
  return Array.isArray(agentTools) ? (agentTools as readonly string[]) : ['alpha'];
}

/** Links that stand already are kept up; a later `init` without `--agent-tools` need not name them. */
export function existingLinks(files: FileSystem, known: readonly Assistant[]): readonly string[] {
  return known
    .flatMap(({ file }) => file ?? [])
    .filter((path) => ['link', 'copy', 'text'].includes(ownership(files, path)));
}

/** The tools whose files lead to AGENTS.md already. */
export function existingTools(files: FileSystem, known: readonly Assistant[]): readonly string[] {
  const existing = existingLinks(files, known);
  return known.flatMap(({ name, file }) => (file !== undefined && existing.includes(file) ? [name] : []));
}

/**
 * Makes or refreshes one link; a file that is not ours is left alone, with a warning.
 * @param agentsText what AGENTS.md is going to say, for copies where links cannot be made.
 */
export function planLink(files: FileSystem, path: string, agentsText: string, changes: SetupChanges): void {
  const owner = ownership(files, path);
  const copy = copyOf(agentsText);
  if (owner === 'free') changes.write({ kind: 'link', path, target: AGENTS_FILE, copy });
  else if (owner === 'copy' || owner === 'text') {
    changes.own(path, copy);
    changes.links.push({ path, target: AGENTS_FILE, kind: 'copy' });
    if (owner === 'text') {
      changes.warnings.push({
        code: 'LINK_AS_TEXT',
        message: `git had checked out the link ${path} as a text file; it is now a copy of ${AGENTS_FILE}.`,
        hint: `Keep the copy out of commits, where it would be the link's target: \`git update-index --skip-worktree ${shellWord(path)}\`.`,
      });
    }
  } else {
    changes.kept.push(path);
    if (owner === 'link') changes.links.push({ path, target: AGENTS_FILE, kind: 'link' });
    else {
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} already exists and is not spectool's; it was left as it is.`,
        hint: `Let it point to ${AGENTS_FILE}, or move it away.`,
        advice: [
          { useCase: 'initProject', to: 'link it then' },
          { useCase: 'initProject', request: { agentTools: 'none' }, to: 'have no links' },
        ],
      });
    }
  }
}

/** Copies that no longer say what AGENTS.md says, and links that git left as text. Line ends aside. */
export function staleCopies(
  files: FileSystem,
  known: readonly Assistant[],
  agentsText: string,
): readonly string[] {
  const plain = (text: string) => text.replaceAll('\r\n', '\n');
  return existingLinks(files, known).filter(
    (path) =>
      ownership(files, path) !== 'link' && plain(files.readText(path) ?? '') !== plain(copyOf(agentsText)),
  );
}

/** Where a link of the user's own leads; undefined where AGENTS.md is a file, or not there. */
export function ownAgentsLink(files: FileSystem): string | undefined {
  const target = files.readLink(AGENTS_FILE) ?? linkAsText(files, AGENTS_FILE);
  return target === undefined ? undefined : plainTarget(target);
}

/** A copy, with the line ends of what it is a copy of. */
function copyOf(agentsText: string): string {
  return `${COPY_MARK}${agentsText.includes('\r\n') ? '\r\n' : '\n'}${agentsText}`;
}

/** `text`: a link to AGENTS.md that a checkout without links has left as a file holding its target. */
function ownership(files: FileSystem, path: string): 'free' | 'link' | 'copy' | 'text' | 'foreign' {
  const stat = files.stat(path);
  if (stat === undefined) return 'free';
  if (stat.kind === 'link')
    return plainTarget(files.readLink(path) ?? '') === AGENTS_FILE ? 'link' : 'foreign';
  if (stat.kind !== 'file') return 'foreign';
  if (soleLine(files, path) === AGENTS_FILE) return 'text';
  return (files.readText(path) ?? '').startsWith(COPY_MARK) ? 'copy' : 'foreign';
}

/** What a small file holds and nothing else, as git (`core.symlinks=false`) writes a link. */
function soleLine(files: FileSystem, path: string): string | undefined {
  const stat = files.stat(path);
  if (stat?.kind !== 'file' || stat.size > LONGEST_TARGET) return undefined;
  const text = plainTarget((files.readText(path) ?? '').replace(/\r?\n$/, ''));
  return /^[^\s/\\\0][^\r\n\\\0]*$/.test(text) ? text : undefined;
}

function linkAsText(files: FileSystem, path: string): string | undefined {
  const target = soleLine(files, path);
  if (target === undefined || target === path || target.split('/').includes('..')) return undefined;
  return files.stat(target)?.kind === 'file' ? target : undefined;
}

function plainTarget(target: string): string {
  return target.replace(/^(?:\.\/)+/, '');
}
