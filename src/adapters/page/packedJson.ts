import { constants, deflateRawSync } from 'node:zlib';

/** Number of bytes that are compressed at once. */
const PART = 1024 * 1024;

/**
 * JSON that is compressed part by part while it is added, so that it is never in memory as a whole. The parts together are one
 * deflate stream.
 */
export class PackedJson {
  readonly #packed: Buffer[] = [];
  /** What is not compressed yet is copied here, because thousands of waiting strings would be expensive to collect as garbage. */
  readonly #part = Buffer.allocUnsafe(PART);
  #used = 0;

  add(json: string): void {
    const bytes = Buffer.from(json, 'utf8');
    for (let at = 0; at < bytes.length;) {
      const copied = bytes.copy(this.#part, this.#used, at);
      at += copied;
      this.#used += copied;
      if (this.#used === PART) this.#pack(constants.Z_SYNC_FLUSH);
    }
  }

  /** Returns the compressed JSON in base64. Nothing can be added afterwards. */
  end(): string {
    this.#pack(constants.Z_FINISH);
    return Buffer.concat(this.#packed).toString('base64');
  }

  /** The highest compression level would take twice as long and make the page only half a percent smaller. */
  #pack(finishFlush: number): void {
    this.#packed.push(deflateRawSync(this.#part.subarray(0, this.#used), { level: 6, finishFlush }));
    this.#used = 0;
  }
}
