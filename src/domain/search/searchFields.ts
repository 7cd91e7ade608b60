/** Where in a spec a word stands. The order is stored: positions of a document run through the fields in it. */
export const SEARCH_FIELDS = ['title', 'tags', 'headings', 'body', 'files'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** The text of one spec by field; `files` are its further Markdown files. */
export type FieldTexts = Readonly<Record<SearchField, string>>;
