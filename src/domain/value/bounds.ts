/**
 * The limits that a user may notice, one for each rule. Limits that only protect against rare, huge input are defined in the code
 * that reads the input.
 */
export const BOUNDS = {
  /** Bytes of a document, of standard input, and of any other text that is read as a whole. */
  document: 50 * 1024 ** 2,
  /** Bytes of a file of the log, and of git's output. */
  log: 256 * 1024 ** 2,
  /** Bytes of settings, templates, locks, `package.json`, and other small files that people or programs write. */
  smallFile: 1024 ** 2,
  /** Bytes of a document's frontmatter. */
  frontmatter: 64 * 1024,
  /** Characters of a text that is shown formatted, and of one of its paragraphs; longer ones are shown as they are. */
  formatted: 200_000,
  paragraph: 5000,
  /** Characters of the new text of a section, and of a replaced text that the log stores. */
  section: 100_000,
  /** Characters of a note, because the log stores the whole note. */
  note: 10_000,
  /** Characters of a value on one line: a title, a field, the subject of a commit. */
  line: 1000,
  /** The most characters of a name, and of a text that a message quotes. */
  name: 200,
  /** Characters of a text that is quoted in a sentence together with other texts. */
  excerpt: 80,
  /** Names that a sentence lists. */
  named: 5,
  /** Items that a message lists. */
  listed: 20,
  /** Rows of output without `--limit`. */
  shown: 10,
  /** Findings of one kind, and findings or events in a JSON document without `--limit`. */
  entries: 100,
  /** Levels of folders, and of JSON, YAML and Markdown within one another. */
  depth: 20,
  /** Symbolic links in a chain of links. */
  links: 40,
  /** Files and folders that a search visits. */
  files: 50_000,
  /** Specs of a project; with more, optional information is left out, such as the dependents of a shown spec. */
  surveyed: 2000,
  /** Milliseconds of the longest lease. */
  leaseMs: 30 * 24 * 60 * 60_000,
  /** Milliseconds that a command waits for the remote with the claims. */
  remoteWaitMs: 10_000,
} as const;
