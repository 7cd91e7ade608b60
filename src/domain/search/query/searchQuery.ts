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
  /** `auth*`, `login~1`, also required or excluded ones: any word that is like them. */
  readonly patterns: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The whole query is a number: the spec that has it comes first. */
  readonly sequence?: number;
  /** The whole query is the path of a file: the specs that name it come first. */
  readonly path?: string;
}

/** `status:planned`, `-tag:ui`, `created:2026-01..2026-03`; several values are alternatives. */
export interface QueryFilter {
  /** What the field is called in a query: `tag`, not `tags`; or the name of a custom one. */
  readonly field: string;
  readonly values: readonly string[];
  readonly not: boolean;
}
