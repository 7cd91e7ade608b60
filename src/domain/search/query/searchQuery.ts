/** A parsed search query. */
export interface SearchQuery {
  /** The words for ranking, including phrases and required words. */
  readonly text: string;
  /** Quoted phrases, which must occur word by word. */
  readonly phrases: readonly string[];
  /** Words written as `+word`, which must occur. */
  readonly required: readonly string[];
  /** Words and phrases written as `-word` or `-"two words"`, which must not occur. */
  readonly excluded: readonly string[];
  /** Words such as `auth*` and `login~1`, which match similar words; required and excluded ones are included. */
  readonly patterns: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The number, if the whole query is a number; the spec with this number comes first. */
  readonly sequence?: number;
  /** The path, if the whole query is a file path; specs that contain this path come first. */
  readonly path?: string;
}

/**
 * A filter of a query, such as `status:planned`, `-tag:ui` or `created:2026-01..2026-03`. A spec passes if its field has one of
 * the values.
 */
export interface QueryFilter {
  /** The name of the field as in a query (`tag`, not `tags`), or the name of a custom field. */
  readonly field: string;
  readonly values: readonly string[];
  readonly not: boolean;
}
