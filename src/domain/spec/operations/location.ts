import { retitle, titleOf, withWrittenTitle, writtenTitle } from '../../document/sections/headings.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { type Change, inverseFieldChange } from '../../fields/fieldChange.js';
import type { Labels, SpecFolder } from '../../naming/projectPath.js';
import { existingGroup, folderPattern, groupFields, groupFor } from '../../naming/folderPattern.js';
import type { StructureConfig } from '../../project/configuration.js';
import { dayOf } from '../../value/dates.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody, type ActiveSpec } from '../spec.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

/** The title, name, folder name or group of the spec was changed; fields that are absent did not change. */
export type SpecRenamed = Fact<
  'SpecRenamed',
  {
    readonly title?: Change<string>;
    /**
     * The title's heading as written, with markup or several lines, if it differs from the title; null if there is no such
     * heading.
     */
    readonly heading?: Change<string | null>;
    readonly name?: Change<string>;
    readonly ref?: Change<string>;
    readonly group?: Change<string | null>;
    /** The place of the documents of another tool, which stay where that tool keeps them. */
    readonly at?: Change<string | null>;
  }
>;

export const specRenamed: EventDefinition<SpecRenamed> = {
  type: 'SpecRenamed',
  apply: (spec, { title, heading, name, ref, group, at }) => {
    const labels: { at?: string } & Labels = {
      ...spec.labels,
      ...(name && { name: name.to }),
      ...(ref && { ref: ref.to }),
    };
    if (at && at.to !== null) labels.at = at.to;
    const written =
      heading === undefined ? spec : withBody(spec, (body) => withWrittenTitle(body, heading.to));
    return { ...written, title: title?.to ?? spec.title, labels: group ? inGroup(labels, group.to) : labels };
  },
  inverse: (spec, { title, heading, name, ref, group }) => {
    if (
      [title, heading, name, ref, group].every((change) => change === undefined || change.from === change.to)
    )
      return [];
    if (title !== undefined && title.to !== spec.title && shownAs(title.to, spec) !== spec.title)
      throw laterChangeError(spec, 'title', spec.title);
    if (ref !== undefined && ref.to !== spec.labels.ref)
      throw laterChangeError(spec, 'folder', spec.labels.ref);
    return [
      {
        type: 'SpecRenamed',
        data: {
          ...(title && titleChange(spec, title.from, heading?.from)),
          ...(name && { name: inverseFieldChange(name) }),
          ...(ref && { ref: inverseFieldChange(ref) }),
          ...(group && { group: inverseFieldChange(group) }),
        },
      },
    ];
  },
  writes: ({ title, ref, group }) => ({
    ...(title && { title: title.to }),
    ...(ref && { ref: ref.to }),
    ...(group && { group: group.to }),
  }),
};

/**
 * Returns the event data for a change of the title. The headings are included if they cannot be restored from the titles alone.
 * @param heading the new heading, if it differs from the title.
 */
export function titleChange(
  { title, text }: ActiveSpec,
  to: string,
  heading?: string | null,
): Pick<SpecRenamed['data'], 'title' | 'heading'> {
  const renamed = { title: { from: title, to } };
  if (text === undefined) return renamed;
  const { body } = text;
  const next = heading === undefined ? retitle(body, to) : withWrittenTitle(body, heading);
  if (heading === undefined && retitle(next, title) === body) return renamed;
  return { ...renamed, heading: { from: writtenTitle(body), to: writtenTitle(next) } };
}

/** Returns a title without markup, as it would be read back from the heading. */
function shownAs(title: string, { labels }: ActiveSpec): string {
  return titleOf({ text: retitle('', title), bodyStart: 0 }, labels.name);
}

function inGroup(labels: Labels, group: string | null): Labels {
  const { group: _left, ...rest } = labels;
  return group === null ? rest : { ...rest, group };
}

export type SpecRenumbered = Fact<
  'SpecRenumbered',
  Change<number | null> & {
    readonly ref: Change<string>;
    /** The folder names of specs whose links to this spec were adjusted. */
    readonly links?: readonly string[];
  }
>;

export const specRenumbered: EventDefinition<SpecRenumbered> = {
  type: 'SpecRenumbered',
  apply: (spec, { to, ref }) => ({ ...spec, labels: { ...spec.labels, sequence: to, ref: ref.to } }),
  inverse: (spec, { from, to, ref }) => {
    if (from === to && ref.from === ref.to) return [];
    if (ref.to !== spec.labels.ref) throw laterChangeError(spec, 'folder', spec.labels.ref);
    return [{ type: 'SpecRenumbered', data: { from: to, to: from, ref: inverseFieldChange(ref) } }];
  },
  writes: ({ to, ref }) => ({ sequence: to, ref: ref.to }),
};

export function decideRetitled(
  request: { readonly title: string },
  spec: ActiveSpec,
): readonly SpecRenamed[] {
  const title = fieldText('title', request.title);
  return title === spec.title ? [] : [{ type: 'SpecRenamed', data: titleChange(spec, title) }];
}

export function decideRenamed(
  { name, ref }: { readonly name: string; readonly ref: string },
  { labels }: ActiveSpec,
): readonly SpecRenamed[] {
  const data = { name: { from: labels.name, to: name }, ref: { from: labels.ref, to: ref } };
  return ref === labels.ref ? [] : [{ type: 'SpecRenamed', data }];
}

export function decideRenumbered(
  {
    to,
    ref,
    others,
  }: {
    readonly to: number;
    readonly ref: string;
    /** The other specs, needed to check that none of them has the number. */
    readonly others: readonly Pick<SpecFolder, 'sequence' | 'path'>[];
  },
  { labels }: ActiveSpec,
): readonly SpecRenumbered[] {
  if (to === labels.sequence && ref === labels.ref) return [];
  if (to !== labels.sequence) refuseTakenNumber(to, others);
  const data = { from: labels.sequence, to, ref: { from: labels.ref, to: ref } };
  return [{ type: 'SpecRenumbered', data }];
}

/**
 * Checks that no other spec folder has the number.
 * @throws SpectoolError `NUMBER_TAKEN` if another folder has it.
 */
export function refuseTakenNumber(
  to: number,
  others: readonly Pick<SpecFolder, 'sequence' | 'path'>[],
): void {
  const holder = others.find(({ sequence }) => sequence === to);
  if (holder === undefined) return;
  throw new SpectoolError('NUMBER_TAKEN', `The number ${String(to)} belongs to ${holder.path}.`, {
    hint: 'Renumber the other spec first, or omit the number to use the next free one.',
    details: { number: to, holder: holder.path },
  });
}

/**
 * Returns the events that move a spec to another group after a change of fields that determine the group. Setting such a field to
 * its old value counts as a change, so that a spec without a group can get one.
 * @param said the fields that the command set or unset.
 * @param groups returns the group folders that already exist in the project.
 * @throws SpectoolError `FIELD_INVALID` if the new values do not determine a group, but the old values did.
 */
export function decideGroup(
  before: ActiveSpec,
  after: ActiveSpec,
  structure: StructureConfig,
  said: readonly string[],
  groups: () => readonly string[],
): readonly SpecRenamed[] {
  if (before.labels.at !== undefined || folderPattern(structure).group === '') return [];
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
  return is === undefined ||
    (is === was && !groupFields(folderPattern(structure).group).some((field) => said.includes(field)))
    ? []
    : movedTo(existingGroup(is, groups()), after);
}

/**
 * Returns the event that moves the spec to another group.
 * @param to the new group; `''` for no group.
 */
function movedTo(to: string, { labels }: ActiveSpec): readonly SpecRenamed[] {
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
