import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearest } from '../../domain/naming/nearest.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SetupChanges } from './setupChanges.js';

export const AGENTS_FILE = 'AGENTS.md';

/** Assistants that read a file of their own, by the name `--agent-tools` takes. */
const LINKED_FILES: Readonly<Record<string, string>> = { alpha: 'ALPHA.md', beta: 'BETA.md' };
const COPY_MARK = '<!-- spectool:copy of AGENTS.md, refreshed by `spectool init`; edit AGENTS.md instead -->';

/**
 * The files to link for a list such as `alpha,beta`, `all` or `none`.
 * @throws SpectoolError `USAGE` naming what is allowed.
 */
export function linkedFiles(tools: string): readonly string[] {
  const names = tools.split(',').map((name) => name.trim().toLowerCase());
  const allowed = [...Object.keys(LINKED_FILES), 'all', 'none'];
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined || (names.length > 1 && names.includes('none'))) {
    const [near] = nearest(unknown ?? '', allowed, 1);
    throw new SpectoolError(
      'USAGE',
      `--agent-tools: "${unknown ?? tools}" is not known. Allowed: ${allowed.join(', ')}, or a list of tools.`,
      {
        ...(near !== undefined && { hint: `Did you mean ${near}?` }),
        details: { allowed },
      },
    );
  }
  if (names.includes('none')) return [];
  const chosen = names.includes('all') ? Object.keys(LINKED_FILES) : names;
  return [...new Set(chosen)].flatMap((name) => LINKED_FILES[name] ?? []);
}

/** Links that stand already are kept up; a later `init` without `--agent-tools` need not name them. */
export function standingLinks(files: FileSystem): readonly string[] {
  return Object.values(LINKED_FILES).filter(
    (path) => ownership(files, path) !== 'free' && ownership(files, path) !== 'foreign',
  );
}

/**
 * Makes or refreshes one link; a file that is not ours is left alone, with a warning.
 * @param agentsText what AGENTS.md is going to say, for copies where links cannot be made.
 */
export function planLink(files: FileSystem, path: string, agentsText: string, changes: SetupChanges): void {
  const owner = ownership(files, path);
  const copy = `${COPY_MARK}\n${agentsText}`;
  if (owner === 'free') changes.link(path, AGENTS_FILE, copy);
  else if (owner === 'copy') {
    changes.own(path, copy);
    changes.links.push({ path, target: AGENTS_FILE, kind: 'copy' });
  } else {
    changes.kept.push(path);
    if (owner === 'link') changes.links.push({ path, target: AGENTS_FILE, kind: 'link' });
    else {
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} is there already and is not spectool's; it was left as it is.`,
        hint: `Point it to ${AGENTS_FILE} yourself, or remove it and run \`spectool init\` again.`,
      });
    }
  }
}

function ownership(files: FileSystem, path: string): 'free' | 'link' | 'copy' | 'foreign' {
  const stat = files.stat(path);
  if (stat === undefined) return 'free';
  if (stat.kind === 'link') return files.readLink(path) === AGENTS_FILE ? 'link' : 'foreign';
  if (stat.kind !== 'file') return 'foreign';
  return (files.readText(path) ?? '').startsWith(COPY_MARK) ? 'copy' : 'foreign';
}
