import { alreadyClaimed, holderOf, isHeldBy, leaseMs } from '../../claims/claims.js';
import { reasonNeeded, SpectoolError } from '../../errors/spectoolError.js';
import { customFieldValue, fieldText } from '../../fields/customField.js';
import { defaultValue, validField } from './fieldDecisions.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import { isSamePerson, personText } from '../../fields/person.js';
import {
  fieldRank,
  type FieldRequest,
  isStandardField,
  REQUESTED_FIELDS,
} from '../../fields/standardFields.js';
import { formatFolderName } from '../../naming/folderName.js';
import { existingGroup, folderPattern, groupFields, groupFor } from '../../naming/folderPattern.js';
import { featureFields } from '../../project/configRules.js';
import type { FrontmatterConfig, StructureConfig } from '../../project/configuration.js';
import { TEMPLATES_FOLDER } from '../../project/projectFolders.js';
import type { TemplateDefault } from '../../template/template.js';
import { memberText } from '../../trace/codeGlobs.js';
import { firstOf } from '../../value/collections.js';
import { dayOf } from '../../value/dates.js';
import type { JsonObject, JsonValue } from '../../value/jsonValue.js';
import { criteriaToKeep } from '../criteriaInText.js';
import type { SpecCreated } from '../events/lifecycleEvents.js';
import type { SpecRenamed } from '../events/locationEvents.js';
import type { ActiveSpec } from '../spec.js';
import type { ClaimRequest, CreationRequest, SpecCommand, SpecRequests } from '../specCommands.js';
import type { SpecEvent } from '../specEvents.js';
import { refuseArchived } from './decideArchive.js';

/**
 * Returns the events that claim a spec, which also set its assignee and status. A claim by the current holder changes nothing,
 * unless the lease or the session differs.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec, `NOT_CLAIMABLE` if it cannot be claimed,
 * `FIELD_INVALID` if an argument is wrong.
 */
export function decideClaim(request: ClaimRequest, spec: ActiveSpec): readonly SpecEvent[] {
  const { claimant, lease, elsewhere, steal = false } = request;
  if (leaseMs(lease) === undefined)
    throw new SpectoolError('FIELD_INVALID', `"${lease}" is not a valid lease.`, {
      hint: 'Give minutes, hours or days, 30 days at most: 30m, 4h, 2d.',
      details: { field: 'lease' },
    });
  const reason = request.reason === undefined ? undefined : fieldText('reason', request.reason);
  refuseClosed(spec);
  const [need] = spec.frontmatter['status'] === 'planned' ? (request.needs ?? []) : [];
  if (need !== undefined) throw need.refusal;
  const own = holderOf(spec, claimant.now);
  const other = [own, elsewhere].find((one) => one !== undefined && !isHeldBy(one, claimant));
  if (other !== undefined && !steal) throw alreadyClaimed(spec.labels.ref, other);
  if (other !== undefined && reason === undefined)
    throw reasonNeeded(`Taking ${spec.labels.ref} over from ${personText(other.by)} needs a reason.`, {
      useCase: 'claimSpecs',
      request: { specs: [spec.labels.ref], steal },
      needs: ['reason'],
    });
  const goesOn =
    own?.session !== undefined && claimant.session !== undefined && own.session !== claimant.session;
  const isSame = spec.claim?.lease === lease && spec.claim.byUpdate !== true && !goesOn;
  if (own !== undefined && other === undefined && isSame) return [];
  const { by, place, session } = claimant;
  const [status, assignee] = [valueAt(spec.frontmatter, 'status'), valueAt(spec.frontmatter, 'assignee')];
  const isOwn = typeof assignee === 'string' && isSamePerson(assignee, by);
  const isByClaim = typeof assignee === 'string' && isSamePerson(spec.claim?.by, assignee);
  const assignedBefore = isOwn || isByClaim ? spec.claim?.assignedBefore : assignee;
  return [
    {
      type: 'SpecClaimed',
      data: {
        by,
        lease,
        ...(place !== undefined && { place }),
        ...(session !== undefined && { session }),
        ...(typeof assignedBefore === 'string' && other === undefined && { assignedBefore }),
        ...(goesOn && other === undefined && { goesOn: true as const }),
        ...(other !== undefined && { stolenFrom: other.by, reason: reason ?? '' }),
      },
    },
    ...(status === 'in-progress'
      ? []
      : [
          {
            type: 'StatusChanged' as const,
            data: { from: status, to: 'in-progress', ...criteriaToKeep(spec) },
          },
        ]),
    ...(isOwn ? [] : [assigned({ from: assignee, to: by })]),
  ];
}

/**
 * Returns the events that release the claimant's claim, even after its lease ended. The spec is assigned again to the person to
 * whom it was assigned before the claim. With `toPlanned`, the status becomes planned again.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec.
 */
export function decideRelease(
  { claimant, toPlanned = false }: SpecRequests['Release'],
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const { claim, frontmatter, labels } = spec;
  const holder = holderOf(spec, claimant.now);
  const isClaimed = holder !== undefined && holder.byUpdate !== true;
  if (isClaimed && !isHeldBy(holder, claimant)) throw alreadyClaimed(labels.ref, holder);
  if (claim === undefined || claim.over === true || !isHeldBy(claim, claimant)) return [];
  const { assignee } = frontmatter;
  const isTheirs = typeof assignee === 'string' && isSamePerson(assignee, claim.by);
  return [
    { type: 'ClaimReleased', data: {} },
    ...(toPlanned && frontmatter['status'] === 'in-progress'
      ? [{ type: 'StatusChanged' as const, data: { from: 'in-progress', to: 'planned' } }]
      : []),
    ...(isTheirs ? [assigned({ from: assignee, to: claim.assignedBefore ?? null })] : []),
  ];
}

function assigned(assignee: Change): SpecEvent {
  return { type: 'FieldsChanged', data: { changes: { assignee } } };
}

function refuseClosed(spec: ActiveSpec): void {
  refuseArchived('NOT_CLAIMABLE', spec);
  const { status } = spec.frontmatter;
  if (status === 'planned' || status === 'in-progress') return;
  const { ref } = spec.labels;
  const why =
    status === 'complete'
      ? 'is complete, so there is nothing to work on'
      : `has the unknown status ${JSON.stringify(status ?? null)}, so it cannot be claimed`;
  throw new SpectoolError('NOT_CLAIMABLE', `${ref} ${why}.`, {
    advice: [
      {
        useCase: 'updateSpec',
        request: { spec: ref, status: 'in-progress', force: true },
        needs: ['reason'],
        to: 'set the spec in progress first',
      },
    ],
    details: { spec: ref },
  });
}

/**
 * Returns the event that creates a spec, with the status planned and the day of creation. Its fields determine its group.
 * @throws SpectoolError `FIELD_INVALID` if the value of a field is not allowed.
 */
export function decideCreation(request: CreationRequest): readonly SpecCreated[] {
  const { sequence, name, title, created, config } = request;
  const frontmatter = newFields(request);
  const group = existingGroup(groupFor(config.structure, frontmatter, created), request.groups);
  const ref = formatFolderName(config.structure, { sequence, name, created });
  const labels = { sequence, name, ref, ...(group !== '' && { group }), archived: false };
  return [{ type: 'SpecCreated', data: { ...labels, title, frontmatter } }];
}

/**
 * Returns the frontmatter of the new spec, in the standard order of fields. Given values override the template's defaults; empty
 * fields are left out.
 */
function newFields({ id, given, template, created, config }: CreationRequest): JsonObject {
  const fromTemplate = (key: string): JsonValue | undefined => {
    const found = template.defaults.get(key);
    return found === undefined || isEmpty(found.value)
      ? undefined
      : checkedDefault(key, found, template.file, config.frontmatter);
  };
  const custom = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(given.fields ?? {}))
    if (value !== undefined) custom.set(key, customFieldValue(key, value, config.frontmatter));
  const fields: [string, JsonValue | undefined][] = [
    ['status', 'planned'],
    ['created', created],
  ];
  for (const { key, name } of REQUESTED_FIELDS) {
    const value = given[name as keyof FieldRequest];
    const asked = value === undefined || isTexts(value) ? list(key, value) : validField(key, value);
    fields.push([key, asked ?? fromTemplate(key)]);
  }
  for (const key of template.defaults.keys())
    if (!isStandardField(key) && !custom.has(key)) fields.push([key, fromTemplate(key)]);
  for (const key of featureFields(config.features)) {
    const isGiven = custom.has(key) || fields.some(([field, value]) => field === key && !isEmpty(value));
    const isText = (config.frontmatter.custom[key] ?? 'string') === 'string';
    if (!isGiven && isText) custom.set(key, 'pending');
  }
  return Object.fromEntries(
    [...fields, ...custom, ['id', id] as const]
      .flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, value] as const]))
      .sort(([a], [b]) => fieldRank(a) - fieldRank(b)),
  );
}

/**
 * Returns the template's default for a field after checking its type, so that a wrong type is reported at creation and not by
 * `validate` in every spec.
 */
function checkedDefault(
  key: string,
  found: TemplateDefault,
  file: string,
  config: FrontmatterConfig,
): JsonValue {
  try {
    return defaultValue(key, found, config);
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    const hints = [
      ...found.unknown.map((name) => `There is no value for the placeholder {${name}}.`),
      error.hint ?? '',
      `Correct ${key} in the template's frontmatter.`,
    ];
    throw new SpectoolError(error.code, `${TEMPLATES_FOLDER}/${file}: ${error.message}`, {
      hint: hints.filter((hint) => hint !== '').join(' '),
      details: error.details ?? { field: key },
    });
  }
}

function isTexts(value: string | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function list(field: string, members: readonly string[] | undefined): readonly string[] | undefined {
  if (members === undefined || members.length === 0) return undefined;
  return [...new Set(members.map((member) => memberText(field, member)))];
}

function isEmpty(value: JsonValue | undefined): value is undefined | null {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Returns the events that delete a spec. If files in its folder are not committed, `force` is needed.
 * @throws SpectoolError `NOT_IN_HEAD` if files are not committed and `force` is not set, `FIELD_INVALID` for an empty reason.
 */
export function decideDeletion(
  request: SpecRequests['Delete'],
  { labels }: ActiveSpec,
): readonly SpecEvent[] {
  if (request.reason.trim() === '')
    throw reasonNeeded('A deletion needs a reason.', {
      useCase: 'deleteSpec',
      request: { spec: labels.ref },
      needs: ['reason'],
    });
  const reason = fieldText('reason', request.reason);
  const { unsaved, complaint } = request;
  if (unsaved.length > 0 && request.force !== true) {
    const files = firstOf(unsaved);
    throw new SpectoolError(
      'NOT_IN_HEAD',
      complaint === undefined
        ? `${labels.ref} has changes that are not in git's HEAD: ${files}.`
        : `Cannot check whether git's HEAD has ${files}: ${complaint}.`,
      {
        hint: complaint === undefined ? 'Commit them first.' : 'Run `git status` to see what is wrong.',
        advice: [
          {
            useCase: 'deleteSpec',
            request: { spec: labels.ref, reason, force: true },
            to: 'delete the spec anyway; its folder is kept in .spectool/trash/',
          },
        ],
        details: { unsaved },
      },
    );
  }
  return [{ type: 'SpecDeleted', data: { reason } }];
}

/**
 * Returns the events that move a spec to another group, if fields that determine its group were changed. Setting such a field to
 * the same value counts too, so that a spec without a group can get one.
 * @param groups returns the group folders that already exist in the project.
 * @throws SpectoolError `FIELD_INVALID` if the new values do not determine a group, but the old values did.
 */
export function decideGroup(
  before: ActiveSpec,
  after: ActiveSpec,
  structure: StructureConfig,
  commands: readonly SpecCommand[],
  groups: () => readonly string[],
): readonly SpecRenamed[] {
  if (folderPattern(structure).group === '') return [];
  const was = named(before, structure);
  const is = named(after, structure);
  if (is instanceof SpectoolError) {
    // The values did not determine a group before this change either, so this is not an error.
    if (was instanceof SpectoolError) return [];
    const { code, message, hint, details } = is;
    throw new SpectoolError(code, message, {
      ...(hint !== undefined && { hint }),
      ...(details && { details }),
    });
  }
  return is === undefined || (is === was && !isSaid(commands, structure))
    ? []
    : decideRegrouped({ to: existingGroup(is, groups()) }, after);
}

function isSaid(commands: readonly SpecCommand[], structure: StructureConfig): boolean {
  const said = commands.flatMap((command) =>
    command.type === 'ChangeFields' ? [...Object.keys(command.data.set), ...command.data.unset] : [],
  );
  return groupFields(folderPattern(structure).group).some((field) => said.includes(field));
}

/**
 * Returns the event that moves the spec to another group.
 * @param request the new group; `''` for no group.
 */
export function decideRegrouped(
  { to }: SpecRequests['Regroup'],
  { labels }: ActiveSpec,
): readonly SpecRenamed[] {
  const from = labels.group ?? '';
  if (from === to) return [];
  const group = { from: from === '' ? null : from, to: to === '' ? null : to };
  return [{ type: 'SpecRenamed', data: { group } }];
}

/**
 * Returns the group that the spec's fields determine, or the error if the fields do not determine a group; undefined for a spec
 * without a creation date.
 */
function named({ frontmatter }: ActiveSpec, structure: StructureConfig): string | SpectoolError | undefined {
  const created = dayOf(frontmatter['created']) ?? dayOf(frontmatter['created_at']);
  if (created === undefined) return undefined;
  try {
    return groupFor(structure, frontmatter, created);
  } catch (error) {
    if (error instanceof SpectoolError) return error;
    throw error;
  }
}
