const FEW = 48;

/** A growing buffer of bytes. A whole number is written in as few bytes as possible, with seven bits in each. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(room = 1 << 16) {
    this.#bytes = new Uint8Array(room);
  }

  number(value: number): void {
    if (this.length + 8 > this.#bytes.length) this.#grow(8);
    let rest = value;
    // A fast path for small numbers, as most are.
    for (; rest < 0x8000_0000; rest >>>= 7) {
      if (rest < 128) {
        this.#bytes[this.length++] = rest;
        return;
      }
      this.#bytes[this.length++] = (rest & 127) | 128;
    }
    while (rest > 127) {
      this.#bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.length++] = rest;
  }

  bytes(content: Uint8Array): void {
    if (this.length + content.length > this.#bytes.length) this.#grow(content.length);
    // For a few bytes, a loop is faster than `set`.
    if (content.length > FEW) this.#bytes.set(content, this.length);
    else for (let i = 0; i < content.length; i++) this.#bytes[this.length + i] = content[i] as number;
    this.length += content.length;
  }

  /** Writes zeros up to the next multiple of four. */
  align(): void {
    while (this.length % 4 !== 0) this.number(0);
  }

  /** Resets the buffer to empty. */
  clear(): void {
    this.length = 0;
  }

  /** Returns the bytes from `start` on, without copying; they are valid until the next write. */
  view(start = 0): Uint8Array {
    return this.#bytes.subarray(start, this.length);
  }

  #grow(room: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + room));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

/** Reads the output of a ByteWriter. It reads zeros after the end; damaged data is detected elsewhere by checksums. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  number(): number {
    const first = this.#bytes[this.at++] ?? 0;
    if (first < 128) return first;
    this.at--;
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#bytes[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }
  /** Skips `count` numbers. */
  pass(count: number): void {
    for (let left = count; left > 0 && this.at < this.#bytes.length;) {
      if ((this.#bytes[this.at++] ?? 0) < 128) left--;
    }
  }
}
