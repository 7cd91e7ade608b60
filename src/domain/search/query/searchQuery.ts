/** What a person typed, taken apart. */
export interface SearchQuery {
  /** Words to rank by, phrases and required words among them. */
  readonly text: string;
  /** Quoted: must stand in the spec word by word. */
  readonly phrases: readonly string[];
  /** `+word`: must be there. */
  readonly required: readonly string[];
  /** `-word`, `-"two words"`: must not be there. */
  readonly excluded: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The whole query is a number: the spec that has it comes first. */
  readonly sequence?: number;
}

export const FILTER_FIELDS = ['status', 'tag', 'assignee', 'reviewer', 'priority', 'created'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** `status:planned`, `-tag:ui`, `created:2026-01..2026-03`; several values are alternatives. */
export interface QueryFilter {
  readonly field: FilterField;
  readonly values: readonly string[];
  readonly not: boolean;
}
