/** Where in a spec a word stands. The order is stored: positions of a document run through the fields in it. */
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
/** Counts of a term in a document: one for each field. */
export const FIELD_COUNT = SEARCH_FIELDS.length;
export const [TITLE, LEAD] = [SEARCH_FIELDS.indexOf('title'), SEARCH_FIELDS.indexOf('lead')];
/** So many are the spec's own text: what is beside it does not make it longer, nor is it what it is about. */
export const OWN_FIELDS = SEARCH_FIELDS.indexOf('values');

/**
 * The text of one spec by field; `lead` is what of the document says what it is for, `body` the rest, `files` are its further Markdown files, `values` what fields of the frontmatter hold, `attached` its
 * other files of text.
 */
export type FieldTexts = Readonly<Record<SearchField, string>>;
