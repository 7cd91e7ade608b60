import { foldersAbove, lastNameIn, parentOf } from '../naming/projectPath.js';
import { ADOPTED_KIND_NAMES } from '../project/configuration.js';
import { WORDS_OF } from './statusWords.js';

/**
 * How `import` recognises a kind of documents, most certain first: by files that only one tool creates, by the layout of folders,
 * or by file names.
 */
const SURETIES = ['tool', 'layout', 'names'] as const;

/** The documents of one kind that were found in a folder. */
export interface Recognition {
  readonly surety: (typeof SURETIES)[number];
  /** Paths of the files that would be imported as specs. */
  readonly documents: readonly string[];
  /** Files that are imported together with a document. */
  readonly along?: readonly string[];
  /** Set if each document is imported together with its whole folder. */
  readonly areFolders?: true;
}

export interface Evidence extends Recognition {
  readonly source: string;
}

/** A kind of documents that was found. Documents that a more certain kind also found are not included. */
export interface FoundKind extends Pick<Recognition, 'surety'> {
  readonly source: string;
  readonly documents: readonly string[];
  /** Documents of this kind that a more certain kind also found. */
  readonly elsewhere: readonly string[];
}

/**
 * Returns the kinds of documents that were found, best first. The most certain kind comes first even if it has few documents,
 * because a file name with a number may mean anything. Among equally certain kinds, the one that covers most of all found
 * documents comes first.
 */
export function chooseSource(evidence: readonly Evidence[]): readonly FoundKind[] {
  const all = new Set(evidence.flatMap(({ documents }) => documents));
  const ranked = evidence
    .map((one) => {
      const isExplained = explained(one);
      return { one, isExplained, share: [...all].filter(isExplained).length };
    })
    .sort((a, b) => SURETIES.indexOf(a.one.surety) - SURETIES.indexOf(b.one.surety) || b.share - a.share);
  return ranked.flatMap(({ one: { source, surety, documents } }, i): readonly FoundKind[] => {
    const isElsewhere = (path: string) => ranked.slice(0, i).some(({ isExplained }) => isExplained(path));
    const elsewhere = documents.filter(isElsewhere);
    const left = documents.filter((path) => !isElsewhere(path));
    return left.length === 0 ? [] : [{ source, surety, documents: left, elsewhere }];
  });
}

function explained({ documents, areFolders, along = [] }: Evidence): (path: string) => boolean {
  const files = new Set([...documents, ...along]);
  const folders = new Set(areFolders === true ? documents.map(parentOf) : []);
  return (path) => files.has(path) || folders.has('') || foldersAbove(path).some((one) => folders.has(one));
}

/** Tools for which spectool has a script that converts their documents for `import`, with the files that it converts. */
const TOOLS = [
  ['Beads', 'beads.mjs', /(?:^|\/)\.beads\/(?:issues|beads)\.jsonl$/],
  ['Task Master', 'taskmaster.mjs', /(?:^|\/)\.taskmaster\/tasks\/tasks\.json$/],
] as const;

/** Returns the tools whose files are among the paths, and how their documents become specs. */
export function convertedTools(
  paths: readonly string[],
): readonly { readonly tool: string; readonly hint: string }[] {
  return TOOLS.flatMap(([tool, script, file]) => {
    const found = paths.find((path) => file.test(path));
    const hint = `The script examples/import/${script} of spectool converts ${String(found)} to a JSON file, which can then be imported (docs/import.md).`;
    return found === undefined ? [] : [{ tool, hint }];
  });
}

/**
 * Names, in the singular, of kinds of documents that are created one at a time and keep their number, such as decisions and RFCs.
 */
const RECORDS =
  'adr, madr, decision, decision record, decision log, rfc, rfd, proposal, enhancement, pep, kep, eip, erc, bip, jep, xep, aip, gep, cep, tep';
const KINDS = RECORDS.replaceAll(' ', '[-_. ]?').replaceAll(',[-_. ]?', '|');
const FOLDER = new RegExp(`(?:^|[-_. ])(?:${KINDS})s?$`, 'i');
const WORD = new RegExp(`^(?:${KINDS})$`, 'i');

/**
 * True for a document in a folder that is named after a kind of numbered records: `docs/adr`, `architecture-decisions`, `rfcs`.
 */
export function isAmongRecords(place: string): boolean {
  return place
    .split('/')
    .slice(0, -1)
    .some((folder) => FOLDER.test(folder));
}

/**
 * True if the word is a kind of numbered records, such as `rfc`. In `rfc12`, 12 is therefore the number of a document, but in
 * `oauth2`, 2 is not.
 */
export function isRecordWord(word: string): boolean {
  return WORD.test(word);
}

/** Match folders of plans and designs (`WORK`), and series of proposals in which "accepted" is not the last status (`SERIES`). */
const WORK = /(?:^|\/)(?:plans?|designs?|specs?|stories|features?|tasks?|todos?)\//i;
const SERIES = /(?:^|[-/_ ])(?:pep|fip|eip|erc|bip|jep|xep|tep|kep)s?(?=[-_. \d/])/i;

/**
 * Returns the meanings of status words in a document, by its path: those for decisions, for a series of proposals, or for plans.
 */
export function statusWordsAt(place: string): (typeof WORDS_OF)[keyof typeof WORDS_OF] {
  if (SERIES.test(place)) return WORDS_OF.proposal;
  return WORK.test(place) && !isAmongRecords(place) ? WORDS_OF.work : WORDS_OF.decision;
}

/** The names that a tool uses for each spec field. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/** A kind of documents of one tool: where they are, and how `import` reads them. Patterns match paths in the source. */
export interface DocumentKind {
  /** The name of the source. Several kinds may have the same name. */
  readonly source: string;
  /** Matches paths that only this tool creates. */
  readonly mark: RegExp;
  /** How certain it is that documents are of this kind if no path matches `mark`. */
  readonly surety?: Recognition['surety'];
  readonly documents: RegExp;
  /** Replaces `documents` if a path matches `file`; the key `statuses` in that file lists the documents' status words. */
  readonly configured?: { readonly file: RegExp; readonly documents: RegExp };
  /**
   * A document counts only in a folder in which this pattern also matches a path; the first group of both patterns is the folder.
   */
  readonly home?: RegExp;
  /**
   * Leaves out parts of other documents: a document for which the first group of `unless.documents` equals the first group of
   * `unless.key` in another path.
   */
  readonly unless?: { readonly documents: RegExp; readonly key: RegExp };
  /** Matches a path; the first group is the tool's name for the document. By default, that name is the folder's name. */
  readonly key?: RegExp;
  /** Set if a document is a single file, which does not include the other files in its folder. */
  readonly isAlone?: true;
  /** Match the number in the tool's name for a document, and the name in its path; for documents that are single files. */
  readonly number?: RegExp;
  readonly name?: RegExp;
  /** Set if the status is only in a field or the text of the document, not in its tasks. */
  readonly saysStatus?: true;
  /** Set if the document is read like a numbered record: its text contains its fields, such as `Status: accepted`. */
  readonly isRecord?: true;
  readonly words?: keyof typeof WORDS_OF;
  /** The text before the number of a document in references to it: `task-` in `task-12`. */
  readonly alias?: string;
  /** Set if the document's title is in a field, not in a heading. */
  readonly isTitled?: true;
  /** The tool's names for fields, in addition to the names of spec fields. */
  readonly names?: FieldNames;
  /** The file beside a document whose checkboxes are the tasks; by default the document itself. */
  readonly tasks?: string;
  /** Matches the checkboxes that are tasks; if it matches none, all checkboxes are tasks. */
  readonly task?: RegExp;
  /** The mark in the checkbox of a task that is in progress. Other marks, except a tick, mean that the task is open. */
  readonly begun?: string;
  /**
   * Documents at paths that `place` matches are archived if `isArchive` is true, and complete if `from` is set; `from` says where
   * the status was found.
   */
  readonly done?: { readonly place: RegExp; readonly from?: string; readonly isArchive: boolean };
  /** Files in which the tool keeps the status of all documents. */
  readonly ledger?: RegExp;
  /**
   * A JSON or YAML file beside the document with fields that the document lacks; `kept` is a field of that file that the spec
   * gets unchanged.
   */
  readonly beside?: string;
  readonly kept?: string;
  /**
   * Matches titles that only name the kind of document, such as `Summary`. `before` and `behind` match such words at the ends of
   * a title.
   */
  readonly generic?: RegExp;
  readonly before?: string;
  readonly behind?: string;
  readonly tags?: readonly string[];
}

const BACKLOG_CONFIG = /(?:^|\/)(?:\.?backlog\/config|backlog\.config)\.ya?ml$|^config\.ya?ml$/;
const BACKLOG = /(?:^|\/)(?:tasks|completed|drafts|archive\/tasks|archive\/drafts)\//;

/** In documents in Chinese or Japanese, the words before a wide colon are those of the template. */
const KIND_IN_OTHER_SCRIPT = '[^ -~]{2,8}(?=\uff1a)';

/** The kinds of documents that a table can describe. Other kinds, whose form varies more, have readers of their own. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  {
    source: 'kep',
    mark: /(?:^|\/)kep\.yaml$/,
    documents: /^((?:.*\/)?)readme\.md$/i,
    home: /^((?:(?!.*TEMPLATE).*\/)?)kep\.yaml$/,
    saysStatus: true,
    words: 'proposal',
    beside: 'kep.yaml',
    kept: 'owning-sig',
    names: {
      created: ['creation-date'],
      number: ['kep-number'],
      assignee: ['authors'],
      superseded_by: ['superseded-by'],
      supersedes: ['replaces'],
      related: ['see-also'],
    },
    generic: /^(?:summary|table of contents|release signoff checklist)$/i,
  },
  {
    source: 'spec-kit',
    mark: /(?:^|\/)\.specify\//,
    documents: /(?:^|\/)\d+(?:-\d+)?-[^/]+\/spec\.md$/,
    tasks: 'tasks.md',
    task: /^\W*T\d+\b/,
    before: `feature specification|implementation plan|tasks|${KIND_IN_OTHER_SCRIPT}`,
    generic: /^\[feature(?: name)?\]$/i,
  },
  {
    source: 'kiro',
    mark: /(?:^|\/)\.kiro\//,
    documents: /(?:^|\/)specs\/[^/]+\/(?:requirements|bugfix)\.md$|^[^/]+\/requirements\.md$/,
    tasks: 'tasks.md',
    begun: '-',
    beside: 'spec.json',
    names: { created: ['created_at'] },
    generic:
      /^(?:requirements?(?: document)?|bugfix requirements.*|introduction|(?:technical )?design(?: document)?|implementation plan|tasks)$/i,
    before: `requirements?(?: document)?|(?:technical )?design(?: document)?|implementation plan|tasks|${KIND_IN_OTHER_SCRIPT}`,
  },
  {
    source: 'openspec',
    mark: /(?:^|\/)openspec\/|^project\.md$/,
    documents: /(?:^|\/)changes\/(?:archive\/)?[^/]+\/proposal\.md$/,
    tasks: 'tasks.md',
    done: { place: /(?:^|\/)changes\/archive\/[^/]+\/proposal\.md$/, from: 'archive', isArchive: true },
    generic: /^(?:why|what changes|proposal|change|summary|overview|purpose)$/i,
    before: 'change|proposal|design|tasks|\u53d8\u66f4|\u63d0\u6848',
  },
  {
    source: 'openspec',
    mark: /(?:^|\/)openspec\/|^project\.md$/,
    // A description of existing software. Elsewhere, such a path may belong to another tool.
    documents: /^((?:(?!.*changes\/).*\/)?)specs\/[^/]+\/spec\.md$/,
    home: /^((?:.*\/)?)(?:changes\/(?:archive\/)?[^/]+\/proposal\.md|(?<=(?:^|\/)openspec\/)specs\/[^/]+\/spec\.md)$/,
    key: /(specs\/[^/]+)\/spec\.md$/,
    done: { place: /^/, from: 'capability', isArchive: false },
    generic: /^(?:why|what changes|proposal|change|summary|overview|purpose)$/i,
    tags: ['capability'],
  },
  {
    source: 'bmad',
    mark: /(?:^|\/)(?:_bmad|\.?bmad-core|_bmad-output|\.bmad-method)\/|(?:^|\/)sprint-status\.yaml$/,
    documents:
      /(?:^|\/)(?:stories\/(?:[^/]+\/)?|(?:implementation|sprint)-artifacts\/(?:[^/]+\/)?)(?:story-)?\d+[.-]\d+[a-z]?(?:[.-][^/]*)?\.md$/,
    key: /(\d+[.-]\d+[a-z]?)(?:[.-][^/]*)?\.md$/,
    isAlone: true,
    ledger: /(?:^|\/)sprint-status\.yaml$/,
    before: 'story \\d+[a-z]?(?:[.-]\\d+)*[a-z]?|tech-?spec',
  },
  {
    source: 'gsd',
    mark: /(?:^|\/)\.planning\//,
    documents: /(?:^|\/)(\.planning\/(?:phases|milestones\/[^/]+-phases)\/[^/]+)\/[^/]+\.md$/,
    key: /(?:phases|-phases)\/([^/]+)\//,
    done: { place: /(?:^|\/)\.planning\/milestones\//, from: 'milestone', isArchive: true },
    ledger: /(?:^|\/)\.planning\/ROADMAP\.md$/,
    generic: /^/,
  },
  {
    source: 'conductor',
    mark: /(?:^|\/)conductor\/tracks\.md$/,
    documents: /(?:^|\/)conductor\/(?:tracks|archive)\/(?:[^/]+\/){1,2}spec\.md$/,
    tasks: 'plan.md',
    begun: '~',
    done: { place: /(?:^|\/)conductor\/archive\//, from: 'archive', isArchive: true },
    ledger: /(?:^|\/)conductor\/(?:tracks|index)\.md$/,
    beside: 'metadata.json',
    names: { created: ['created_at'], title: ['description'] },
    generic: /^(?:specification|spec|overview|track specification)$/i,
    before: '(?:(?:track|product|technical) )?(?:specification|spec)|track|(?:implementation )?plan',
    behind: 'specification|spec|(?:implementation )?plan',
  },
  {
    source: 'superpowers',
    mark: /(?:^|\/)docs\/superpowers\/(?:specs|plans)\//,
    documents: /(?:^|\/)docs\/superpowers\/(?:specs|plans)\/\d{4}-\d{2}-\d{2}-[^/]+\.md$/,
    // The plan of a design is imported with the design.
    unless: {
      documents: /(?:^|\/)docs\/superpowers\/plans\/(\d{4}-\d{2}-\d{2}-[^/]+?)(?:-plan)?\.md$/,
      key: /(?:^|\/)docs\/superpowers\/specs\/(\d{4}-\d{2}-\d{2}-[^/]+?)(?:-design|-spec)?\.md$/,
    },
    key: /(\d{4}-\d{2}-\d{2}-[^/]+?)(?:-design|-spec|-plan)?\.md$/,
    isAlone: true,
    before: 'design(?: spec(?:ification)?| doc(?:ument)?)?|spec(?:ification)?|(?:implementation )?plan',
    behind:
      '(?:design(?:(?: /)? spec(?:ification)?| doc(?:ument)?)?|(?:implementation )?plan|spec(?:ification)?)(?: \\(#\\d+\\))?',
  },
  {
    source: 'backlog',
    mark: BACKLOG_CONFIG,
    documents: new RegExp(`${BACKLOG.source}[A-Za-z][\\w.]*-[\\d.]+ - [^/]*\\.md$`),
    // Files whose id is not a number are tasks only if the tool's configuration exists.
    configured: {
      file: BACKLOG_CONFIG,
      documents: new RegExp(`${BACKLOG.source}[A-Za-z][\\w.-]* - [^/]*\\.md$`),
    },
    key: /([^/ ]+) - [^/]*\.md$/,
    isAlone: true,
    number: /^(?!draft).*-(\d{1,6})$/i,
    name: / - ([^/]*)\.md$/,
    saysStatus: true,
    isTitled: true,
    alias: 'task-',
    names: {
      created: ['created_date'],
      tags: ['labels'],
      depends_on: ['dependencies'],
      part_of: ['parent_task_id'],
    },
    done: { place: /(?:^|\/)archive\/(?:tasks|drafts)\//, isArchive: true },
  },
  {
    source: 'leanspec',
    mark: /(?:^|\/)\.lean-?spec\//,
    surety: 'names',
    documents: /(?:^|\/)(?:\d{2,6}-[^/]+|(?:[A-Z]{2,6}|adr|rfc)[-_ ]\d{2,6}(?:[-_ ][^/]+)?)\/README\.md$/,
    isRecord: true,
    names: {
      created: ['created_at'],
      completed: ['completed_at'],
      part_of: ['parent'],
    },
    done: { place: /(?:^|\/)archived\//, isArchive: true },
  },
];

/** Matches the folder that contains all documents of a tool, and its list of them. */
const HOME = /^((?:.*?\/)?(?:openspec|\.kiro|\.planning|conductor|docs\/superpowers|_bmad-output))\//;

/** Returns the folders by which found documents can be adopted; none if their kind cannot, or if one is in the root. */
export function foldersToAdopt({ source, documents }: FoundKind): readonly string[] {
  const form = DOCUMENT_KINDS.find((kind) => kind.source === source);
  if (source !== 'flat' && !ADOPTED_KIND_NAMES.some((name) => name === source)) return [];
  const isFolder = form !== undefined && form.isAlone !== true;
  const inside = (path: string) => parentOf(isFolder ? parentOf(path) : path);
  const all = documents.map((path) => HOME.exec(path)?.[1] ?? inside(path));
  // Files with a day or number in their names may also be posts, meetups or data of tests.
  const isOffered = (place: string) =>
    !OF_TESTS.test(`${place}/`) &&
    (form !== undefined || WORK.test(`${place}/`) || isAmongRecords(`${place}/`));
  const places = new Set(all.filter(isOffered));
  const outer = [...places].filter((place) => !foldersAbove(place).some((one) => places.has(one)));
  return all.includes('') ? [] : outer.sort();
}

const OF_TESTS = /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|examples?)\//i;

/** Folders of tools themselves, with workflows, steps and templates, which are not documents of the project. */
const OF_TOOLS = /(?:^|\/)(?:_bmad|bmad-core|_gsd|node_modules)\//;

/** True for a file that belongs to a tool itself. */
export function isOfTool(path: string): boolean {
  return OF_TOOLS.test(path);
}

/** Matches names of text files, including formats that are not imported. */
const TEXT = /\.(?:md|markdown|rst|txt|adoc|asciidoc|mediawiki|wiki|org|textile)$/i;
/** Matches names of files that describe a collection of documents and do not belong to it. */
const ABOUT =
  /(?:^|[-_. ])template(?:[-_. ]|$)|^(?:readme|index|agents|claude|contributing|changelog|license|licence|security|code[-_]of[-_]conduct|_?sidebar|summary|toc)\b/i;

/** True for a text file that may be a document: not hidden, not about a collection, and not of a tool itself. */
export function isDocumentText(path: string): boolean {
  const name = lastNameIn(path);
  return TEXT.test(name) && !ABOUT.test(name) && !name.startsWith('.') && !isOfTool(path);
}

/** Returns the documents of a kind among these paths. */
export function documentsOf(kind: DocumentKind, paths: readonly string[]): readonly string[] {
  const { home, unless, configured } = kind;
  const isConfigured = configured !== undefined && paths.some((path) => configured.file.test(path));
  const documents = isConfigured ? configured.documents : kind.documents;
  const groupsOf = (pattern: RegExp) => new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []));
  const homes = home && groupsOf(home);
  const others = unless && groupsOf(unless.key);
  const found = paths.filter((path) => {
    const match = documents.exec(path);
    if (match === null || isOfTool(path)) return false;
    if (homes !== undefined && !homes.has(match[1] ?? '')) return false;
    return others?.has(unless?.documents.exec(path)?.[1] ?? '') !== true;
  });
  // In GSD, a folder is one document: the file of its plan is used, or else its first file.
  if (kind.source !== 'gsd') return found;
  const first = new Map<string, string>();
  for (const path of found) {
    const folder = documents.exec(path)?.[1] ?? '';
    const known = first.get(folder);
    if (known === undefined || (/PLAN\.md$/.test(path) && !/PLAN\.md$/.test(known))) first.set(folder, path);
  }
  return [...first.values()];
}
