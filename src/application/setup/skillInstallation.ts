import { PROJECT_STREAM } from '../../domain/log/record.js';
import { foldProject, type ProjectCommand } from '../../domain/project/project.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/hasher.js';
import type { ShippedFiles } from '../../ports/shippedFiles.js';
import type { SetupChanges } from './setupChanges.js';
import type { Warning } from '../warning.js';
import { installedDigest, shippedSkill, SKILL_PATH, skillDigest } from './skillFiles.js';
import type { Needs } from '../services.js';

export interface SkillInstalled {
  readonly path: string;
  /** `kept`: it was edited, and `force` was not given. */
  readonly action: 'created' | 'updated' | 'unchanged' | 'replaced' | 'kept';
  /** Every file that was written, AGENTS.md among them when it follows. */
  readonly written?: readonly string[];
  /** Of AGENTS.md, which follows. */
  readonly warnings?: readonly Warning[];
  /** Edited files and what would take their place; only with `kept`. */
  readonly edited?: readonly { readonly path: string; readonly current: string; readonly shipped: string }[];
}

export interface SkillPlan {
  readonly result: SkillInstalled;
  readonly command?: ProjectCommand;
}

/** Plans the Agent Skill's files. An edited one is told from an older version by the digest the log remembers. */
export class SkillInstallation {
  static readonly needs = ['fileSystem', 'eventLog', 'hasher', 'shippedFiles'] as const;
  readonly #files: FileSystem;
  readonly #log: EventLog;
  readonly #hasher: Hasher;
  readonly #shipped: ShippedFiles;

  constructor(services: Needs<typeof SkillInstallation>) {
    this.#files = services.fileSystem;
    this.#log = services.eventLog;
    this.#hasher = services.hasher;
    this.#shipped = services.shippedFiles;
  }

  /** @returns what becomes of it, and what has to be recorded. */
  plan(force: boolean, changes: SetupChanges): SkillPlan {
    const skill = shippedSkill(this.#shipped);
    const texts = skill.map(({ text }) => text);
    const digest = skillDigest(texts, this.#hasher);
    const project = foldProject(this.#log.records(PROJECT_STREAM));
    const installed = installedDigest(this.#files, this.#hasher);
    if (installed === digest) return { result: { path: SKILL_PATH, action: 'unchanged' } };
    const isOurs = installed === undefined || installed === project.skillDigest;
    if (!isOurs && !force) {
      const edited = skill.flatMap(({ path, text }) => {
        const current = this.#files.readText(path);
        return current === undefined || current === text ? [] : [{ path, current, shipped: text }];
      });
      return { result: { path: SKILL_PATH, action: 'kept', edited } };
    }
    for (const { path, text } of skill) changes.own(path, text);
    const action = installed === undefined ? 'created' : isOurs ? 'updated' : 'replaced';
    return {
      result: { path: SKILL_PATH, action },
      command: { type: 'InstallSkill', data: { path: SKILL_PATH, digest } },
    };
  }
}
