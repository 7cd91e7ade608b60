import type { SpecDocument } from '../../../domain/document/specDocument.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import { isMarkdown, mayBeDocument } from '../../../domain/document/plainText.js';
import { titleHeading } from '../../../domain/document/sections/title.js';
import { childOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { HiddenSpecs } from '../../../ports/specStore.js';
import { isProject } from './specFolderSearch.js';

/** Frontmatter and title stand at the beginning; a whole file may be large. */
const BEGINNING = 1024 * 1024;
/** README.md, CHANGELOG.md: what beside specs tells of the folder. Frontmatter with a status makes a spec of any. */
const OF_THE_FOLDER = /^(?:[A-Z][A-Z_-]*|readme|index)\.[a-z]+$/;

/** Takes a document apart. */
export type Parse = (text: string) => Pick<SpecDocument, 'frontmatter'>;

interface Place {
  /** Folders of specs that are shown: what is in them is theirs. */
  readonly shown: ReadonlySet<string>;
  /** Lists a folder; nothing for one that may not be looked into. */
  readonly entriesOf: (folder: string) => readonly DirectoryEntry[];
  /** Told of each Markdown file that cannot be read. */
  readonly note: (path: string, error: SpectoolError) => void;
  /** Whether a title is enough; for a status alone behind a link, where Markdown of all kinds may stand. */
  readonly enough?: 'status' | 'title';
}

/** Markdown, or other text, that reads like a spec and is in the folder of none. */
export function looseDocuments(
  files: FileSystem,
  parse: Parse,
  specsDir: string,
  { shown, entriesOf, note, enough = 'title' }: Place,
): readonly HiddenSpecs[] {
  const found: HiddenSpecs[] = [];
  const specsPlace = files.placeOf(specsDir) ?? specsDir;
  visit(specsDir);
  return found;

  /** True where specs are shown below. */
  function visit(path: string): boolean {
    const entries = entriesOf(path);
    if (path !== specsDir && isProject(files, path, entries)) {
      found.push({ path, why: 'another project', specs: [] });
      return false;
    }
    let hasSpecs = path === specsDir;
    for (const { name, kind } of entries) {
      if (kind !== 'directory' || name.startsWith('.') || name === 'node_modules') continue;
      const place = childOf(path, name);
      if (shown.has(place) || visit(place)) hasSpecs = true;
    }
    const specs = entries.flatMap((entry) => {
      const place = childOf(path, entry.name);
      // Of what is not Markdown only a status tells.
      if (!isCandidate(entry, place)) return [];
      const isNote = isMarkdown(entry.name);
      const needsStatus = !isNote || (hasSpecs && OF_THE_FOLDER.test(entry.name));
      return readsLikeSpec(files, parse, place, needsStatus ? 'status' : enough, isNote ? note : undefined)
        ? [place]
        : [];
    });
    if (specs.length > 0) found.push({ path, why: hasSpecs ? 'no folder' : 'another name', specs });
    return hasSpecs;
  }

  /** What a link leads to within the specs directory is seen there. */
  function isCandidate({ name, kind }: DirectoryEntry, place: string): boolean {
    if (!mayBeDocument(name) || name.startsWith('.')) return false;
    if (kind === 'file') return true;
    const target = kind === 'link' ? files.placeOf(place) : undefined;
    return target !== undefined && !target.startsWith(`${specsPlace}/`);
  }
}

/** Frontmatter with a status, or where a title is enough a heading that is one. */
export function readsLikeSpec(
  files: FileSystem,
  parse: Parse,
  path: string,
  enough: 'status' | 'title',
  note?: Place['note'],
): boolean {
  const text = beginningOf(files, path, note);
  const parts = splitDocument(text);
  // A block with a mistake in it, or one that does not end in what was read, may be meant as well.
  const isOpen = parts.kind === 'bare' && parts.problem.code === 'FRONTMATTER_UNCLOSED';
  const block =
    parts.kind === 'frontmatter' ? text.slice(parts.blockStart, parts.blockEnd) : isOpen ? text : '';
  if (/^["']?status["']?[ \t]*:/m.test(block)) return true;
  if (
    parts.kind === 'frontmatter' &&
    Object.hasOwn(parse(text.slice(0, parts.bodyStart)).frontmatter, 'status')
  )
    return true;
  return enough === 'title' && titleHeading(text.slice(parts.bodyStart)) !== undefined;
}

/** Empty for what cannot be read. */
function beginningOf(files: FileSystem, path: string, note?: Place['note']): string {
  try {
    const file = files.open(path);
    if (file === undefined) return '';
    try {
      return decoded(file.read(0, Math.min(file.size, BEGINNING)));
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    if (error.code === 'READ_FAILED') note?.(path, error);
    return '';
  }
}

/** UTF-8, or UTF-16 with its mark, which no command reads but some editors write. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}
