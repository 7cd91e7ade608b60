/**
 * The search fields of a spec, in which a word may occur. Their order must not change, because positions in the stored index
 * depend on it.
 */
export const SEARCH_FIELDS = [
  'title',
  'tags',
  'headings',
  'lead',
  'body',
  'files',
  'values',
  'attached',
] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];
/** The number of counts that a term has in a document: one for each search field. */
export const FIELD_COUNT = SEARCH_FIELDS.length;
export const [TITLE, LEAD] = [SEARCH_FIELDS.indexOf('title'), SEARCH_FIELDS.indexOf('lead')];
/**
 * The number of search fields that are the spec's own text; the remaining fields do not count for the spec's length and topic.
 */
export const OWN_FIELDS = SEARCH_FIELDS.indexOf('values');

/**
 * The text of one spec by field: `lead` is the part that describes its purpose, `body` the rest, `files` further Markdown files,
 * `values` frontmatter values, and `attached` other text files.
 */
export type FieldTexts = Readonly<Record<SearchField, string>>;
