import { foldersAbove, parentOf } from '../naming/projectPath.js';

/**
 * How `import` recognises a kind of documents, most certain first: by files that only one tool makes, by the folder layout, by
 * file names.
 */
const SURETIES = ['tool', 'layout', 'names'] as const;

/** The documents of one kind that were found in a folder. */
export interface Recognition {
  readonly surety: (typeof SURETIES)[number];
  /** Paths of the files that would be imported as specs. */
  readonly documents: readonly string[];
  /** Files that come with a document. */
  readonly along?: readonly string[];
  /** Set if each document is imported together with its whole folder. */
  readonly areFolders?: true;
}

export interface Evidence extends Recognition {
  readonly source: string;
  /** Files that belong to this kind of documents but are not imported. */
  readonly notTaken?: readonly string[];
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

function explained({
  documents,
  areFolders,
  along = [],
  notTaken = [],
}: Evidence): (path: string) => boolean {
  const files = new Set([...documents, ...along, ...notTaken]);
  const folders = new Set(areFolders === true ? documents.map(parentOf) : []);
  return (path) => files.has(path) || folders.has('') || foldersAbove(path).some((one) => folders.has(one));
}
