/**
 * The weights of the ranking. They were chosen with seven collections of documents; each collection was tested with weights
 * chosen from the other six (docs/lab/search.md).
 */
export interface RankSettings {
  /**
   * The weights of title, tags, headings, lead, body, the spec's other Markdown files, field values, and the spec's files that are
   * not Markdown, in this order.
   */
  readonly fields: readonly [number, number, number, number, number, number, number, number];
  /** The weight of the additional score for title and lead alone. */
  readonly lead: number;
  readonly k1: number;
  readonly b: number;
  readonly surface: number;
  readonly adjacent: number;
  /** The weight of related words, relative to words of the query. */
  readonly related: number;
  /** The number of words in a query above which the weight of related words is reduced. */
  readonly relatedLength: number;
  /** The least number of words in a query for topic scores; shorter queries are specific enough without them. */
  readonly topicFrom: number;
  /** The weight of the score that a document gets from documents with a similar topic. */
  readonly topic: number;
  /**
   * The number of best documents for which topic scores are computed, the number of words used of each, and the number of similar
   * documents used.
   */
  readonly topicDocuments: number;
  readonly topicTerms: number;
  readonly topicNeighbours: number;
  /** The score for each standard deviation of similarity in meaning, as a share of the best document's score by words. */
  readonly likeness: number;
  /** The score for each standard deviation of similarity in meaning, as a share of the document's own score by words. */
  readonly likenessOwn: number;
  /**
   * The similarity (`agreement`) that the best documents by words (`agreeing` of them) need on average, so that similar meaning
   * has its full weight; with a lower average, the weight is reduced.
   */
  readonly agreeing: number;
  readonly agreement: number;
  /**
   * The similarity, in standard deviations, from which a document without words of the query is found (`similarFrom`), and the
   * least weight of such a document, as a share of the best document's score (`similar`).
   */
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
