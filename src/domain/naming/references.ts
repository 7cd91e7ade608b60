import { nameInRef } from './folderName.js';
import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import type { StructureConfig } from '../project/configuration.js';
import { nearestWords } from './nearestWords.js';
import { belowRoot, pathFromRoot, type SpecFolder } from './projectPath.js';
import { duplicateNumbers } from './specNumbers.js';
import { membersOfField, REFERENCE_FIELDS, SINGLE_REFERENCES } from '../fields/standardFields.js';
import type { JsonObject } from '../value/jsonValue.js';

/**
 * Returns a function that finds a spec by folder name, or else by name, or else by number. If several specs match, active specs
 * come before archived ones.
 */
export function referenceIndex<Spec extends Pick<SpecFolder, 'ref' | 'name' | 'sequence' | 'archived'>>(
  specs: readonly Spec[],
): (name: string) => Spec | undefined {
  const inOrder = [...specs.filter((one) => !one.archived), ...specs.filter((one) => one.archived)];
  const byRef = firstBy(inOrder, ({ ref }) => ref);
  // Most references are folder names, so the other maps are rarely needed.
  let byName: ReadonlyMap<string, Spec> | undefined;
  let byNumber: ReadonlyMap<number, Spec> | undefined;
  return (name) =>
    byRef.get(name) ??
    (byName ??= firstBy(inOrder, (one) => one.name)).get(name) ??
    (byNumber ??= firstBy(inOrder, (one) => one.sequence)).get(numberIn(name) ?? NaN);
}

function firstBy<Spec, Key>(
  specs: readonly Spec[],
  keyOf: (spec: Spec) => Key | null,
): ReadonlyMap<Key, Spec> {
  const first = new Map<Key, Spec>();
  for (const spec of specs) {
    const key = keyOf(spec);
    if (key !== null && !first.has(key)) first.set(key, spec);
  }
  return first;
}

/**
 * Returns a function that resolves a reference with a former folder name, name or number of a spec. The function returns
 * undefined for a name that a spec has now, or that no spec or several specs had.
 * @param former returns the former names; called when a name is unknown.
 */
export function namesNow(
  folders: readonly SpecFolder[],
  former: () => readonly { readonly folder: SpecFolder; readonly names: readonly FormerName[] }[],
): (name: string) => SpecFolder | undefined {
  const find = referenceIndex(folders);
  let known: ReadonlyMap<string | number, SpecFolder | undefined> | undefined;
  return (name) => {
    if (find(name) !== undefined) return undefined;
    known ??= byFormerName(former());
    return known.get(name) ?? known.get(numberIn(name) ?? '');
  };
}

function byFormerName(
  all: readonly { readonly folder: SpecFolder; readonly names: readonly FormerName[] }[],
): ReadonlyMap<string | number, SpecFolder | undefined> {
  const known = new Map<string | number, SpecFolder | undefined>();
  for (const { folder, names } of all) {
    const own = names.flatMap(({ ref, sequence }) => [ref, nameInRef(ref), sequence ?? ref]);
    for (const name of new Set(own)) known.set(name, known.has(name) ? undefined : folder);
  }
  return known;
}

/** The data in which a reference is looked up. */
interface ReferenceContext {
  readonly folders: readonly SpecFolder[];
  /** Returns the ids of specs by folder path; called only if no number, name or path matches. */
  readonly ids: () => ReadonlyMap<string, string>;
  /** Returns the former numbers and folder names of specs by folder path; called only if no id matches either. */
  readonly former: () => ReadonlyMap<string, readonly FormerName[]>;
  /** Returns the titles of specs by folder path; called only if nothing else matches. */
  readonly titles: () => ReadonlyMap<string, string>;
  /** The working directory relative to the project's root; `''` for the root itself. */
  readonly workingDirectory: string;
  readonly specsDir: string;
  /** The absolute path of the project's root, needed for references that are absolute paths. */
  readonly root: string;
  readonly structure: StructureConfig;
}

/** The number and folder name that a spec had before it was renumbered or renamed. */
export interface FormerName {
  readonly sequence: number | null;
  readonly ref: string;
  /** The time at which the spec got another name, ISO 8601; absent if the record has no time. */
  readonly until?: string;
}

/** The shortest prefix of an id that is accepted. */
const SHORTEST_ID = 4;

/**
 * Returns the spec folder to which a reference refers. The function tries in order: number, folder name, name, id or its unique
 * prefix, path, any of these after a group and a slash, unique prefix of a folder name or name, former number or folder name, title
 * in upper or lower case, former name. In each step, active specs come before archived ones.
 * @throws SpectoolError `SPEC_AMBIGUOUS` with the candidates if several specs match, `SPEC_NOT_FOUND` with the nearest names if
 * none does.
 */
export function resolveReference(reference: string, context: ReferenceContext): SpecFolder {
  // The reference is normalized, because some systems pass typed accents in decomposed form.
  const wanted = reference
    .normalize()
    .trim()
    .replace(/[/\\]+$/, '');
  if (wanted !== '') {
    for (const matches of stepsAndTitles(wanted, context)) {
      const hits = matches();
      const active = hits.filter(({ archived }) => !archived);
      const chosen = active.length > 0 ? active : hits;
      if (chosen.length > 1) {
        // If several names differ only in the Unicode form of their accents, the name with exactly the typed characters is
        // chosen.
        const paths = possiblePaths(reference.replace(/[/\\]+$/, ''), context);
        const [exact, ...others] = chosen.filter(({ path }) => paths.includes(path));
        if (exact !== undefined && others.length === 0) return exact;
        throw ambiguous(reference, chosen, context.structure);
      }
      if (chosen[0] !== undefined) return chosen[0];
    }
  }
  throw notFound(reference, context.folders);
}

function* stepsAndTitles(wanted: string, context: ReferenceContext): ReturnType<typeof steps> {
  yield* steps(wanted, context);
  if (numberIn(wanted) !== undefined) return;
  const [titles, title] = [context.titles(), wanted.toLowerCase()];
  yield () =>
    context.folders.filter(({ path }) => titles.get(path)?.normalize().trim().toLowerCase() === title);
  const former = context.former();
  yield () =>
    context.folders.filter(({ path }) =>
      (former.get(path) ?? []).some(({ ref }) => nameInRef(ref) === wanted),
    );
}

function* steps(wanted: string, context: ReferenceContext): Generator<() => readonly SpecFolder[]> {
  const { folders } = context;
  const number = numberIn(wanted);
  if (number !== undefined) yield () => folders.filter(({ sequence }) => sequence === number);
  yield () => folders.filter(({ ref }) => ref === wanted);
  yield () => folders.filter(({ name }) => name === wanted);
  if (/^[a-z][a-z0-9]{3,}$/.test(wanted) && wanted.length >= SHORTEST_ID) {
    const ids = context.ids();
    yield () => folders.filter(({ path }) => ids.get(path) === wanted);
    yield () => folders.filter(({ path }) => ids.get(path)?.startsWith(wanted) === true);
  }
  const paths = possiblePaths(wanted, context);
  yield () =>
    folders.filter(({ path }) =>
      paths.some((candidate) => `${candidate}/`.startsWith(`${path.normalize()}/`)),
    );
  const slash = wanted.lastIndexOf('/');
  if (slash > 0) {
    const group = wanted.slice(0, slash).toLowerCase();
    const inGroup = folders.filter((folder) => folder.group?.normalize().toLowerCase() === group);
    const named = { ...context, folders: inGroup };
    if (inGroup.length > 0) yield* steps(wanted.slice(slash + 1), named);
    return;
  }
  const lower = wanted.toLowerCase();
  yield () =>
    folders.filter(
      ({ ref, name }) => ref.toLowerCase().startsWith(lower) || name.toLowerCase().startsWith(lower),
    );
  // All former references contain a digit, so a reference without one is not searched in the logs.
  if (!/\d/.test(wanted)) return;
  const former = context.former();
  yield () =>
    folders.filter(({ path }) =>
      (former.get(path) ?? []).some(({ sequence, ref }) =>
        number === undefined ? ref === wanted : sequence === number,
      ),
    );
}

/**
 * Returns the paths to which a reference may refer, relative to the project's root: it is read from the working directory, from
 * the root and from the specs folder.
 */
function possiblePaths(
  wanted: string,
  { workingDirectory, specsDir, root }: ReferenceContext,
): readonly string[] {
  // A backslash may be part of a name on systems where it is not a separator.
  return [...new Set([wanted.replaceAll('\\', '/'), wanted])].flatMap((path) => {
    const below = belowRoot(root, path);
    if (below !== undefined) return [within('', below)].filter(isPath);
    return [within(workingDirectory, path), within('', path), within(specsDir, path)].filter(isPath);
  });
}

/** Returns a path relative to the root; undefined if it leads out of the project. */
function within(base: string, path: string): string | undefined {
  const found = pathFromRoot(base, path);
  return found === '..' || found.startsWith('../') ? undefined : found;
}

function isPath(path: string | undefined): path is string {
  return path !== undefined && path !== '';
}

function ambiguous(
  reference: string,
  candidates: readonly SpecFolder[],
  structure: StructureConfig,
): SpectoolError {
  const shown = candidates.slice(0, 20).map(({ path }) => path);
  const numbers = new Set(candidates.map(({ sequence }) => sequence));
  const isNumber = numberIn(reference.trim()) !== undefined && numbers.size === 1;
  const isMistake = isNumber && duplicateNumbers(candidates, structure).length > 0;
  const names = new Set(candidates.map(({ ref }) => ref));
  return new SpectoolError('SPEC_AMBIGUOUS', `"${reference}" could be ${shown.join(' or ')}.`, {
    hint:
      names.size < candidates.length
        ? `Use the path: ${shown[0] ?? ''}.`
        : isNumber
          ? 'Use the folder name.'
          : 'Use the number or the whole folder name.',
    ...(isMistake && {
      advice: [
        { useCase: 'validateProject', request: { fix: true }, to: 'give one of these specs a new number' },
      ],
    }),
    details: { reference, candidates: shown },
  });
}

function notFound(reference: string, folders: readonly SpecFolder[]): SpectoolError {
  const near = nearestWords(
    reference,
    folders.flatMap(({ ref, name }) => [ref, name]),
  );
  const suggestions = [
    ...new Set(
      near.map((word) => folders.find(({ ref, name }) => ref === word || name === word)?.ref ?? word),
    ),
  ];
  return new SpectoolError('SPEC_NOT_FOUND', `There is no spec "${reference}".`, {
    ...(suggestions.length > 0
      ? { hint: `Did you mean ${suggestions.join(' or ')}?` }
      : { advice: [{ useCase: 'listSpecs', request: { scope: 'all' }, to: 'list all specs' }] }),
    details: { reference, nearest: suggestions },
  });
}

type Placed = Pick<SpecFolder, 'ref' | 'path'>;

/** Returns the folder name of a spec, or its path if several specs have the same folder name. */
export type DistinctName = (spec: Placed) => string;

export function distinctNames(specs: readonly Placed[]): DistinctName {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { ref } of specs) (seen.has(ref) ? again : seen).add(ref);
  return ({ ref, path }) => (again.has(ref) ? path : ref);
}

/** Returns the path of a spec if `isKnown` is true for this path, or else the folder name. */
function nameKnown({ ref, path }: Placed, isKnown: (name: string) => boolean): string {
  return isKnown(path) ? path : ref;
}

/** Returns the value for a spec in an object whose keys are references: paths or folder names of specs. */
export function underItsName<Value>(
  record: Readonly<Record<string, Value>>,
  spec: Placed,
): Value | undefined {
  const isKnown = (name: string) => Object.hasOwn(record, name);
  const name = nameKnown(spec, isKnown);
  return isKnown(name) ? record[name] : undefined;
}

/**
 * Returns the folder name by which other specs refer to a spec.
 * @throws SpectoolError `SPEC_AMBIGUOUS` if another folder has the same name.
 */
export function nameAmong(found: SpecFolder, folders: readonly SpecFolder[]): string {
  const namesakes = folders.filter(({ ref, archived }) => ref === found.ref && (found.archived || !archived));
  if (namesakes.length > 1) throw ambiguousName(found, namesakes);
  return found.ref;
}

function ambiguousName({ ref, path, sequence }: SpecFolder, namesakes: readonly SpecFolder[]): SpectoolError {
  const candidates = namesakes.map((one) => one.path);
  return new SpectoolError(
    'SPEC_AMBIGUOUS',
    `${candidates.slice(0, BOUNDS.named).join(' and ')} have the same folder name, so a reference to ${ref} is ambiguous.`,
    {
      ...(sequence === null
        ? { hint: 'Rename one of the folders first.' }
        : {
            advice: [
              { useCase: 'renumberSpec', request: { spec: path }, to: 'give this spec another number first' },
            ],
          }),
      details: { reference: ref, candidates },
    },
  );
}

/** Splits a reference to a spec of another project in the repository, such as `api:012`; undefined without a project. */
export function projectReference(
  word: string,
): { readonly project: string; readonly reference: string } | undefined {
  const at = word.indexOf(':');
  return at > 0 && at < word.length - 1
    ? { project: word.slice(0, at), reference: word.slice(at + 1) }
    : undefined;
}

const NUMBER = /^#?(\d{1,15})$/;

/** Returns the spec number that a reference consists of: 5 for `5`, `005` and `#5`; undefined for any other reference. */
export function numberIn(reference: string): number | undefined {
  const digits = NUMBER.exec(reference)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const RANGE = /^#?(\d{1,9})-#?(\d{1,9})$/;

/** True for a range of spec numbers: `5-9`. */
export function isNumberRange(reference: string): boolean {
  const [, from, to] = RANGE.exec(reference.trim()) ?? [];
  return from !== undefined && to !== undefined && Number(from) <= Number(to);
}

/**
 * Returns the spec numbers in a range such as `5-9` that existing specs have, ascending; undefined if the text is not a range, or
 * if a folder has this name.
 * @throws SpectoolError `SPEC_NOT_FOUND` if no spec has a number in the range.
 */
export function numbersInRange(
  reference: string,
  folders: readonly SpecFolder[],
): readonly number[] | undefined {
  const wanted = reference.trim();
  if (!isNumberRange(wanted) || folders.some(({ ref, name }) => ref.startsWith(wanted) || name === wanted))
    return undefined;
  const [from = 0, to = 0] = wanted.replaceAll('#', '').split('-').map(Number);
  const numbers = folders.flatMap(({ sequence }) =>
    sequence !== null && sequence >= from && sequence <= to ? [sequence] : [],
  );
  if (numbers.length > 0) return [...new Set(numbers)].sort((a, b) => a - b);
  throw new SpectoolError('SPEC_NOT_FOUND', `No spec has a number from ${String(from)} to ${String(to)}.`, {
    advice: [{ useCase: 'listSpecs', request: { scope: 'all' }, to: 'list all specs' }],
    details: { reference: wanted, nearest: [] },
  });
}

export const REFERRING: readonly string[] = [...REFERENCE_FIELDS, ...SINGLE_REFERENCES];

/** Returns the references in the fields of a frontmatter, each with the name of its field. */
export function referencesIn(frontmatter: JsonObject): readonly (readonly [field: string, name: string])[] {
  return REFERRING.flatMap((field) =>
    membersOfField(frontmatter, field).map((name) => [field, name] as const),
  );
}
