/**
 * Turns texts into vectors that point the same way when the texts mean the same. The tool brings one made of learned word
 * vectors; whoever embeds the tool may bind a model of their own, which runs where the tool runs.
 */
export interface Embedder {
  /** Model and version: vectors of another are made anew, never compared. */
  readonly id: string;
  /** Of every vector. */
  readonly dimensions: number;
  /** A vector for each text: a section of a spec, its title and heading before it. Of any length; zeros for what it cannot tell. */
  sections(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** What is searched for. @param rarity how much a stem tells in this project, by how few specs have it; may be left unused. */
  query(text: string, rarity: (stem: string) => number): Promise<Float32Array>;
}
