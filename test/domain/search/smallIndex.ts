import { LunrAnalysis } from '../../../src/adapters/search/lunr/lunrAnalysis.js';
import { findDocuments, type Found, prepareQuery } from '../../../src/domain/search/findDocuments.js';
import { buildSegment, joinedSegments } from '../../../src/domain/search/postings.js';
import { RANK_SETTINGS, type RankSettings } from '../../../src/domain/search/rankSettings.js';
import { RelatedWords } from '../../../src/domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../../../src/domain/search/related/relatedWordsTable.js';
import { fieldTextsOf } from '../../../src/domain/search/searchedTexts.js';
import { parseQuery } from '../../../src/domain/search/searchQuery.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { stemCounts } from '../../../src/domain/search/likeness.js';

const splitter = new WordSplitter(new LunrAnalysis());

const NO_TEXTS = {
  title: '',
  tags: '',
  headings: '',
  lead: '',
  body: '',
  files: '',
  values: '',
  attached: '',
};

export interface SmallIndex {
  find(query: string, accepts?: (document: number) => boolean, likeness?: readonly number[]): Found;
}

/** Returns a search index of texts in the form `title: body`. The documents are numbered in the given order. */
export function smallIndex(texts: readonly string[], settings: Partial<RankSettings> = {}): SmallIndex {
  const fields = texts.map((text) => {
    const [title = '', body = ''] = text.split(/: (.*)/s);
    return fieldTextsOf({ title, name: '', tags: [], body, files: [] });
  });
  const segment = buildSegment(fields, splitter);
  const source = joinedSegments([segment]);
  const related = new RelatedWords(RELATED_WORDS_TABLE);
  const vocabulary = () => segment.words();
  return {
    find: (query, accepts, likeness) =>
      findDocuments(prepareQuery(parseQuery(query), { source, related, splitter, vocabulary }), {
        source,
        related,
        splitter,
        settings: { ...RANK_SETTINGS, ...settings },
        stem: (word) => splitter.stem(word),
        stemsOf: (document) => stemCounts(fields[document] ?? NO_TEXTS, splitter),
        ...(accepts && { accepts }),
        ...(likeness && { likeness: Float64Array.from(likeness) }),
      }),
  };
}
