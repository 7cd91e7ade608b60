/** A problem that keeps spectool from reading or writing the frontmatter of one document. */
export interface DocumentProblem {
  readonly code:
    | 'MISSING_DOCUMENT'
    | 'DOCUMENT_UNREADABLE'
    | 'FRONTMATTER_MISSING'
    | 'FRONTMATTER_UNCLOSED'
    | 'FRONTMATTER_INVALID'
    | 'FRONTMATTER_LANGUAGE'
    | 'KEY_REPEATED'
    | 'MERGE_CONFLICT';
  readonly message: string;
  /** 1-based line number in the document. */
  readonly line?: number;
}
