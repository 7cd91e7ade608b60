import { BOUNDS } from '../../domain/value/bounds.js';
import { isMarkdown } from '../../domain/document/documentText.js';
import type { LinePlace } from '../../domain/document/specDocument.js';
import { splitDocument } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { withoutComments } from '../../domain/document/sections/codeBlocks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { STATUSES } from '../../domain/fields/statusAndPriority.js';
import { type FieldFilters, filterField } from '../../domain/fields/fieldFilter.js';
import { knownStatus, knownWord } from '../../domain/fields/knownWords.js';
import { titleOfName } from '../../domain/naming/folderName.js';
import { type SpecFolder, fileInSpec } from '../../domain/naming/projectPath.js';
import type { Correction, MatchedTerm } from '../../domain/search/findDocuments.js';
import { bestPassage, type Passage } from '../../domain/search/passage.js';
import { matchesFilters, parseQuery } from '../../domain/search/searchQuery.js';
import { attachedNames, attachedWithin, isSearchedField } from '../../domain/search/searchedTexts.js';
import type { WordSplitter } from '../../domain/search/wordSplitter.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { IndexHit } from '../../ports/searchIndex.js';
import type { SpecStore } from '../../ports/specStore.js';
import { brokenSpecs } from '../changes/brokenAndDuplicateSpecs.js';
import { anyOf, flag, positive, required, text, texts, type Warning, useCase } from '../useCase.js';
import type { Services } from '../services.js';

interface SpecText {
  /** Returns the file and the line of a line of the searched document. */
  readonly place: (line: number) => Required<LinePlace>;
  readonly text: string;
  /** Line of the searched document where `text` begins. */
  readonly firstLine: number;
  /** Set if the file is not Markdown. */
  readonly isAttached?: true;
}

/**
 * Yields the texts in which a spec is searched: its document and further Markdown files, without frontmatter and comments,
 * then other text files.
 */
function* specTexts(folder: SpecFolder, store: SpecStore): Generator<SpecText> {
  const names = store.files(folder, 'passed over');
  const within = (name: string) => {
    const place = name === names[0] ? store.places(folder) : undefined;
    return (line: number) => ({ file: fileInSpec(folder, name), line, ...place?.(line) });
  };
  for (const name of names.filter((one, i) => i === 0 || isMarkdown(one))) {
    const text = store.readFile(folder, name);
    if (text === undefined) continue;
    const parts = splitDocument(text);
    const firstLine = parts.kind === 'frontmatter' ? parts.bodyLine : 1;
    yield { place: within(name), text: withoutComments(text.slice(parts.bodyStart)), firstLine };
  }
  const attached = attachedNames(names.slice(1));
  for (const name of attachedWithin(attached, (one) => store.fileSize(folder, one))) {
    const text = store.readFile(folder, name);
    if (text !== undefined) yield { place: within(name), text, firstLine: 1, isAttached: true };
  }
}

/** Returns the searched frontmatter fields of a document, as written in the document. */
function fieldLines(folder: SpecFolder, store: SpecStore): readonly SpecText[] {
  const place = store.places(folder);
  const { text, entries } = store.open(folder);
  return entries
    .filter(({ key }) => key === 'tags' || isSearchedField(key))
    .map(({ start, end, line }) => ({
      place: (at) => ({ file: store.documentPath(folder), ...place(at) }),
      text: text.slice(start, end),
      firstLine: line,
    }));
}

/** The passage of a file that matches the query best. */
export interface SearchMatch {
  /** Path relative to the root. */
  readonly file: string;
  /** Line in the file, 1-based. */
  readonly line: number;
  /** Headings above the passage, joined by ` › `. */
  readonly heading?: string;
  readonly snippet: string;
  /** Words of the query as written in the snippet. */
  readonly terms: readonly string[];
  /** Words in the snippet that are related to words of the query. */
  readonly relatedTerms: readonly string[];
}

export interface SearchResult {
  readonly spec: SpecView;
  readonly score: number;
  /** Words of the query that contribute to the score, heaviest first. */
  readonly terms: readonly string[];
  /** Words of the spec that are related to the query and contribute to the score. */
  readonly relatedTerms: readonly string[];
  /** Set if the spec has no word of the query but a similar meaning. Such a spec does not count as a match. */
  readonly similar?: true;
  readonly matches: readonly SearchMatch[];
}

export interface SearchSpecsResult {
  readonly query: string;
  /** Number of matching specs, before `limit`. */
  readonly total: number;
  /** Results, best first. */
  readonly results: readonly SearchResult[];
  /** Specs nearest in meaning if no spec matches; they may be irrelevant. */
  readonly nearest: readonly SearchResult[];
  /** The best three matching archived specs, if only active ones were requested. */
  readonly archived: readonly SpecView[];
  /** Corrections of words in the query. */
  readonly corrections: readonly Correction[];
  /** Set if nothing was found because the query has only very common words, which are searched for only in titles. */
  readonly onlySmallWords?: true;
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

const MOST_NEAREST = 3;
/**
 * Number of best results of which at least one must match better than by chance (`isAnswer`); otherwise the search returns only
 * `nearest`.
 */
const MOST_ANSWERS = 5;
/** Minimum score of a listed word, as a fraction of the heaviest word's score. */
const LEAST_COUNTING = 0.1;
const MOST_OPENING_LINES = 100;
const ATTACHED = 0.8;

/** Searches specs by their text. */
export const searchSpecs = useCase(
  {
    query: required(text),
    /** Maximum number of results; 10 by default. */
    limit: positive,
    status: anyOf(STATUSES),
    /** Find only specs with all of these tags. */
    tags: texts,
    /** Include archived specs. */
    all: flag,
  },
  async (use, request): Promise<SearchSpecsResult> => {
    const query = parseQuery(request.query, Object.keys(use.config.frontmatter.custom));
    if (!hasWords(query.text) && query.filters.length === 0 && query.excluded.length === 0) {
      throw new SpectoolError('USAGE', 'The query has no words to search for.', {
        hint: 'Use words that describe the topic of the spec.',
      });
    }
    const wanted = { status: request.status?.map(knownStatus), tags: request.tags };
    const filters = query.filters.map((filter) => {
      const words = filterField(filter.field)?.values;
      if (words === undefined) return filter;
      return { ...filter, values: filter.values.map((value) => knownWord(filter.field, value, words)) };
    });
    const limit = request.limit ?? BOUNDS.shown;
    const isFiltered = wanted.status !== undefined || wanted.tags !== undefined || filters.length > 0;
    const answer = await use.searchIndex.search({
      query,
      limit,
      archived: request.all === true,
      ...(isFiltered && {
        accepts: (spec: SpecView) => isWanted(spec, wanted) && matchesFilters(spec, filters),
      }),
    });
    const fits =
      !hasWords(query.text) ||
      query.sequence !== undefined ||
      answer.hits.slice(0, MOST_ANSWERS).some(({ isAnswer }) => isAnswer !== false);
    const splitter = await use.wordSplitter();
    const specs = use.specCatalog.dated(answer.hits.map(({ spec }) => spec));
    const results = answer.hits.map((hit, i) =>
      result(use, { ...hit, spec: specs[i] ?? hit.spec }, splitter, query.path),
    );
    const { warnings = [] } = use.projectWarnings.ifAny(
      [],
      specs.map(({ path }) => path),
    );
    const told = [
      ...(query.path === undefined ? [] : [fileQuery(query.path)]),
      ...warnings,
      ...brokenSpecs(answer.unread ?? [], 'Text that cannot be read was not searched.'),
      ...(use.specStore.folders().length === 0
        ? use.foreignDocuments.warnings(use.config.specsDir, warnings)
        : []),
    ];
    return {
      query: request.query,
      total: fits ? answer.total : 0,
      results: fits ? results : [],
      nearest: fits ? [] : results.slice(0, MOST_NEAREST),
      archived: use.specCatalog.dated(answer.archived ?? []),
      corrections: answer.corrections,
      ...(answer.onlySmallWords && answer.total === 0 && { onlySmallWords: true as const }),
      ...(told.length > 0 && { warnings: told }),
    };
  },
);

function result(
  use: Services,
  { spec, score, shares, terms }: IndexHit,
  splitter: WordSplitter,
  path: string | undefined,
): SearchResult {
  const isSimilar = terms.length === 0 && shares.likeness > 0;
  const matches = matchesOf(use, spec, terms, splitter, path);
  return {
    spec,
    score: rounded(score),
    ...countingTerms(terms, matches, splitter),
    ...(isSimilar && { similar: true as const }),
    matches: isSimilar ? opening(use, spec) : matches,
  };
}

/** Returns the beginning of the spec, which is shown if no passage contains a word of the query. */
function opening({ specStore }: Services, spec: SpecView): readonly SearchMatch[] {
  const [first] = specTexts(spec, specStore);
  if (first === undefined) return [];
  const lines = first.text.split('\n', MOST_OPENING_LINES);
  const at = lines.findIndex((line) => /^[\p{L}\p{N}*_"(]/u.test(line));
  if (at < 0) return [];
  const snippet = lines
    .slice(at, at + 3)
    .join('\n')
    .trimEnd()
    .slice(0, 600);
  return [{ ...first.place(at + first.firstLine), snippet, terms: [], relatedTerms: [] }];
}

/** Returns the best passage of each file, best file first; if no text matches, the matching fields. */
function matchesOf(
  { specStore }: Services,
  spec: SpecView,
  terms: readonly MatchedTerm[],
  splitter: WordSplitter,
  path: string | undefined,
): readonly SearchMatch[] {
  if (terms.length === 0) return [];
  const passagesOf = (texts: readonly SpecText[]) =>
    texts.flatMap(({ place, text, firstLine, isAttached }) => {
      const passage = bestPassage(text, terms, splitter, path);
      if (passage === undefined) return [];
      return [{ place, firstLine, passage: isAttached ? besideOwn(passage) : passage }];
    });
  const passages = passagesOf([...specTexts(spec, specStore)]);
  return (passages.length > 0 ? passages : passagesOf(fieldLines(spec, specStore)))
    .sort((a, b) => b.passage.score - a.passage.score)
    .slice(0, 3)
    .map(({ place, firstLine, passage: { line, headings, snippet, terms: direct, relatedTerms } }) => ({
      ...place(line + firstLine - 1),
      ...(headings.length > 0 && { heading: headings.join(' › ') }),
      snippet,
      terms: direct,
      relatedTerms,
    }));
}

/**
 * Lowers the score of a passage from a file that is not Markdown, so that the document wins unless it has fewer words of the
 * query. Removes the headings, because code comments look like headings.
 */
function besideOwn(passage: Passage): Passage {
  return { ...passage, headings: [], score: ATTACHED * passage.score };
}

/** Returns the words whose score is at least `LEAST_COUNTING` of the heaviest word's score. */
function countingTerms(
  terms: readonly MatchedTerm[],
  matches: readonly SearchMatch[],
  splitter: WordSplitter,
): Pick<SearchResult, 'terms' | 'relatedTerms'> {
  const counting = terms.filter(({ score }) => score >= LEAST_COUNTING * (terms[0]?.score ?? 0));
  const direct = new Set(counting.flatMap(({ kind, word }) => (kind === 'direct' ? [word] : [])));
  const through = counting.filter(({ kind, word }) => kind === 'related' && !direct.has(word));
  const stems = new Set(through.flatMap((term) => term.stems.split(' ')));
  const written = matches.flatMap((match) => match.relatedTerms.map((word) => word.toLowerCase()));
  const related = written.filter((word) => splitter.split(word).tokens.some(({ stem }) => stems.has(stem)));
  return { terms: [...direct], relatedTerms: [...new Set(related)] };
}

/** True if the spec passes the filters of the request. */
function isWanted(spec: SpecView, { status, tags }: Pick<FieldFilters, 'status' | 'tags'>): boolean {
  return (
    (status === undefined || (spec.status !== null && status.includes(spec.status))) &&
    (tags ?? []).every((tag) => spec.tags.includes(tag))
  );
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/** For a query that is a file path, advises the command that finds specs by commits and by the field `code`. */
function fileQuery(path: string): Warning {
  return {
    code: 'FILE_QUERY',
    message: `${path} looks like a file. A search finds only the specs whose text names it.`,
    advice: [{ useCase: 'explainLines', request: { path }, to: 'also find specs by their commits' }],
  };
}

export interface SimilarSpecsResult {
  /** Similar specs, best first, at most three. */
  readonly similar: readonly SpecView[];
}

/** Maximum length of the compared text, in characters: about as much as one embedding vector covers. */
const MOST_TEXT = 1200;

/** Finds specs with the same meaning as one about to be created. */
export const similarSpecs = useCase(
  {
    /** Name of the new spec, as for `create`. */
    name: required(text),
    title: text,
    body: text,
  },
  async ({ searchIndex, specCatalog }, { name, title, body }): Promise<SimilarSpecsResult> => {
    const named = title ?? titleOfName(name);
    const text = body === undefined ? named : `${named}\n${body.slice(0, MOST_TEXT)}`;
    const similar = await searchIndex.similar?.({ title: named, text, limit: MOST_NEAREST });
    return { similar: specCatalog.dated(similar ?? []) };
  },
);
