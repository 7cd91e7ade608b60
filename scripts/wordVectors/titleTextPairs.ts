/** Pairs of a title and the text that belongs to it, both as numbers of stems. */
export interface Pairs {
  readonly count: number;
  /** Stems of all titles and texts in one array, one after the other. */
  readonly words: Int32Array;
  /**
   * Positions in `words`: the i-th title starts at `starts[2i]`, its text at `starts[2i + 1]`. The last element is the end of
   * the last text.
   */
  readonly starts: Int32Array;
}

/**
 * Reads pairs of titles and texts, each stored as the number of its words, followed by the sorted word numbers as
 * differences, all as unsigned LEB128. A pair is skipped if its title or text has no known stem.
 * @param stemOf number of the stem for each word number; -1 for none.
 */
export function readPairs(bytes: Uint8Array, stemOf: Int32Array): Pairs {
  // The array is long enough, because every word takes at least one byte.
  const words = new Int32Array(bytes.length);
  const starts: number[] = [];
  let [at, end] = [0, 0];
  while (at < bytes.length) {
    const begin = end;
    readBag();
    const middle = end;
    readBag();
    if (middle === begin || end === middle) end = begin;
    else starts.push(begin, middle);
  }
  starts.push(end);
  return { count: starts.length >> 1, words: words.slice(0, end), starts: Int32Array.from(starts) };

  function readBag(): void {
    let word = 0;
    for (let left = readNumber(); left > 0; left--) {
      word += readNumber();
      const stem = stemOf[word] ?? -1;
      if (stem >= 0) words[end++] = stem;
    }
  }

  function readNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}
