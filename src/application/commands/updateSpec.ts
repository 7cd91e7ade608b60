import type { SpecCommand } from '../../domain/spec/commands.js';
import { customFieldValue } from '../../domain/spec/customField.js';
import { knownStatus } from '../../domain/spec/knownValue.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { Status } from '../../domain/spec/status.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { Clock } from '../../ports/clock.js';
import type { SpecStore } from '../../ports/specStore.js';
import { changeWarnings } from '../changes/changeWarnings.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { historyEvents } from '../changes/historyEvent.js';
import type { GivenFields } from '../changes/newFrontmatter.js';
import { refuseCycles } from '../changes/refuseCycles.js';
import type { SpecCatalog } from '../specCatalog.js';
import { statusWarnings } from '../changes/statusWarnings.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import { settingCommand } from '../changes/settingCommand.js';
import { isThere } from '../validation/checkFields.js';
import type { Needs } from '../services.js';

export interface UpdateSpecRequest {
  /** Number, folder name, name, id, path or a unique prefix. */
  readonly spec: string;
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  /** Replaces all tags. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  readonly reviewer?: string | undefined;
  /** References to specs, as `spec`; replaces all dependencies. */
  readonly dependsOn?: readonly string[] | undefined;
  readonly addDependencies?: readonly string[] | undefined;
  readonly removeDependencies?: readonly string[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly addRelated?: readonly string[] | undefined;
  readonly removeRelated?: readonly string[] | undefined;
  /** Declared custom fields by name, in their type or as text: `{ sprint: 5 }`. */
  readonly fields?: GivenFields | undefined;
  readonly unset?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** Corrects a date spectool keeps, `YYYY-MM-DD`. */
  readonly created?: string | undefined;
  /** As `created`; only of a complete spec, or together with the status. */
  readonly completed?: string | undefined;
  readonly force?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** The only way frontmatter changes: several fields are one change, all or none. */
export class UpdateSpec {
  static readonly needs = [
    'writeSession',
    'specCatalog',
    'specStore',
    'changeSpecs',
    'clock',
    'config',
  ] as const;
  readonly #access: WriteSession;
  readonly #catalog: SpecCatalog;
  readonly #store: SpecStore;
  readonly #changes: ChangeSpecs;
  readonly #clock: Clock;
  readonly #config: ProjectConfig;

  constructor(services: Needs<typeof UpdateSpec>) {
    this.#access = services.writeSession;
    this.#catalog = services.specCatalog;
    this.#store = services.specStore;
    this.#changes = services.changeSpecs;
    this.#clock = services.clock;
    this.#config = services.config;
  }

  async execute(request: UpdateSpecRequest): Promise<ChangeResult> {
    if (!asksForSomething(request)) {
      throw new SpectoolError('USAGE', 'Nothing to change was given.', {
        hint: `Say what: for example \`spectool update ${request.spec} --status in-progress\`.`,
      });
    }
    const wantedStatus = request.status === undefined ? undefined : knownStatus(request.status);
    return this.#access.change('update', (drafts) => {
      const folder = this.#catalog.find(request.spec);
      const before = this.#store.open(folder).frontmatter;
      const commands = this.#commands(request, wantedStatus);
      const [changed] = this.#changes.apply(drafts, [
        {
          folder,
          commands: (spec) => {
            const asked = commands(spec);
            refuseCycles(folder.ref, asked, this.#store);
            return asked;
          },
        },
      ]);
      if (changed === undefined) throw new SpectoolError('INTERNAL', 'The change was not carried out.');
      const unchanged: Warning = {
        code: 'UNCHANGED',
        message: `${folder.ref} is so already; nothing was changed.`,
      };
      const spec = this.#catalog.viewOf(changed.folder, changed.document);
      return {
        spec,
        events: changed.record ? historyEvents(changed.record, changed.folder.ref) : [],
        warnings: [
          ...(changed.record ? changeWarnings(changed) : [unchanged]),
          ...this.#requiredMissing(spec, request.unset, before, changed.document.frontmatter),
          ...(wantedStatus === undefined
            ? []
            : statusWarnings(
                spec,
                this.#store.documentPath(changed.folder),
                changed.document,
                this.#catalog,
                this.#config.features,
              )),
        ],
      };
    });
  }

  /** A field the configuration asks of every spec, taken away or asked to be. */
  #requiredMissing(
    spec: SpecView,
    unset: readonly string[] = [],
    before: JsonObject,
    after: JsonObject,
  ): readonly Warning[] {
    const isGone = (key: string) => !isThere(after[key]) && (isThere(before[key]) || unset.includes(key));
    return this.#config.frontmatter.required.filter(isGone).map((key) => ({
      code: 'FIELD_MISSING',
      message: `The configuration requires "${key}", which this spec no longer has.`,
      hint: `Give it a value with \`${settingCommand(spec.ref, key)}\`.`,
    }));
  }

  #commands(
    request: UpdateSpecRequest,
    status: Status | undefined,
  ): (spec: ActiveSpec) => readonly SpecCommand[] {
    const refs = (references: readonly string[] | undefined) =>
      references?.map((reference) => this.#catalog.find(reference).ref);
    const set = this.#fieldsToSet(request);
    const [dependsOn, addDependencies] = [refs(request.dependsOn), refs(request.addDependencies)];
    const [related, addRelated] = [refs(request.related), refs(request.addRelated)];
    return (spec) => {
      const commands: SpecCommand[] = [];
      if (status !== undefined) {
        const { force, reason } = request;
        commands.push({
          type: 'ChangeStatus',
          data: {
            to: status,
            today: this.#clock.today(),
            ...(force !== undefined && { force }),
            ...(reason !== undefined && { reason }),
          },
        });
      }
      for (const field of ['created', 'completed'] as const) {
        const to = request[field];
        if (to !== undefined) commands.push({ type: 'CorrectDate', data: { field, to } });
      }
      commands.push({ type: 'ChangeFields', data: { set, unset: scalarsToUnset(request.unset ?? []) } });
      commands.push({
        type: 'ChangeTags',
        data: members(
          request.unset?.includes('tags') === true ? [] : request.tags,
          request.addTags,
          request.removeTags,
        ),
      });
      for (const [field, replace, add, remove] of [
        ['depends_on', dependsOn, addDependencies, request.removeDependencies],
        ['related', related, addRelated, request.removeRelated],
      ] as const) {
        const unset =
          request.unset?.includes(field) === true ||
          (field === 'depends_on' && request.unset?.includes('depends-on') === true);
        commands.push({
          type: 'ChangeDependencies',
          data: { field, ...members(unset ? [] : replace, add, this.#removed(remove ?? [], spec, field)) },
        });
      }
      if (request.title !== undefined) commands.push({ type: 'Retitle', data: { title: request.title } });
      return commands;
    };
  }

  #fieldsToSet(request: UpdateSpecRequest): Readonly<Record<string, JsonValue>> {
    const set: Record<string, JsonValue> = {};
    for (const key of ['priority', 'assignee', 'reviewer'] as const) {
      const value = request[key];
      if (value !== undefined) set[key] = value;
    }
    for (const [key, value] of Object.entries(request.fields ?? {}))
      if (value !== undefined) set[key] = customFieldValue(key, value, this.#config.frontmatter);
    return set;
  }

  /** What to remove may be named as it stands, even when its spec is gone, or as any spec is named. */
  #removed(
    references: readonly string[],
    spec: ActiveSpec,
    field: 'depends_on' | 'related',
  ): readonly string[] {
    const value = spec.frontmatter[field];
    const current: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
    return references.map((reference) =>
      current.includes(reference) ? reference : this.#catalog.find(reference).ref,
    );
  }
}

function asksForSomething({ spec, force, reason, fields = {}, ...wishes }: UpdateSpecRequest): boolean {
  return [...Object.values(wishes), ...Object.values(fields)].some((wish) => wish !== undefined);
}

function scalarsToUnset(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => !['tags', 'depends_on', 'depends-on', 'related'].includes(key));
}

function members(replace?: readonly string[], add?: readonly string[], remove?: readonly string[]) {
  return { ...(replace && { replace }), ...(add && { add }), ...(remove && { remove }) };
}
