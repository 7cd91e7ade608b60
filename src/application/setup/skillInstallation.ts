import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import {
  foldProjectConfig,
  type ProjectConfigCommand,
} from '../../domain/project/projectConfigFromEvents.js';
import type { Warning } from '../warning.js';
import { sameLines } from './managedFile.js';
import type { SetupChanges } from './setupChanges.js';
import type { Services } from '../services.js';

export const SKILL_NAME = 'spectool-sdd';
/** Standard folder of Agent Skills. */
export const SKILLS_FOLDER = '.github/skills';
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

/** The skill in one folder: its files that exist, and whether they are those of this or another version, unedited. */
interface SkillFound {
  readonly files: readonly { readonly path: string; readonly current?: string; readonly shipped: string }[];
  readonly state: 'absent' | 'current' | 'earlier' | 'edited';
}

/**
 * Plans the files of the Agent Skill. The digest in the log shows whether an installed file was edited or is an older
 * version.
 */
export class SkillInstallation {
  constructor(private readonly use: Services) {}

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
        message: `The skill was edited by hand and left as it is: ${edited.map(({ path }) => path).join(', ')}.`,
        advice: [{ useCase: 'installSkill', request: { force: true }, to: 'replace the edited skill' }],
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
