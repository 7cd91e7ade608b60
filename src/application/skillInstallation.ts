import { PROJECT_STREAM } from '../domain/log/record.js';
import { headsOf } from '../domain/log/recordOrder.js';
import { decideProject, foldProject } from '../domain/project/project.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Hasher } from '../ports/hasher.js';
import type { ShippedFiles } from '../ports/shippedFiles.js';
import type { RecordDrafts } from './recordDrafts.js';
import { recordedEvents } from './recordedEvents.js';
import { installedDigest, shippedSkill, SKILL_PATH, skillDigest } from './skillFiles.js';

export interface SkillInstalled {
  readonly path: string;
  /** `kept`: it was edited, and `force` was not given. */
  readonly action: 'created' | 'updated' | 'unchanged' | 'replaced' | 'kept';
  /** Edited files and what would take their place; only with `kept`. */
  readonly edited?: readonly { readonly path: string; readonly current: string; readonly shipped: string }[];
}

/** Writes the Agent Skill. An edited one is told from an older version by the digest the log remembers. */
export class SkillInstallation {
  readonly #files: FileSystem;
  readonly #log: EventLog;
  readonly #hasher: Hasher;
  readonly #shipped: ShippedFiles;

  constructor(files: FileSystem, log: EventLog, hasher: Hasher, shipped: ShippedFiles) {
    this.#files = files;
    this.#log = log;
    this.#hasher = hasher;
    this.#shipped = shipped;
  }

  install(drafts: RecordDrafts, force: boolean): SkillInstalled {
    const skill = shippedSkill(this.#shipped);
    const texts = skill.map(({ text }) => text);
    const digest = skillDigest(texts, this.#hasher);
    const { records } = this.#log.read(PROJECT_STREAM);
    const project = foldProject(records);
    const installed = installedDigest(this.#files, this.#hasher);
    if (installed === digest) return { path: SKILL_PATH, action: 'unchanged' };
    const isOurs = installed === undefined || installed === project.skillDigest;
    if (!isOurs && !force) {
      const edited = skill.flatMap(({ path, text }) => {
        const current = this.#files.readText(path);
        return current === undefined || current === text ? [] : [{ path, current, shipped: text }];
      });
      return { path: SKILL_PATH, action: 'kept', edited };
    }
    const events = decideProject({ type: 'InstallSkill', data: { path: SKILL_PATH, digest } }, project);
    if (events.length > 0) {
      this.#log.prepare(drafts.change(PROJECT_STREAM, headsOf(records), recordedEvents(events))).commit();
    }
    for (const { path, text } of skill) this.#files.write(path, text);
    return {
      path: SKILL_PATH,
      action: installed === undefined ? 'created' : isOurs ? 'updated' : 'replaced',
    };
  }
}
