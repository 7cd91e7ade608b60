import { conflictedSides } from '../../domain/document/conflictMarks.js';
import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { SpectoolError, type ErrorInfo } from '../../domain/errors/spectoolError.js';
import { repeatedSides } from '../../domain/merging/repeatedKeys.js';
import { mayBeGroup, parseFolderName } from '../../domain/naming/folderName.js';
import type { Configuration } from '../../domain/project/configuration.js';
import type { Merges } from '../../ports/repository/merges.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { DocumentSides } from '../commands/project/mergeDocuments.js';
import type { Warning } from '../warning.js';

/** One spec whose document git could not merge, with the versions that met. */
export interface ConflictedSpec extends DocumentSides {
  /** Its identity; a path where the document has none. */
  readonly id: string;
  /** Where its versions were found, ours first. */
  readonly paths: readonly string[];
  /** Paths git holds in conflict for it, that of the old version too. */
  readonly unmerged: readonly string[];
  /** One side has given it up. */
  readonly isDeleted: boolean;
  /** False where a version was read from a text with marks, which do not tell what was there before. */
  readonly isBaseKnown: boolean;
}

/** A document that only a person can mend, and why. */
export interface LeftDocument {
  readonly path: string;
  readonly why: string;
}

/** What `resolve` has to do with git's conflicts. */
export interface Conflicts {
  readonly specs: readonly ConflictedSpec[];
  readonly left: readonly LeftDocument[];
  /** Paths where both sides have nothing any more. */
  readonly gone: readonly string[];
}

type Side = 'base' | 'ours' | 'theirs';

interface Versions {
  readonly paths: Set<string>;
  readonly unmerged: Set<string>;
  readonly texts: Map<Side, string>;
  isMarked: boolean;
}

/**
 * Specs git holds as unmerged, told apart by identity and not by path: documents made from one template are so alike that
 * git takes one for another that was renamed. Then those with conflict marks that git thinks resolved, and those in which its merge
 * left a key twice. A path one side of which cannot be read is left, with every spec that has to do with it.
 */
export function conflictedSpecs(
  store: SpecStore,
  merges: Merges,
  config: Pick<Configuration, 'specsDir' | 'structure'>,
): Conflicts {
  const documents = new Set(store.folders().map((folder) => store.documentPath(folder)));
  const conflicted = merges
    .conflictedPaths()
    .filter((path) => documents.has(path) || isPlaceOfDocument(path, config));
  const left = new Map<string, string>();
  const versions = new Map<string, Versions>();
  for (const path of conflicted) {
    const { unreadable, ...found } = merges.conflictSides(path) ?? {};
    const sides = (['ours', 'theirs', 'base'] as const).flatMap((side) => {
      const text = found[side];
      if (text === undefined) return [];
      const plain = unmarked(store, side, text);
      return [{ side, document: store.parse(plain), isMarked: plain !== text }];
    });
    const broken = sides.find(({ side, document }) => side !== 'base' && document.problem !== undefined);
    const problem = unreadable ?? broken?.document.problem?.message;
    if (problem !== undefined) left.set(path, problem);
    // A version without an identity is the other's: nobody had changed it with the tool.
    const ids = sides.flatMap(({ document: { frontmatter } }) => idOf(frontmatter) ?? []);
    for (const { side, document, isMarked } of sides) {
      const key = idOf(document.frontmatter) ?? ids[0] ?? path;
      const known: Versions = versions.get(key) ?? {
        paths: new Set(),
        unmerged: new Set(),
        texts: new Map(),
        isMarked: false,
      };
      if (side !== 'base') known.paths.add(path);
      known.unmerged.add(path);
      known.texts.set(side, document.text);
      known.isMarked ||= isMarked;
      versions.set(key, known);
    }
  }
  leaveWhatMeets(left, [...versions.values()]);
  const clean = cleanVersions(store, new Set(conflicted), versions);
  const unmerged = [...versions].flatMap(([id, { paths, unmerged, texts, isMarked }]): ConflictedSpec[] => {
    const elsewhere = clean.get(id);
    const ours = texts.get('ours') ?? elsewhere?.text ?? texts.get('theirs');
    const theirs = texts.get('theirs') ?? elsewhere?.text ?? texts.get('ours');
    // Only its old version is part of the conflict: both sides have it elsewhere, or gave it up.
    if (ours === undefined || theirs === undefined || paths.size === 0) return [];
    if ([...unmerged].some((path) => left.has(path))) return [];
    const isOneSided = elsewhere === undefined && !(texts.has('ours') && texts.has('theirs'));
    return [
      {
        id,
        paths: [...(elsewhere ? [elsewhere.path] : []), ...paths],
        unmerged: [...unmerged],
        isDeleted: isOneSided && texts.has('base'),
        isBaseKnown: !isMarked,
        base: texts.get('base') ?? '',
        ours,
        theirs,
      },
    ];
  });
  const seen = new Set(conflicted);
  const marked = store.folders().flatMap((folder): ConflictedSpec[] => {
    const path = store.documentPath(folder);
    const document = seen.has(path) ? undefined : store.open(folder);
    const isMarked = document?.problem?.code === 'MERGE_CONFLICT';
    const sides = document && (isMarked ? conflictedSides(document.text) : repeatedSides(document));
    if (sides === undefined) return [];
    const id = idOf(store.parse(sides.ours).frontmatter) ?? path;
    return [{ id, paths: [path], unmerged: [], isDeleted: false, isBaseKnown: !isMarked, ...sides }];
  });
  const involved = new Set([...versions.values()].flatMap(({ paths }) => [...paths]));
  return {
    specs: [...unmerged, ...marked],
    left: [...left].map(([path, why]) => ({ path, why })),
    gone: conflicted.filter((path) => !involved.has(path) && !documents.has(path) && !left.has(path)),
  };
}

/** Where a spec's document would be, though there is none now: not in a group's folder, nor deeper in a spec's. */
function isPlaceOfDocument(
  path: string,
  { specsDir, structure }: Pick<Configuration, 'specsDir' | 'structure'>,
): boolean {
  if (!path.startsWith(`${specsDir}/`)) return false;
  const folders = path.slice(specsDir.length + 1).split('/');
  const file = folders.pop();
  const isSpec = (name: string) =>
    parseFolderName(structure, name) !== undefined && !mayBeGroup(structure, name);
  const at = folders.findIndex(isSpec);
  return file === structure.defaultFile && at !== -1 && at === folders.length - 1;
}

/** What one spec has in common with a path that is left is left, too. */
function leaveWhatMeets(left: Map<string, string>, versions: readonly Versions[]): void {
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const { unmerged } of versions) {
      const [met] = [...unmerged].flatMap((path) => left.get(path) ?? []);
      if (met !== undefined) for (const path of unmerged) if (!left.has(path)) left.set(path, met);
    }
  }
}

/** A file both sides renamed is handed over merged already, marks and all, as the version of either side. */
function unmarked(store: SpecStore, side: Side, text: string): string {
  return store.parse(text).problem?.code === 'MERGE_CONFLICT' ? conflictedSides(text)[side] : text;
}

/** Documents outside the conflict that carry the identity of one inside it, with the line ends of those in git. */
function cleanVersions(
  store: SpecStore,
  conflicted: ReadonlySet<string>,
  wanted: ReadonlyMap<string, Versions>,
) {
  const found = new Map<string, { readonly path: string; readonly text: string }>();
  for (const folder of wanted.size === 0 ? [] : store.folders()) {
    const path = store.documentPath(folder);
    if (conflicted.has(path)) continue;
    const { text, frontmatter } = store.open(folder);
    const id = idOf(frontmatter);
    const known = id === undefined ? undefined : wanted.get(id);
    if (id === undefined || known === undefined) continue;
    const isReturned = [...known.texts.values()].some((version) => version.includes('\r\n'));
    found.set(id, { path, text: isReturned ? text : text.replaceAll('\r\n', '\n') });
  }
  return found;
}

function idOf({ id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

const MOST_NAMES = 5;
export const NOT_OFFERED = 'Nobody knows whether it can be started.';

/**
 * Of specs that cannot be read, among those that a command looks at.
 * @param names what each is called.
 * @param consequence a sentence.
 */
export function brokenSpecs(names: readonly string[], consequence: string): readonly Warning[] {
  if (names.length === 0) return [];
  const specs = names.length === 1 ? 'A spec' : `${String(names.length)} specs`;
  const named = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
  return [
    {
      code: 'SPECS_BROKEN',
      message: `${specs} cannot be read: ${named}. ${consequence}`,
      advice: [{ useCase: 'validateProject', to: 'see what is wrong' }],
    },
  ];
}

/** The refusal to write a document whose frontmatter cannot be trusted. */
export function brokenSpec(path: string, problem: DocumentProblem): SpectoolError {
  const where = problem.line === undefined ? path : `${path}:${String(problem.line)}`;
  return new SpectoolError('SPEC_BROKEN', `${where}: ${problem.message}`, {
    ...nextStep(problem.code),
    details: { path, code: problem.code, ...(problem.line !== undefined && { line: problem.line }) },
  });
}

function nextStep(code: DocumentProblem['code']): ErrorInfo {
  if (code === 'MERGE_CONFLICT')
    return {
      hint: 'Edit what is still marked by hand, then `git add` the file.',
      advice: [{ useCase: 'resolveConflicts', to: 'resolve the rest' }],
    };
  if (code === 'KEY_REPEATED')
    return { advice: [{ useCase: 'resolveConflicts', to: 'keep what the log tells' }] };
  if (code === 'FRONTMATTER_MISSING')
    return {
      hint: 'Begin the file with the lines `---`, `status: planned`, `created: YYYY-MM-DD`, `---`.',
      advice: [{ useCase: 'createSpec', needs: ['name', 'body'], to: 'create a spec from its text instead' }],
    };
  return {
    hint: 'Correct the file by hand, then try again.',
    advice: [{ useCase: 'validateProject', to: 'check it' }],
  };
}
