/** Pairs of a title and its text, as numbers of stems. */
export interface Pairs {
  readonly count: number;
  /** Stems of all titles and texts, concatenated. */
  readonly words: Int32Array;
  /** Start of the i-th title (2i) and of its text (2i + 1); the last element is the end of the last text. */
  readonly starts: Int32Array;
}

/**
 * Reads pairs of bags of words: per bag a count, then the sorted numbers of the words as differences, all unsigned LEB128. A pair
 * with a side without known stems is skipped.
 * @param stemOf number of the stem by that of the word; -1 for none.
 */
export function readPairs(bytes: Uint8Array, stemOf: Int32Array): Pairs {
  // Every word takes at least one byte.
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
