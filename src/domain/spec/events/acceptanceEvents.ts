import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Acceptance } from '../spec.js';

/** An actor read the spec again after its code or its dependencies changed, and found that it is still right. */
export type SpecAccepted = Fact<'SpecAccepted', Acceptance & { readonly reason?: string }>;

const specAccepted: EventDefinition<SpecAccepted, AcceptanceWithdrawn> = {
  type: 'SpecAccepted',
  apply: (spec, { code }) => ({ ...spec, accepted: { ...(code !== undefined && { code }) } }),
  inverse: (_, { code }) => [{ type: 'AcceptanceWithdrawn', data: code === undefined ? {} : { code } }],
};

/** The last acceptance was undone, so that changes of code and dependencies are reported again. */
export type AcceptanceWithdrawn = Fact<'AcceptanceWithdrawn', Acceptance>;

const acceptanceWithdrawn: EventDefinition<AcceptanceWithdrawn, SpecAccepted> = {
  type: 'AcceptanceWithdrawn',
  apply: ({ accepted: _withdrawn, ...spec }) => spec,
  inverse: (_, data) => [{ type: 'SpecAccepted', data }],
};

export const ACCEPTANCE_EVENTS = [specAccepted, acceptanceWithdrawn] as const;
