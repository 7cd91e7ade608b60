import type { Edge } from '../../domain/graph/edge.js';
import type { MemberRequest, SpecCommand } from '../../domain/spec/commands.js';
import { customFieldValue, type GivenFields } from '../../domain/spec/customField.js';
import {
  type FieldRequest,
  isSetField,
  keyNamed,
  type MemberRequests,
  type ReferenceField,
  SCALAR_ROWS,
  SET_ROWS,
} from '../../domain/spec/fields.js';
import { membersOf } from '../../domain/spec/setMembers.js';
import { knownStatus } from '../../domain/spec/knownValue.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { Status } from '../../domain/spec/status.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { Clock } from '../../ports/clock.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import { changedResult, type ChangeResult } from '../changes/changeResult.js';
import type { SpecCatalog } from '../specCatalog.js';
import { statusWarnings } from '../changes/statusWarnings.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import { featureFields } from '../../domain/project/featureFields.js';
import { settingAdvice } from '../changes/settingAdvice.js';
import { isThere } from '../validation/checkFields.js';
import type { Needs } from '../services.js';
import { fieldValues, flag, required, text, texts, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';
import { FIELD_REQUEST, MEMBER_REQUESTS } from '../changes/fieldRequests.js';

/** A set given whole replaces its members. */
export interface UpdateSpecRequest extends FieldRequest, MemberRequests {
  /** Number, folder name, name, id, path or a unique prefix. */
  readonly spec: string;
  readonly status?: string | undefined;
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
export class UpdateSpec extends UseCase<UpdateSpecRequest, ChangeResult> {
  static readonly needs = [
    'writeSession',
    'specCatalog',
    'specStore',
    'changeSpecs',
    'clock',
    'config',
  ] as const;
  static readonly request: RequestSchema<UpdateSpecRequest> = {
    ...FIELD_REQUEST,
    ...MEMBER_REQUESTS,
    spec: required(text),
    status: text,
    fields: fieldValues,
    unset: texts,
    title: text,
    created: text,
    completed: text,
    force: flag,
    reason: text,
  };
  readonly #access: WriteSession;
  readonly #catalog: SpecCatalog;
  readonly #store: SpecStore;
  readonly #changes: ChangeSpecs;
  readonly #clock: Clock;
  readonly #config: ProjectConfig;

  constructor(services: Needs<typeof UpdateSpec>) {
    super();
    this.#access = services.writeSession;
    this.#catalog = services.specCatalog;
    this.#store = services.specStore;
    this.#changes = services.changeSpecs;
    this.#clock = services.clock;
    this.#config = services.config;
  }

  protected override async run(request: UpdateSpecRequest): Promise<ChangeResult> {
    if (!asksForSomething(request)) {
      throw new SpectoolError('USAGE', 'No change was given.', {
        hint: 'Name at least one change.',
        advice: [
          {
            useCase: 'updateSpec',
            request: { spec: request.spec, status: 'in-progress' },
            to: 'start work on it, for example',
          },
        ],
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
          commands,
        },
      ]);
      if (changed === undefined) throw new SpectoolError('INTERNAL', 'The change was not made.');
      const { spec, events, warnings } = changedResult(this.#catalog, changed);
      const unchanged: Warning = {
        code: 'UNCHANGED',
        message: `${folder.ref} already has these values; nothing was changed.`,
      };
      return {
        spec,
        events,
        warnings: [
          ...(changed.record === undefined && warnings.length === 0 ? [unchanged] : warnings),
          ...this.#requiredMissing(spec, request.unset?.map(keyNamed), before, changed.document.frontmatter),
          ...(wantedStatus === undefined
            ? []
            : statusWarnings(
                spec,
                this.#store.documentPath(changed.folder),
                changed.document,
                this.#catalog,
                this.#config,
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
      advice: [settingAdvice(spec.ref, key)],
    }));
  }

  #commands(
    request: UpdateSpecRequest,
    status: Status | undefined,
  ): (spec: ActiveSpec) => readonly SpecCommand[] {
    const refs = (references: readonly string[] | undefined) =>
      references?.map((reference) => this.#catalog.find(reference).ref);
    const set = this.#fieldsToSet(request);
    const unset = (request.unset ?? []).map(keyNamed);
    const sets = SET_ROWS.map(({ key, name, kind, members }) => {
      const [given, add, remove] = [request[name], request[`add${members}`], request[`remove${members}`]];
      const replace = unset.includes(key) ? [] : given;
      return kind === 'references'
        ? { key, replace: refs(replace), add: refs(add), remove }
        : { key, replace, add, remove };
    });
    return (spec) => {
      const commands: SpecCommand[] = [];
      if (status !== undefined) {
        const { force, reason } = request;
        commands.push({
          type: 'ChangeStatus',
          data: {
            to: status,
            today: this.#clock.today(),
            completeNeeds: this.#config.workflow.completeNeeds,
            ...(force !== undefined && { force }),
            ...(reason !== undefined && { reason }),
          },
        });
      }
      for (const field of ['created', 'completed'] as const) {
        const to = request[field];
        if (to !== undefined) commands.push({ type: 'CorrectDate', data: { field, to } });
      }
      commands.push({
        type: 'ChangeFields',
        data: { set, unset: unset.filter((key) => !isSetField(key)), declared: this.#declared() },
      });
      for (const { key, replace, add, remove } of sets) {
        if (key === 'tags') commands.push({ type: 'ChangeTags', data: memberRequest(replace, add, remove) });
        else {
          const removed = remove?.map((reference) => this.#removed(reference, spec, key));
          commands.push({
            type: 'ChangeDependencies',
            data: {
              field: key,
              ...memberRequest(replace, add, removed),
              ...(key === 'depends_on' &&
                [...(replace ?? []), ...(add ?? [])].length > 0 && { needs: this.#needs() }),
            },
          });
        }
      }
      if (request.title !== undefined) commands.push({ type: 'Retitle', data: { title: request.title } });
      return commands;
    };
  }

  #declared(): readonly string[] {
    const { frontmatter, features } = this.#config;
    const { custom, optional, required } = frontmatter;
    return [...Object.keys(custom), ...optional, ...required, ...featureFields(features)];
  }

  #fieldsToSet(request: UpdateSpecRequest): Readonly<Record<string, JsonValue>> {
    const set: Record<string, JsonValue> = {};
    for (const { key, name } of SCALAR_ROWS) {
      const value = request[name];
      if (value !== undefined) set[key] = value;
    }
    for (const [key, value] of Object.entries(request.fields ?? {}))
      if (value !== undefined) set[key] = customFieldValue(key, value, this.#config.frontmatter);
    return set;
  }

  /** What every spec needs: read only when a dependency is added. */
  #needs(): readonly Edge[] {
    return this.#store
      .summaries()
      .flatMap(({ folder, frontmatter }) =>
        membersOf(frontmatter, 'depends_on').map((to) => ({ from: folder.ref, to })),
      );
  }

  /** What to remove may be named as it stands, even when its spec is gone, or as any spec is named. */
  #removed(reference: string, spec: ActiveSpec, field: ReferenceField): string {
    return membersOf(spec.frontmatter, field).includes(reference)
      ? reference
      : this.#catalog.find(reference).ref;
  }
}

function asksForSomething({ spec, force, reason, fields = {}, ...wishes }: UpdateSpecRequest): boolean {
  return [...Object.values(wishes), ...Object.values(fields)].some((wish) => wish !== undefined);
}

function memberRequest(
  replace?: readonly string[],
  add?: readonly string[],
  remove?: readonly string[],
): MemberRequest {
  return { ...(replace && { replace }), ...(add && { add }), ...(remove && { remove }) };
}
