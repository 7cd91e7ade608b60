import type { JsonValue } from '../../value/json.js';
import { type Change, withField } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { reversedChange } from '../undoing.js';

export type StatusChanged = Fact<
  'StatusChanged',
  {
    readonly from: JsonValue;
    readonly to: JsonValue;
    /** The completion date this change set (a day) or removed (`null`); absent when it touched none. */
    readonly completed?: Change;
    readonly forced?: true;
    readonly reason?: string;
    /** How many criteria were open when it was completed by force. */
    readonly openCriteria?: number;
  }
>;

export const statusChanged: EventDefinition<StatusChanged> = {
  type: 'StatusChanged',
  apply: ({ claim, ...spec }, { to, completed }) => {
    const frontmatter = withField(spec.frontmatter, 'status', to);
    return {
      ...spec,
      // Who works on it is said of what is being worked on.
      ...(claim !== undefined && to === 'in-progress' && { claim }),
      frontmatter: completed ? withField(frontmatter, 'completed', completed.to) : frontmatter,
    };
  },
  inverse: (spec, { from, to, completed }) => [
    {
      type: 'StatusChanged',
      data: {
        ...reversedChange(spec, 'status', { from, to }),
        ...(completed && { completed: reversedChange(spec, 'completed', completed) }),
      },
    },
  ],
  writes: ({ to, completed }) => ({ status: to, ...(completed && { completed: completed.to }) }),
};
