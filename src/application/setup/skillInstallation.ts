import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import {
  foldProjectConfig,
  type ProjectConfigCommand,
} from '../../domain/project/projectConfigFromEvents.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { ShippedFiles } from '../../ports/shippedAndGeneratedTexts.js';
import type { SetupChanges } from './setupChanges.js';
import type { Warning } from '../warning.js';
import {
  installedDigest,
  shippedSkill,
  SKILL_NAME,
  SKILL_PATH,
  skillDigest,
  type SkillFile,
} from './skillFiles.js';

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

export interface SkillPlan {
  readonly result: SkillInstalled;
  readonly command?: ProjectConfigCommand;
}

/** Plan for the skill's files in one folder. */
interface FolderPlan {
  readonly digest: string;
  readonly action: SkillInstalled['action'];
  /** Skill files to write into the folder. */
  readonly files: readonly SkillFile[];
  readonly edited: NonNullable<SkillInstalled['edited']>;
}

/**
 * Plans the files of the Agent Skill. The digest in the log shows whether an installed file was edited or is an older
 * version.
 */
export class SkillInstallation {
  constructor(
    private readonly files: FileSystem,
    private readonly log: EventLog,
    private readonly hasher: Hasher,
    private readonly shipped: ShippedFiles,
  ) {}

  /**
   * Plans the installation. @param folders further skill folders of the chosen assistants. @returns the result, and the
   * command to record.
   */
  plan(force: boolean, changes: SetupChanges, folders: readonly string[]): SkillPlan {
    const project = foldProjectConfig(this.log.records(PROJECT_STREAM));
    const main = this.#planIn(undefined, project.skillDigest, force);
    const others = folders.map((folder) => this.#planIn(folder, project.skillDigest, force));
    const plans = [main, ...others];
    for (const { path, text } of plans.flatMap(({ files }) => files)) changes.own(path, text);
    const { action } =
      plans.find((plan) => plan.action === 'kept') ??
      plans.find((plan) => plan.action !== 'unchanged') ??
      main;
    const edited = plans.flatMap((plan) => plan.edited);
    if (edited.length > 0)
      changes.warnings.push({
        code: 'FILE_KEPT',
        message: `The skill was edited by hand and left as it is: ${edited.map(({ path }) => path).join(', ')}.`,
        advice: [{ useCase: 'installSkill', request: { force: true }, to: 'replace the edited skill' }],
      });
    const result = { path: SKILL_PATH, action, ...(edited.length > 0 && { edited }) };
    return main.files.length === 0
      ? { result }
      : { result, command: { type: 'InstallSkill', data: { path: SKILL_PATH, digest: main.digest } } };
  }

  /** Plans to remove the skill from folders that no chosen assistant reads. An edited skill stays, with a warning. */
  planRemoval(folders: readonly string[], changes: SetupChanges): void {
    const { skillDigest: recorded } = foldProjectConfig(this.log.records(PROJECT_STREAM));
    for (const folder of folders) {
      const { action, edited } = this.#planIn(folder, recorded, false);
      const there = shippedSkill(this.shipped, folder).flatMap(({ path }) => {
        const text = this.files.readText(path);
        // A folder that is a link has no skill of its own: the files belong to the folder that it leads to.
        return text === undefined || this.files.placeOf(path) !== path ? [] : [{ path, text }];
      });
      if (action !== 'kept') for (const { path, text } of there) changes.remove(path, text);
      else if (there.length > 0)
        changes.warnings.push({
          code: 'FILE_KEPT',
          message: `No chosen assistant reads the skill in ${folder}, but it was edited by hand and left as it is: ${edited.map(({ path }) => path).join(', ')}.`,
          hint: `Remove ${folder}/${SKILL_NAME} by hand if it is not needed.`,
        });
    }
  }

  #planIn(folder: string | undefined, recorded: string | undefined, force: boolean): FolderPlan {
    const skill = shippedSkill(this.shipped, folder);
    const digest = skillDigest(
      skill.map(({ text }) => text),
      this.hasher,
    );
    const installed = installedDigest(
      this.files,
      this.hasher,
      skill.map(({ path }) => path),
    );
    const none = { digest, files: [], edited: [] };
    if (installed === digest) return { ...none, action: 'unchanged' };
    const edited = skill.flatMap(({ path, text }) => {
      const current = this.files.readText(path);
      const isShipped = current === undefined || current.replaceAll('\r\n', '\n') === text;
      return isShipped ? [] : [{ path, current, shipped: text }];
    });
    const isOurs = edited.length === 0 || (installed !== undefined && installed === recorded);
    if (!isOurs && !force) return { ...none, action: 'kept', edited };
    const action = !isOurs ? 'replaced' : installed === undefined ? 'created' : 'updated';
    return { ...none, action, files: skill };
  }
}
