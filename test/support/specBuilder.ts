import type { SpecView } from '../../src/domain/spec/specView.js';

/** Returns a planned spec with the number `sequence` and the properties in `changes`. */
export function aSpec(sequence: number, changes: Partial<SpecView> = {}): SpecView {
  const name = `spec-${sequence}`;
  const ref = `${String(sequence).padStart(3, '0')}-${name}`;
  return {
    id: `uid${sequence}`,
    sequence,
    name,
    ref,
    path: `specs/${ref}`,
    title: `Spec ${sequence}`,
    status: 'planned',
    created: '2026-01-01',
    updated: '2026-01-01T00:00:00Z',
    updatedFrom: 'log',
    tags: [],
    dependsOn: [],
    related: [],
    fields: {},
    archived: false,
    ...changes,
  };
}
