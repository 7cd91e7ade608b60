/** A parsed query. */
export interface SearchQuery {
  /** The words for ranking, including phrases and required words. */
  readonly text: string;
  /** Quoted phrases, which must occur word by word. */
  readonly phrases: readonly string[];
  /** `+word`: must occur. */
  readonly required: readonly string[];
  /** `-word`, `-"two words"`: must not occur. */
  readonly excluded: readonly string[];
  /** `auth*`, `login~1`, including required and excluded ones: match similar words. */
  readonly patterns: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** Set if the whole query is a number: the spec with it comes first. */
  readonly sequence?: number;
  /** Set if the whole query is a file path: specs that name it come first. */
  readonly path?: string;
}

/** `status:planned`, `-tag:ui`, `created:2026-01..2026-03`; several values are alternatives. */
export interface QueryFilter {
  /** The field's name in a query: `tag`, not `tags`; or the name of a custom field. */
  readonly field: string;
  readonly values: readonly string[];
  readonly not: boolean;
}
