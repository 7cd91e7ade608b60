import { retitle, titleOf, withWrittenTitle, writtenTitle } from '../../document/title.js';
import type { Labels } from '../../naming/labels.js';
import type { Change } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { withBody } from '../textFacts.js';
import { movedOn, swapped } from '../undoing.js';

/** Its title, its name and folder, or the group it stands in: what is absent stayed. */
export type SpecRenamed = Fact<
  'SpecRenamed',
  {
    readonly title?: Change<string>;
    /** The title as its heading has it, null where it has none, where that is more than the title tells: markup, several lines. */
    readonly heading?: Change<string | null>;
    readonly name?: Change<string>;
    readonly ref?: Change<string>;
    readonly group?: Change<string | null>;
  }
>;

export const specRenamed: EventDefinition<SpecRenamed> = {
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
 * What records another title, with the heading where the title alone does not bring back what stands there.
 * @param heading the text that the heading is to have, where it is more than the title.
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

/** A title is recorded as it was given, and read without its markup. */
function shownAs(title: string, { labels }: ActiveSpec): string {
  return titleOf({ text: retitle('', title), bodyStart: 0 }, labels.name);
}

function inGroup(labels: Labels, group: string | null): Labels {
  const { group: _left, ...rest } = labels;
  return group === null ? rest : { ...rest, group };
}
