/** A problem in one document; `broken` means that its frontmatter cannot be trusted for reading or writing. */
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
  /** 1-based line in the document. */
  readonly line?: number;
}
