import { retitle, titleOf, withWrittenTitle, writtenTitle } from '../../document/sections/headings.js';
import type { Change } from '../../fields/fieldChange.js';
import type { Labels } from '../../naming/projectPath.js';
import { type EventDefinition, type Fact, movedOn, swapped } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { withBody } from '../criteriaInText.js';

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
  }
>;

const specRenamed: EventDefinition<SpecRenamed> = {
  type: 'SpecRenamed',
  apply: (spec, { title, heading, name, ref, group }) => {
    const labels = { ...spec.labels, ...(name && { name: name.to }), ...(ref && { ref: ref.to }) };
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
      throw movedOn(spec, 'title', spec.title);
    if (ref !== undefined && ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
    return [
      {
        type: 'SpecRenamed',
        data: {
          ...(title && retitled(spec, title.from, heading?.from)),
          ...(name && { name: swapped(name) }),
          ...(ref && { ref: swapped(ref) }),
          ...(group && { group: swapped(group) }),
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
export function retitled(
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

/** Returns the title as it is read from a heading into which it was written: without its markup. */
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

const specRenumbered: EventDefinition<SpecRenumbered> = {
  type: 'SpecRenumbered',
  apply: (spec, { to, ref }) => ({ ...spec, labels: { ...spec.labels, sequence: to, ref: ref.to } }),
  inverse: (spec, { from, to, ref }) => {
    if (from === to && ref.from === ref.to) return [];
    if (ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
    return [{ type: 'SpecRenumbered', data: { from: to, to: from, ref: swapped(ref) } }];
  },
  writes: ({ to, ref }) => ({ sequence: to, ref: ref.to }),
};

export type SpecArchived = Fact<'SpecArchived', { readonly kept?: true; readonly reason?: string }>;

const specArchived: EventDefinition<SpecArchived, Fact<'SpecUnarchived', SpecArchived['data']>> = {
  type: 'SpecArchived',
  apply: ({ claim: _ended, ...spec }) => ({ ...spec, labels: { ...spec.labels, archived: true } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (!spec.labels.archived) throw movedOn(spec, 'place', 'active');
    return [{ type: 'SpecUnarchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: true }),
};

/** The spec was moved out of the archive. If this event reverts an archiving, `reason` is the reason of the archiving. */
export type SpecUnarchived = Fact<'SpecUnarchived', { readonly kept?: true; readonly reason?: string }>;

const specUnarchived: EventDefinition<SpecUnarchived, Fact<'SpecArchived', SpecUnarchived['data']>> = {
  type: 'SpecUnarchived',
  apply: (spec) => ({ ...spec, labels: { ...spec.labels, archived: false } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (spec.labels.archived) throw movedOn(spec, 'place', 'archived');
    return [{ type: 'SpecArchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: false }),
};

export const LOCATION_EVENTS = [specRenamed, specRenumbered, specArchived, specUnarchived] as const;
