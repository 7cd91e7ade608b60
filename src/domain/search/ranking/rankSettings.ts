/** Every weight of the ranking; found by trial on four collections (docs/lab/search.md), the same for all of them. */
export interface RankSettings {
  /** Of title, tags, headings, body, further Markdown files, values of fields; and of being in other files at all. */
  readonly fields: readonly [number, number, number, number, number, number, number];
  readonly k1: number;
  readonly b: number;
  readonly surface: number;
  readonly adjacent: number;
  /** Related words: equivalents, looser relations, and from a loose relation back. */
  readonly equivalent: number;
  readonly related: number;
  readonly back: number;
  /** Related words count in full when this share of the query's weight stays uncovered… */
  readonly relatedSpan: number;
  /** …never less than this… */
  readonly relatedFloor: number;
  /** …and less in queries of more words than this. */
  readonly relatedLength: number;
  /** Shorter queries name what they look for: the topic of what they find would lead away. */
  readonly topicFrom: number;
  /** How much what the documents nearest in topic score counts, beside a document's own score… */
  readonly topic: number;
  /** …for so many of the best documents, by so many words of each, and so many neighbours. */
  readonly topicDocuments: number;
  readonly topicTerms: number;
  readonly topicNeighbours: number;
  /** What a standard deviation of likeness in meaning counts, as a share of the best document's score by words… */
  readonly likeness: number;
  /** …and beside it as a share of the document's own… */
  readonly likenessOwn: number;
  /** …when so many of the best documents by words have so much of it themselves; less when vectors and words disagree… */
  readonly agreeing: number;
  readonly agreement: number;
  /** …and how many of them let a document in that has no word of the query, and what each counts at least from there. */
  readonly similarFrom: number;
  readonly similar: number;
}

export const RANK_SETTINGS: RankSettings = {
  fields: [3, 1, 1, 1, 0.5, 1, 0.4],
  k1: 2,
  b: 0.75,
  surface: 0.15,
  adjacent: 0.25,
  equivalent: 0.8,
  related: 0.4,
  back: 0.2,
  relatedSpan: 0.4,
  relatedFloor: 0.15,
  relatedLength: 7,
  topicFrom: 5,
  topic: 0.5,
  topicDocuments: 15,
  topicTerms: 15,
  topicNeighbours: 5,
  likeness: 0.06,
  likenessOwn: 0.09,
  agreeing: 10,
  agreement: 2,
  similarFrom: 2.5,
  similar: 0.12,
};
