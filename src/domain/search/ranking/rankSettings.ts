/** The weights of the ranking, tuned on seven collections, each measured with the choice of the others (docs/lab/search.md). */
export interface RankSettings {
  /**
   * Weights of title, tags, headings, lead, body, further Markdown files and field values; the last is for occurring in other
   * files.
   */
  readonly fields: readonly [number, number, number, number, number, number, number, number];
  /** Weight of the additional score for title and lead alone. */
  readonly lead: number;
  readonly k1: number;
  readonly b: number;
  readonly surface: number;
  readonly adjacent: number;
  /** Weight of related words, relative to the query's own… */
  readonly related: number;
  /** …reduced in queries with more words than this. */
  readonly relatedLength: number;
  /** The least number of words for topic scores: shorter queries name what they look for. */
  readonly topicFrom: number;
  /** Weight of the score of the documents nearest in topic… */
  readonly topic: number;
  /** …computed for this many of the best documents, with this many words of each, and this many neighbours. */
  readonly topicDocuments: number;
  readonly topicTerms: number;
  readonly topicNeighbours: number;
  /** Weight of a standard deviation of similar meaning, as a share of the best document's score by words… */
  readonly likeness: number;
  /** …and as a share of the document's own score… */
  readonly likenessOwn: number;
  /** …if this many of the best documents by words have this similarity on average; less if vectors and words disagree… */
  readonly agreeing: number;
  readonly agreement: number;
  /** …and the least deviations for a document without words of the query, with its least weight. */
  readonly similarFrom: number;
  readonly similar: number;
}

export const RANK_SETTINGS: RankSettings = {
  fields: [3, 1, 1, 1, 1, 0.5, 1, 0.4],
  lead: 0.45,
  k1: 2,
  b: 0.75,
  surface: 0.15,
  adjacent: 0.25,
  related: 0.8,
  relatedLength: 7,
  topicFrom: 5,
  topic: 0.5,
  topicDocuments: 30,
  topicTerms: 15,
  topicNeighbours: 3,
  likeness: 0.06,
  likenessOwn: 0.09,
  agreeing: 10,
  agreement: 2,
  similarFrom: 2.5,
  similar: 0.12,
};
