import type { Labels } from '../../naming/labels.js';
import type { Change } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn, swapped } from '../undoing.js';

/** Its title, its name and folder, or the group it stands in: what is absent stayed. */
export type SpecRenamed = Fact<
  'SpecRenamed',
  {
    readonly title?: Change<string>;
    readonly name?: Change<string>;
    readonly ref?: Change<string>;
    readonly group?: Change<string | null>;
  }
>;

export const specRenamed: EventDefinition<SpecRenamed> = {
  type: 'SpecRenamed',
  apply: (spec, { title, name, ref, group }) => {
    const labels = { ...spec.labels, ...(name && { name: name.to }), ...(ref && { ref: ref.to }) };
    return { ...spec, title: title?.to ?? spec.title, labels: group ? inGroup(labels, group.to) : labels };
  },
  inverse: (spec, { title, name, ref, group }) => {
    if ([title, name, ref, group].every((change) => change === undefined || change.from === change.to))
      return [];
    if (title !== undefined && title.to !== spec.title) throw movedOn(spec, 'title', spec.title);
    if (ref !== undefined && ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
    return [
      {
        type: 'SpecRenamed',
        data: {
          ...(title && { title: swapped(title) }),
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

function inGroup(labels: Labels, group: string | null): Labels {
  const { group: _left, ...rest } = labels;
  return group === null ? rest : { ...rest, group };
}
