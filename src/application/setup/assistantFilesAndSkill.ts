import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { type Assistant, CHOICES, SUPPORTED } from '../../domain/project/assistants.js';
import {
  foldProjectConfig,
  type ProjectConfigCommand,
} from '../../domain/project/projectConfigFromEvents.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { Service, type Warning } from '../useCase.js';
import type { SetupChanges } from './setupChanges.js';
import { sameLines, quoteForShell } from '../../domain/value/text.js';

export const SKILL_NAME = 'spectool-sdd';
/** Standard folder of Agent Skills. */
const SKILLS_FOLDER = '.github/skills';
export const SKILL_FILES = ['SKILL.md', 'references/writing.md', 'references/errors.md'] as const;
export const SKILL_PATH = `${SKILLS_FOLDER}/${SKILL_NAME}/SKILL.md`;

/** Returns the paths of the skill's files below the standard folder and these folders of skills. */
export function skillPaths(folders: readonly string[]): readonly string[] {
  return [SKILLS_FOLDER, ...folders].flatMap((folder) =>
    SKILL_FILES.map((name) => `${folder}/${SKILL_NAME}/${name}`),
  );
}

export interface SkillInstalled {
  readonly path: string;
  /** Result of the installation. `kept`: the user has edited the files, and `force` was not given. */
  readonly action: 'created' | 'updated' | 'unchanged' | 'replaced' | 'kept';
  /** Paths of all written files, including AGENTS.md if it changed. */
  readonly written?: readonly string[];
  /** Warnings about kept files and about AGENTS.md. */
  readonly warnings?: readonly Warning[];
  /** Edited files, each with its current text and the text that would replace it; set only if `action` is `kept`. */
  readonly edited?: readonly { readonly path: string; readonly current: string; readonly shipped: string }[];
}

interface SkillPlan {
  readonly result: SkillInstalled;
  readonly command?: ProjectConfigCommand;
}

/** The skill in one folder: its files that exist, and whether they are unedited files of this or another version. */
interface SkillFound {
  readonly files: readonly { readonly path: string; readonly current?: string; readonly shipped: string }[];
  readonly state: 'absent' | 'current' | 'earlier' | 'edited';
}

/**
 * Plans the files of the Agent Skill. The digest in the log shows whether an installed file was edited or is an older
 * version.
 */
export class SkillInstallation extends Service {
  /**
   * Plans the installation. @param folders further skill folders of the chosen assistants. @returns the result, and the
   * command to record.
   */
  plan(force: boolean, changes: SetupChanges, folders: readonly string[]): SkillPlan {
    const plans = [SKILLS_FOLDER, ...folders].map((folder) => {
      const { files, state } = this.#found(folder);
      const isKept = state === 'edited' && !force;
      if (!isKept && state !== 'current') for (const { path, shipped } of files) changes.own(path, shipped);
      const edited = isKept ? files.flatMap((file) => editedIn(file)) : [];
      return { action: isKept ? ('kept' as const) : ACTIONS[state], edited, digest: this.#digest(files) };
    });
    const [main = { action: 'unchanged' as const, digest: '' }] = plans;
    const edited = plans.flatMap((plan) => plan.edited);
    if (edited.length > 0)
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `The skill was edited by hand and not changed: ${edited.map(({ path }) => path).join(', ')}.`,
        advice: [{ useCase: 'installSkill', request: { force: true }, to: 'overwrite these edits' }],
      });
    const { action } =
      plans.find((plan) => plan.action === 'kept') ??
      plans.find((plan) => plan.action !== 'unchanged') ??
      main;
    const result = { path: SKILL_PATH, action, ...(edited.length > 0 && { edited }) };
    return main.action === 'unchanged' || main.action === 'kept'
      ? { result }
      : { result, command: { type: 'InstallSkill', data: { path: SKILL_PATH, digest: main.digest } } };
  }

  #found(folder: string): SkillFound {
    const files = SKILL_FILES.map((name) => {
      const path = `${folder}/${SKILL_NAME}/${name}`;
      const current = this.use.fileSystem.readText(path);
      return {
        path,
        shipped: this.use.shippedFiles.read(`templates/skill/${name}`),
        ...(current !== undefined && { current }),
      };
    });
    if (files.every(({ current, shipped }) => current !== undefined && sameLines(current, shipped)))
      return { files, state: 'current' };
    const isComplete = files[0]?.current !== undefined;
    const installed = files.map(({ path, current = '' }) => ({ path, shipped: current }));
    const { skillDigest } = foldProjectConfig(this.use.eventLog.records(PROJECT_STREAM));
    const isOurs =
      files.flatMap((file) => editedIn(file)).length === 0 ||
      (isComplete && this.#digest(installed) === skillDigest);
    return { files, state: !isOurs ? 'edited' : isComplete ? 'earlier' : 'absent' };
  }

  #digest(files: readonly { readonly shipped: string }[]): string {
    const texts = files.map(({ shipped }) => shipped.replaceAll('\r\n', '\n'));
    return this.use.hasher.sha256(texts.join('\u0000')).slice(0, 32);
  }
}

const ACTIONS = { absent: 'created', current: 'unchanged', earlier: 'updated', edited: 'replaced' } as const;

function editedIn({
  path,
  current,
  shipped,
}: SkillFound['files'][number]): NonNullable<SkillInstalled['edited']> {
  return current === undefined || sameLines(current, shipped) ? [] : [{ path, current, shipped }];
}

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
  const found = names.includes('detected') || names.includes('all') ? detected(known, files) : [];
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

/** Returns the folders in which these assistants look for skills, besides the standard folder; each folder once. */
export function skillFolders(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  const folders = known.flatMap(({ name, skillFolder }) =>
    skillFolder !== undefined && tools.includes(name) ? [skillFolder] : [],
  );
  return [...new Set(folders)].filter((folder) => folder !== SKILLS_FOLDER);
}

/** Returns the last recorded choice of assistants; undefined if none was made. */
export function recordedTools(log: EventLog): readonly string[] | undefined {
  const { agentTools } = foldProjectConfig(log.records(PROJECT_STREAM));
  return Array.isArray(agentTools) ? (agentTools as readonly string[]) : undefined;
}

/** Returns the default assistants: the last recorded choice, else `alpha`. */
export function toolsByDefault(log: EventLog): readonly string[] {
  return recordedTools(log) ?? ['alpha'];
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
 * Plans to create or update one link to AGENTS.md. A file of the user gets a block that refers to AGENTS.md instead.
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
  } else if (owner === 'foreign' && ownAgentsLink(files) === undefined) planReference(files, path, changes);
  else {
    changes.kept.push(path);
    if (owner === 'link') changes.links.push({ path, target, kind: 'link' });
    else if (owner === 'unreachable') {
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} was not created: ${parentOf(path)} is not a folder in the project.`,
        hint: `Replace ${parentOf(path)} with a folder, or refer to ${AGENTS_FILE} in the file that the assistant reads.`,
        advice: [{ useCase: 'initProject', to: 'create the link after that' }],
      });
    } else {
      const link = files.readLink(path);
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} ${link === undefined ? 'already exists and is not from spectool' : `is a link to ${link}`}; it was not changed.`,
        hint: `Tell the assistant in ${link ?? path} to read ${AGENTS_FILE}, or move ${path} elsewhere.`,
        advice: [
          { useCase: 'initProject', to: 'create the link after that' },
          { useCase: 'initProject', request: { agentTools: 'none' }, to: 'create no links' },
        ],
      });
    }
  }
}

/** Matches a line of the user that imports AGENTS.md already. */
const IMPORT = /^@(?:\.\.?\/)*AGENTS\.md\s*$/m;

/** Plans the block in a file of the user that refers to AGENTS.md; all other text of the file stays. */
function planReference(files: FileSystem, path: string, changes: SetupChanges): void {
  const target = targetFrom(path);
  const text = `This project plans its work in specs, with spectool.\nRead @${target} before any task.`;
  const isImported = IMPORT.test(files.readText(path) ?? '');
  const left = isImported ? undefined : changes.manage(path, { kind: 'block', text, version: 1 });
  if (isImported) changes.kept.push(path);
  if (left === undefined) changes.links.push({ path, target, kind: 'reference' });
  else
    changes.warnings.push({
      code: 'FILE_KEPT',
      message: `${path} was not changed: ${left.why}.`,
      hint: `Tell the assistant in ${path} to read ${AGENTS_FILE}.`,
    });
}

/** Returns the files that get a reference to AGENTS.md: those of the user, and `spectool.md` in folders of rules. */
function referringFiles(files: FileSystem, assistants: readonly Assistant[]): readonly string[] {
  const paths = assistants.flatMap(({ file, rules = [] }) => [
    ...(file === undefined || files.stat(file)?.kind !== 'file' ? [] : [file]),
    ...rules.flatMap((path) => {
      const kind = files.stat(path)?.kind;
      return kind === 'directory' ? [`${path}/spectool.md`] : kind === 'file' ? [path] : [];
    }),
  ]);
  const isOpen = (path: string) => ['free', 'foreign'].includes(ownership(files, path));
  return [...new Set(paths)].filter((path) => isOpen(path) && path !== ownAgentsLink(files));
}

/** Returns the target if AGENTS.md is the user's own link to another file; undefined if it is a file or missing. */
export function ownAgentsLink(files: FileSystem): string | undefined {
  const target = files.readLink(AGENTS_FILE);
  return target === undefined ? undefined : plainTarget(target);
}

/**
 * Plans the blocks that refer to AGENTS.md in files of the chosen assistants.
 * @param tools the chosen assistants; undefined for all that have files here; if empty, the blocks are removed.
 */
export function planReferences(
  files: FileSystem,
  tools: readonly string[] | undefined,
  known: readonly Assistant[],
  changes: SetupChanges,
): void {
  if (tools?.length === 0) {
    for (const path of referringFiles(files, known))
      changes.manage(path, { kind: 'block', text: '', version: 1 }, false);
    return;
  }
  // If AGENTS.md is the user's own link, it has no instructions of spectool.
  if (ownAgentsLink(files) !== undefined) return;
  const served = known.filter(({ name }) => tools?.includes(name) ?? true);
  for (const path of referringFiles(files, served))
    if (!changes.links.some((link) => link.path === path)) planReference(files, path, changes);
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
 * its target. `foreign`: a file of the user. `other`: a folder, or a link of the user.
 */
function ownership(
  files: FileSystem,
  path: string,
): 'free' | 'unreachable' | 'link' | 'copy' | 'text' | 'foreign' | 'other' {
  const folder = parentOf(path);
  // If the folder is a link, the relative target would lead to another file.
  if (files.placeOf(folder) !== folder || (files.stat(folder)?.kind ?? 'directory') !== 'directory')
    return 'unreachable';
  const stat = files.stat(path);
  if (stat === undefined) return 'free';
  if (stat.kind === 'link')
    return plainTarget(files.readLink(path) ?? '') === targetFrom(path) ? 'link' : 'other';
  if (stat.kind !== 'file') return 'other';
  const text = files.readText(path) ?? '';
  if (plainTarget(text.trim()) === targetFrom(path)) return 'text';
  return text.startsWith(COPY_MARK) ? 'copy' : 'foreign';
}

function plainTarget(target: string): string {
  return target.replace(/^(?:\.\/)+/, '');
}
