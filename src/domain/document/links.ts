import { ARCHIVE_FOLDER, parentOf } from '../naming/projectPath.js';
import { linesOutsideCodeBlocks } from './sections/codeBlocks.js';

interface RelativeLink {
  /** The destination of the link as written. */
  readonly destination: string;
  /** 1-based line number in the scanned text. */
  readonly line: number;
}

const INLINE =
  /\]\(\s*(?:<([^<>]+)>|([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
// Matches link definitions such as `[1]: auth.md "Login"`. It matches neither footnotes (`[^1]: text`) nor text that only begins
// with a mark, such as `[1]: see the wiki`.
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<([^<>]+)>|([^\s<>]+)(?=\s*$|\s+["'(]))/g;

/**
 * Returns the links and images of a Markdown text that point to files. Links in code, to headings (`#a`), and with a scheme
 * (`https:`) are skipped.
 */
export function relativeLinks(text: string): readonly RelativeLink[] {
  const links: RelativeLink[] = [];
  for (const { text: line, line: number } of linesOutsideCodeBlocks(text)) {
    if (line.length > 5000 || !line.includes(']')) continue;
    const prose = line.replace(/(`+)(?:(?!\1).)+\1/g, (code) => ' '.repeat(code.length));
    for (const match of [...prose.matchAll(INLINE), ...prose.matchAll(DEFINITION)]) {
      const destination = match[1] ?? match[2] ?? '';
      const isRelative = !destination.startsWith('#') && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(destination);
      if (isRelative) links.push({ destination, line: number });
    }
  }
  return links;
}

/**
 * Match the destinations of Markdown links and images, of link definitions (`[1]: auth.md`), and of HTML `href` and `src`, but
 * neither footnotes (`[^1]: text`) nor text such as `[1]: see auth.md`. The limit of 100 pairs of brackets bounds the stack of
 * the regular expression engine.
 */
const DESTINATIONS = [
  /(\]\(\s*)([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*){0,100})/g,
  /(^[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)([^\s<>]+)(?=[ \t]*\r?$|[ \t]+["'(])/gm,
  // Destinations in angle brackets may contain spaces.
  /((?:\]\(\s*|^[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)<)([^<>\n]+)(?=>)/gm,
  /((?:href|src)=")([^"\n]*)/g,
];

/** Returns the text with the folder name `from` replaced by `to` in every link; outside links the folder name is not replaced. */
export function updateLinks(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text;
  return withDestinations(text, (destination) => renamedPath(destination, from, to));
}

/**
 * Returns the text with each relative link reduced to the parts that stay the same when specs are renumbered or moved: the names
 * of the last folder and of the file, without digits.
 */
export function withStableLinks(text: string): string {
  return withDestinations(text, (destination) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(destination)) return destination;
    const [, path = '', rest = ''] = /^([^#?]*)(.*)$/s.exec(destination) ?? [];
    const names = path.split('/').filter((part) => !['', '.', '..', ARCHIVE_FOLDER].includes(part));
    return names.slice(-2).join('/').replace(/\d+/g, '') + rest;
  });
}

/** The move of a file or folder from one path to another; both paths are relative to the project's root. */
export interface PlaceMove {
  readonly from: string;
  readonly to: string;
}

/** Returns a file's text with its links adjusted after the move of the file. */
export type LinkUpdate = (text: string, file: PlaceMove) => string;

/**
 * With at most this many moves, a text is first searched for the moved names, and its links are read only if a name is found.
 * With more moves, reading all links is faster.
 */
const FEW = 20;

/**
 * Returns a function that adjusts the links in a file after the file, or folders to which it links, were moved. Links that are
 * still correct stay as written.
 */
export function followingMoves(moves: readonly PlaceMove[]): LinkUpdate {
  const byPlace = new Map(moves.map((move) => [move.from, move]));
  const names = moves.map(({ from }) => from.slice(from.lastIndexOf('/') + 1));
  const isNamed = (text: string) =>
    names.length > FEW || names.some((name) => text.includes(name) || text.includes(encodeURI(name)));
  const find = (path: string) => {
    for (const from of placesAbove(path)) {
      const move = byPlace.get(from);
      if (move !== undefined) return move;
    }
    return undefined;
  };
  return (text, file) => {
    if (file.from === file.to && !isNamed(text)) return text;
    return withDestinations(text, (destination) => movedPath(destination, file, find) ?? destination);
  };
}

/** Returns the new path of an imported file or folder by its old path; undefined if it was not imported. */
export type ImportedPlaces = (path: string) => string | undefined;

/**
 * Adjusts the links of an imported file to point to other imported files.
 * @param others what to do with links to files that were not imported: `follow` adjusts the links, because these files still
 * exist at their old path; `leave` keeps them as written.
 */
export function followImport(
  text: string,
  file: PlaceMove,
  places: ImportedPlaces,
  others: 'follow' | 'leave',
): string {
  const find = (path: string): PlaceMove | undefined => {
    for (const from of placesAbove(path)) {
      const to = places(from);
      if (to !== undefined) return { from, to };
    }
    return undefined;
  };
  return withDestinations(
    text,
    (destination) => movedPath(destination, file, find, others === 'leave') ?? destination,
  );
}

/** The greatest depth of a path for which moved folders are searched. */
const DEEPEST = 200;

/** Yields the path itself and then the folders above it, the innermost first. */
function* placesAbove(path: string): Generator<string> {
  const parts = path.split('/', DEEPEST + 1);
  for (let from = parts.slice(0, DEEPEST).join('/'); from !== ''; from = parentOf(from)) yield from;
}

function withDestinations(text: string, changed: (destination: string) => string): string {
  return DESTINATIONS.reduce(
    (result, pattern) =>
      result.replace(pattern, (_all, before: string, destination: string) => before + changed(destination)),
    text,
  );
}

/** Returns the new destination of a link; undefined if it stays as written. */
function movedPath(
  destination: string,
  file: PlaceMove,
  find: (path: string) => PlaceMove | undefined,
  onlyMoved = false,
): string | undefined {
  const [, path = '', rest = ''] = /^([^#?]*)(.*)$/s.exec(destination) ?? [];
  if (path === '' || path.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
  const isRooted = path.startsWith('/');
  const [home, away] = [file.from, file.to].map((one) => (isRooted ? [] : one.split('/').slice(0, -1)));
  const target = resolved(home ?? [], path);
  const plain = target.map(decoded).join('/');
  const move = find(plain);
  if (move === undefined && onlyMoved) return undefined;
  const kept = target.slice(move?.from.split('/').length ?? 0);
  const goal = move === undefined ? target : [...move.to.split('/').map(encoded), ...kept];
  const plainly = (parts: readonly string[]) => parts.map(decoded).join('/');
  if (plainly(resolved(away ?? [], path)) === plainly(goal)) return undefined;
  const is = relative(away ?? [], goal);
  const start = isRooted ? '/' : path.startsWith('./') && !is.startsWith('.') ? './' : '';
  return `${start}${is === '' ? '.' : is}${path.endsWith('/') && is !== '' ? '/' : ''}${rest}`;
}

function resolved(base: readonly string[], path: string): readonly string[] {
  const parts = [...base];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || parts.length === 0 || parts.at(-1) === '..') parts.push(part);
    else parts.pop();
  }
  return parts;
}

/** Returns the relative link from a file to another, given the paths of both. */
export function linkFrom(file: string, target: string): string {
  return relative(file.split('/').slice(0, -1), target.split('/').map(encodeURIComponent));
}

function relative(from: readonly string[], to: readonly string[]): string {
  const end = from.findIndex((part, i) => part !== decoded(to[i] ?? ''));
  const common = end === -1 ? from.length : end;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Percent-encodes a file name if it contains a character that would end a Markdown link. */
function encoded(part: string): string {
  return /[\s()<>#?%]/.test(part) ? encodeURIComponent(part) : part;
}

function renamedPath(destination: string, from: string, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(destination)) return destination;
  return destination
    .split('/')
    .map((part) => (part === from ? to : part.startsWith(`${from}#`) ? to + part.slice(from.length) : part))
    .join('/');
}

/** Returns the path of a link's target; undefined for absolute links and links out of the project. */
export function linkTarget(folder: string, destination: string): string | undefined {
  let path = destination.replace(/[?#][^]*$/, '');
  try {
    path = decodeURIComponent(path);
  } catch {
    // A percent sign that does not begin an escape is an ordinary character.
  }
  if (path === '' || path.startsWith('/')) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
