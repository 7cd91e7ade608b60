/** Every weight of the ranking; found by trial on seven collections, each measured with what the others chose (docs/lab/search.md), the same for all of them. */
export interface RankSettings {
  /** Of title, tags, headings, lead, body, further Markdown files, values of fields; and of being in other files at all. */
  readonly fields: readonly [number, number, number, number, number, number, number, number];
  /** What standing in title and lead counts once more, as if there were no other text. */
  readonly lead: number;
  readonly k1: number;
  readonly b: number;
  readonly surface: number;
  readonly adjacent: number;
  /** Related words count so much of what they would as typed… */
  readonly related: number;
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
