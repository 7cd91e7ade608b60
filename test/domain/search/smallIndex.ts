import { LunrAnalysis } from '../../../src/adapters/search/lunrAnalysis.js';
import { fieldTextsOf } from '../../../src/domain/search/fieldTexts.js';
import { findDocuments, type Found } from '../../../src/domain/search/findDocuments.js';
import { MemoryPostings } from '../../../src/domain/search/memoryPostings.js';
import { PostingCollector } from '../../../src/domain/search/postingCollector.js';
import { parseQuery } from '../../../src/domain/search/query/parseQuery.js';
import { RANK_SETTINGS, type RankSettings } from '../../../src/domain/search/rankSettings.js';
import { RelatedWords } from '../../../src/domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../../../src/domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../../../src/domain/search/text/wordSplitter.js';

const splitter = new WordSplitter(new LunrAnalysis());

export interface SmallIndex {
  find(query: string, accepts?: (document: number) => boolean): Found;
}

/** An index over texts, each `title: body`; documents are numbered as they come. */
export function smallIndex(texts: readonly string[], settings: Partial<RankSettings> = {}): SmallIndex {
  const collector = new PostingCollector(splitter);
  const fields = texts.map((text) => {
    const [title = '', body = ''] = text.split(/: (.*)/s);
    return fieldTextsOf({ title, name: '', tags: [], body, files: [] });
  });
  for (const one of fields) collector.add(one);
  const source = new MemoryPostings(collector);
  const stemsOf = (document: number) => {
    const counts = new Map<string, number>();
    const { title = '', body = '' } = fields[document] ?? {};
    for (const { stem, stop } of splitter.split(`${title}\n${body}`).tokens)
      if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return counts;
  };
  return {
    find: (query, accepts) =>
      findDocuments(parseQuery(query), {
        source,
        related: new RelatedWords(RELATED_WORDS_TABLE),
        splitter,
        settings: { ...RANK_SETTINGS, ...settings },
        stem: (word) => splitter.stem(word),
        stemsOf,
        vocabulary: () =>
          [...source.keys()]
            .filter(([key]) => key.startsWith('f'))
            .map(([key, frequency]) => ({ word: key.slice(1), frequency })),
        ...(accepts && { accepts }),
      }),
  };
}
