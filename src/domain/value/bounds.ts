/**
 * The bounds that a user can meet, one for each rule. A bound that only limits the work on rare input stands beside that work.
 */
export const BOUNDS = {
  /** Bytes of a document, of standard input, and of any other text that is read as a whole. */
  document: 50 * 1024 ** 2,
  /** Bytes of a file of the log, and of an answer of git. */
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
  /** Characters of a text that stands in a sentence beside others. */
  excerpt: 80,
  /** Names in a sentence. */
  named: 5,
  /** Items of a list in a message. */
  listed: 20,
  /** Rows of an answer without `--limit`. */
  shown: 10,
  /** Findings of one kind, and findings or events in a JSON document without `--limit`. */
  entries: 100,
  /** Levels of folders, and of JSON, YAML and Markdown within one another. */
  depth: 20,
  /** Links that lead to one another. */
  links: 40,
  /** Files and folders that are looked through. */
  files: 50_000,
  /** Specs of a project; with more, what only helps is not looked up in all of them, such as who depends on a shown spec. */
  surveyed: 2000,
  /** Milliseconds of the longest lease. */
  leaseMs: 30 * 24 * 60 * 60_000,
} as const;
