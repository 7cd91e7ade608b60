import { SpectoolError } from '../domain/errors/spectoolError.js';
import { PROJECT_STREAM } from '../domain/log/record.js';
import { headsOf } from '../domain/log/recordOrder.js';
import { fieldText } from '../domain/spec/fieldText.js';
import { decideProject, foldProject } from '../domain/project/project.js';
import { DEFAULT_CONFIG, type ProjectConfig } from '../domain/project/projectConfig.js';
import { CONFIG_FILE, TEMPLATES_FOLDER } from '../domain/project/projectFolders.js';
import type { JsonValue } from '../domain/value/json.js';
import type { ActorSource } from '../ports/actorSource.js';
import type { Clock } from '../ports/clock.js';
import type { ConfigurationStore } from '../ports/configurationStore.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { IdGenerator } from '../ports/idGenerator.js';
import type { ProjectLock } from '../ports/projectLock.js';
import type { Repository } from '../ports/repository.js';
import type { ShippedFiles } from '../ports/shippedFiles.js';
import { planAgentsFile } from './agentsFile.js';
import { AGENTS_FILE, type AssistantLink, linkedFiles, placeLink, standingLinks } from './assistantLinks.js';
import { withLines } from './ownedLines.js';
import { projectName } from './projectName.js';
import { RecordDrafts } from './recordDrafts.js';
import { recordedEvents } from './recordedEvents.js';
import { installedDigest } from './skillFiles.js';
import type { SkillInstallation } from './skillInstallation.js';
import type { Warning } from './warning.js';
import type { Hasher } from '../ports/hasher.js';

export interface InitProjectRequest {
  /** `alpha`, `beta`, a list of them, `all` or `none`; `alpha` in a new project without it. */
  readonly agentTools?: string;
  /** A shipped template to make the primary one: `api`, `feature`, `bug`. Only for a new project. */
  readonly template?: string;
  readonly name?: string;
  /** Install the Agent Skill. */
  readonly skill?: boolean;
  /** Let git merge documents with `spectool merge-driver` in this clone. */
  readonly mergeDriver?: boolean;
}

export interface InitProjectResult {
  readonly root: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly kept: readonly string[];
  readonly links: readonly AssistantLink[];
  readonly warnings: readonly Warning[];
}

export interface InitProjectParts {
  readonly files: FileSystem;
  readonly lock: ProjectLock;
  readonly configuration: ConfigurationStore;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly actors: ActorSource;
  readonly hasher: Hasher;
  readonly shipped: ShippedFiles;
  readonly repository: Repository;
  readonly skill: SkillInstallation;
}

export const SHIPPED_TEMPLATES = ['spec', 'api', 'feature', 'bug'] as const;
const SCHEMA_FILE = '.spectool/config.schema.json';
const IGNORED = ['/cache/', '/locks/', '/numbers/', '/tmp/'];

/** Sets a project up, or keeps up what is spectool's in one that stands. Nothing of the user's is overwritten. */
export class InitProject {
  readonly #parts: InitProjectParts;

  constructor(parts: InitProjectParts) {
    this.#parts = parts;
  }

  async execute(request: InitProjectRequest = {}): Promise<InitProjectResult> {
    const { files, lock, configuration } = this.#parts;
    const isNew = !configuration.exists();
    // Everything a user can get wrong is asked first: then nothing has been written yet.
    const asked = request.agentTools === undefined ? undefined : linkedFiles(request.agentTools);
    const name = request.name === undefined ? undefined : fieldText('name', request.name);
    const template = templateFile(request.template);
    if (!isNew) this.#refuseUnusable();
    return lock.hold(() => {
      const report = new InitReport(files);
      for (const kind of SHIPPED_TEMPLATES) {
        report.keepOrCreate(
          `${TEMPLATES_FOLDER}/${kind}-template.md`,
          this.#parts.shipped.read(`templates/${kind}-template.md`),
        );
      }
      report.own(SCHEMA_FILE, this.#parts.shipped.read('schemas/config.schema.json'));
      report.ownLines('.spectool/.gitignore', IGNORED);
      report.keepOrCreate(CONFIG_FILE, defaultConfigText(template));
      const { config } = configuration.load();
      if (files.stat(config.specsDir) === undefined) {
        files.makeDirectory(config.specsDir);
        report.created.push(config.specsDir);
      }
      report.ownLines('.gitattributes', attributes(config));
      const drafts = this.#record(config, name);
      if (request.skill === true) this.#installSkill(drafts, report);
      if (config.features.aiAgents) this.#instructAgents(config, asked, isNew, report);
      this.#offerMergeDriver(request.mergeDriver === true, report);
      return report.result(files.root);
    });
  }

  /** An invalid configuration is for its owner to mend; missing templates are what `init` brings back. */
  #refuseUnusable(): void {
    try {
      this.#parts.configuration.load();
    } catch (error) {
      const details = error instanceof SpectoolError ? error.details : undefined;
      const onlyTemplates =
        Array.isArray(details) &&
        details.every((finding: JsonValue) =>
          /is not in \.spectool\/templates/.test(JSON.stringify(finding)),
        );
      const shipped = SHIPPED_TEMPLATES.some(
        (kind) => this.#parts.files.stat(`${TEMPLATES_FOLDER}/${kind}-template.md`) === undefined,
      );
      if (!onlyTemplates || !shipped) throw error;
    }
  }

  #record(config: ProjectConfig, name: string | undefined): RecordDrafts {
    const { log, clock, ids, actors, files } = this.#parts;
    const drafts = new RecordDrafts('init', log, clock, ids, actors);
    const { records } = log.read(PROJECT_STREAM);
    const data = { name: name ?? projectName(log, files.root), config: config as unknown as JsonValue };
    const events = decideProject({ type: 'Initialize', data }, foldProject(records));
    if (events.length > 0)
      log.prepare(drafts.change(PROJECT_STREAM, headsOf(records), recordedEvents(events))).commit();
    return drafts;
  }

  #installSkill(drafts: RecordDrafts, report: InitReport): void {
    const { path, action } = this.#parts.skill.install(drafts, false);
    if (action === 'created') report.created.push(path);
    else if (action === 'updated' || action === 'replaced') report.updated.push(path);
    else report.kept.push(path);
    if (action === 'kept') {
      report.warnings.push({
        code: 'FILE_KEPT',
        message: `${path} was edited; it was left as it is.`,
        hint: '`spectool skill install --force` replaces it.',
      });
    }
  }

  #instructAgents(
    config: ProjectConfig,
    asked: readonly string[] | undefined,
    isNew: boolean,
    report: InitReport,
  ): void {
    const { files, log, hasher } = this.#parts;
    const withSkill = installedDigest(files, hasher) !== undefined;
    const plan = planAgentsFile(files, config, projectName(log, files.root), withSkill);
    if (plan.text !== undefined) files.write(AGENTS_FILE, plan.text);
    report[plan.change].push(AGENTS_FILE);
    if (plan.warning !== undefined) report.warnings.push(plan.warning);
    const wanted = asked ?? (isNew ? linkedFiles('alpha') : []);
    for (const path of new Set([...standingLinks(files), ...wanted])) {
      const { link, change, warning } = placeLink(files, path);
      report[change].push(path);
      if (link !== undefined) report.links.push(link);
      if (warning !== undefined) report.warnings.push(warning);
    }
  }

  #offerMergeDriver(install: boolean, report: InitReport): void {
    const { repository } = this.#parts;
    if (!install || !repository.available()) return;
    if (repository.readConfig('merge.spectool.driver') !== undefined) return;
    repository.writeConfig('merge.spectool.name', 'spectool documents');
    repository.writeConfig('merge.spectool.driver', 'spectool merge-driver %O %A %B %P');
    report.updated.push('.git/config');
  }
}

class InitReport {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** The user's once it is there. */
  keepOrCreate(path: string, text: string): void {
    if (this.#files.createExclusive(path, text)) this.created.push(path);
    else this.kept.push(path);
  }

  /** Ours: brought up to date. */
  own(path: string, text: string): void {
    const existing = this.#files.readText(path);
    if (existing === text) this.kept.push(path);
    else {
      this.#files.write(path, text);
      (existing === undefined ? this.created : this.updated).push(path);
    }
  }

  ownLines(path: string, lines: readonly string[]): void {
    const isNew = this.#files.stat(path) === undefined;
    const text = withLines(this.#files, path, lines);
    if (text !== undefined) this.#files.write(path, text);
    (text === undefined ? this.kept : isNew ? this.created : this.updated).push(path);
  }

  result(root: string): InitProjectResult {
    const { created, updated, kept, links, warnings } = this;
    return { root, created, updated, kept, links, warnings };
  }
}

function templateFile(name: string | undefined): string {
  if (name === undefined || name === 'default') return DEFAULT_CONFIG.template;
  const kind = SHIPPED_TEMPLATES.find((known) => name === known || name === `${known}-template.md`);
  if (kind !== undefined) return `${kind}-template.md`;
  throw new SpectoolError(
    'TEMPLATE_NOT_FOUND',
    `There is no template "${name}" to start with. There are: ${SHIPPED_TEMPLATES.join(', ')}.`,
    {
      details: { template: name, known: SHIPPED_TEMPLATES },
    },
  );
}

/** The defaults, written out so that they can be seen and changed. */
function defaultConfigText(template: string): string {
  const { specsDir, autoCheck, structure, features } = DEFAULT_CONFIG;
  const config = {
    $schema: './config.schema.json',
    template,
    templates: { default: template },
    specsDir,
    autoCheck,
    structure,
    features: { aiAgents: features.aiAgents, examples: features.examples },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function attributes({ specsDir, structure }: ProjectConfig): readonly string[] {
  return [
    '.spectool/log/** -text -diff linguist-generated',
    `${specsDir}/**/${structure.defaultFile} merge=spectool`,
  ];
}
