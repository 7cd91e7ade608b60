import { BOUNDS } from '../../../domain/value/bounds.js';
import { isMarkdown } from '../../../domain/document/documentText.js';
import { sectionsIn } from '../../../domain/document/sections/sections.js';
import type { SpecSummary } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { SpecFolder } from '../../../domain/naming/projectPath.js';
import { textTokens, sizeRating, type SizeRating } from '../../../domain/value/tokenEstimate.js';
import { flag, texts, type Warning, useCase } from '../../useCase.js';
import type { Services } from '../../services.js';

export interface SectionTokens {
  /** Heading of the section; empty for the text before the first heading, including the frontmatter. */
  readonly heading: string;
  readonly level: number;
  readonly line: number;
  readonly tokens: number;
}

export interface FileTokens {
  readonly name: string;
  readonly tokens: number;
  readonly sections?: readonly SectionTokens[];
}

export interface SpecTokens {
  readonly ref: string;
  readonly tokens: number;
  /** Rating of the document's size; absent if there is no document. */
  readonly rating?: SizeRating;
  /** Reason why the document could not be read and was not counted. */
  readonly problem?: string;
  readonly files: readonly FileTokens[];
}

export interface CountTokensResult {
  readonly specs: readonly SpecTokens[];
  /** Sum of the tokens of all specs. */
  readonly total: number;
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** Result of comparing specs with a size limit. */
export interface SizeVerdicts {
  /** Paths of specs above the limit. */
  readonly above: ReadonlySet<string>;
  /** True if some sizes were estimated. */
  readonly estimated: boolean;
}

/** Bytes per token of documents: the least, the usual and the most. Source: 400 specs, and 3 bytes for a Chinese character. */
const [LEAST_BYTES, USUAL_BYTES, MOST_BYTES] = [2.2, 4, 6];
/** Maximum number of specs near the limit whose texts are read; if there are more, sizes are estimated from bytes. */
const MOST_READ = 200;
/** Relative error of an estimate: it may be too high or too low by this fraction. */
const ESTIMATE_ERROR = 0.1;

/** Counts the tokens of specs: the document and further Markdown files; the largest specs come first. */
export const countTokens = useCase(
  {
    /** Specs to count; all active specs by default. */
    specs: texts,
    /** Also count each section. */
    sections: flag,
  },
  async (use, { specs: named = [], sections = false }): Promise<CountTokensResult> => {
    const folders =
      named.length === 0
        ? use.specStore.folders().filter((folder) => !folder.archived)
        : use.specCatalog.findAll(named);
    const specs: SpecTokens[] = [];
    const values = use.keptValues.of<SpecTokens>('tokens', String(sections));
    for (const folder of folders) {
      const kept = values.at(folder.path);
      const counted = kept.known ?? (await tokensOfSpec(use, folder, sections));
      if (kept.known === undefined) kept.keep(counted, use.unreadPlaces.isRead(folder));
      specs.push(counted);
    }
    return {
      specs: specs.toSorted((a, b) => b.tokens - a.tokens),
      total: sum(specs.map(({ tokens }) => tokens)),
      ...use.projectWarnings.ifAny(),
    };
  },
);

/** Returns the number of tokens of a spec if it exceeds `limit`, else undefined; an estimate, unless it is near the limit. */
export async function tokensAbove(
  use: Services,
  limit: number,
  folder: SpecFolder,
): Promise<number | undefined> {
  const values = use.keptValues.of<{ readonly tokens?: number }>('sizes', String(limit));
  const kept = values.at(folder.path);
  if (kept.known !== undefined) return kept.known.tokens;
  const tokens = await countAbove(use, limit, folder);
  kept.keep(tokens === undefined ? {} : { tokens }, use.unreadPlaces.isRead(folder));
  return tokens;
}

async function countAbove(use: Services, limit: number, folder: SpecFolder): Promise<number | undefined> {
  const names = markdownOf(use, folder, mainFile(use, folder));
  // A text of n bytes has at most n tokens.
  if (sum(names.map((name) => use.specStore.fileSize(folder, name))) <= limit) return undefined;
  const texts = names.map((name) => use.specStore.readFile(folder, name) ?? '');
  const estimate = sum(texts.map(textTokens));
  const isNear = Math.abs(estimate - limit) <= limit * ESTIMATE_ERROR;
  const tokens = isNear ? sum(await Promise.all(texts.map((one) => use.tokenCounter.count(one)))) : estimate;
  return tokens > limit ? tokens : undefined;
}

/** Returns which specs exceed `limit`. The texts of specs near the limit are read, if they are few. */
export async function allAbove(
  use: Services,
  limit: number,
  specs: readonly Pick<SpecSummary, 'folder' | 'file'>[],
): Promise<SizeVerdicts> {
  const isSurveyed = specs.length <= BOUNDS.surveyed;
  const sized = specs.map(({ folder, file }) => {
    const main = file === undefined ? mainFile(use, folder) : file.path.slice(folder.path.length + 1);
    const names = isSurveyed ? markdownOf(use, folder, main) : [main];
    const bytesOf = (name: string) =>
      (name === main ? file?.size : undefined) ?? sizeInBytes(use, folder, name);
    return { folder, bytes: sum(names.map(bytesOf)) };
  });
  const isUnsure = ({ bytes }: { bytes: number }) =>
    bytes > limit * LEAST_BYTES && bytes <= limit * MOST_BYTES;
  const isRead = sized.filter(isUnsure).length <= MOST_READ;
  const above = new Set<string>();
  for (const one of sized) {
    const isAbove =
      isRead && isUnsure(one)
        ? (await tokensAbove(use, limit, one.folder)) !== undefined
        : one.bytes > limit * USUAL_BYTES;
    if (isAbove) above.add(one.folder.path);
  }
  return { above, estimated: !isSurveyed || !isRead };
}

async function tokensOfSpec(use: Services, folder: SpecFolder, sections: boolean): Promise<SpecTokens> {
  const files: FileTokens[] = [];
  for (const name of markdownOf(use, folder, mainFile(use, folder)))
    files.push(await tokensOfFile(use, folder, name, sections));
  const tokens = sum(files.map((file) => file.tokens));
  const problem = unread(use, folder, files);
  const judged = problem === undefined ? { rating: sizeRating(tokens) } : { problem };
  return { ref: folder.ref, tokens, ...judged, files };
}

/** Returns the reason why a document has no tokens; undefined if the document could be read. */
function unread(use: Services, folder: SpecFolder, files: readonly FileTokens[]): string | undefined {
  const main = mainFile(use, folder);
  if (files.some(({ name, tokens }) => name === main && tokens > 0)) return undefined;
  const { problem } = use.specStore.open(folder);
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === 'DOCUMENT_UNREADABLE'
    ? problem.message
    : undefined;
}

async function tokensOfFile(
  use: Services,
  folder: SpecFolder,
  name: string,
  sections: boolean,
): Promise<FileTokens> {
  const text = use.specStore.readFile(folder, name) ?? '';
  const tokens = await use.tokenCounter.count(text);
  return {
    name,
    tokens,
    ...(sections && { sections: await tokensOfSections(use, text) }),
  };
}

/** Returns the tokens of each heading with the text below it, up to the next heading of any level. */
async function tokensOfSections(
  { specStore, tokenCounter }: Services,
  text: string,
): Promise<readonly SectionTokens[]> {
  const { bodyStart, bodyLine } = specStore.parse(text);
  const below = sectionsIn(text.slice(bodyStart)).map(({ heading, level, line, start }) => ({
    heading,
    level,
    line: line + bodyLine - 1,
    start: start + bodyStart,
  }));
  const starts = [{ heading: '', level: 0, line: 1, start: 0 }, ...below];
  const sections: SectionTokens[] = [];
  for (const [i, { heading, level, line, start }] of starts.entries()) {
    const part = text.slice(start, starts[i + 1]?.start);
    if (part.trim() === '' && level === 0) continue;
    sections.push({ heading, level, line, tokens: await tokenCounter.count(part) });
  }
  return sections;
}

function sizeInBytes({ specStore }: Services, folder: SpecFolder, name: string): number {
  const size = specStore.fileSize(folder, name);
  return Number.isFinite(size) ? size : Buffer.byteLength(specStore.readFile(folder, name) ?? '');
}

function mainFile({ specStore }: Services, folder: SpecFolder): string {
  return specStore.documentPath(folder).slice(folder.path.length + 1);
}

function markdownOf({ specStore }: Services, folder: SpecFolder, main: string): readonly string[] {
  const files = specStore.files(folder, 'passed over');
  return files.filter((name) => name === main || isMarkdown(name));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
