/** Format of every file of this cache: a word of it changes with every change of the format, or of what is read from documents. */
const MAGIC = 0x53_50_43_37;
const HEAD_BYTES = 8;
const PRIME = 0x01_00_01_93;

/** Bytes with a mark and a checksum in front; their length becomes a multiple of four. */
export function seal(content: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(HEAD_BYTES + content.length + ((4 - (content.length % 4)) % 4)).fill(32);
  sealed.set(content, HEAD_BYTES);
  const words = new Uint32Array(sealed.buffer);
  words[0] = MAGIC;
  words[1] = checksum(words.subarray(2));
  return sealed;
}

/** What was sealed, at most three spaces longer; undefined for bytes that are something else, or were damaged. */
export function unseal(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < HEAD_BYTES || bytes.length % 4 !== 0) return undefined;
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  if (words[0] !== MAGIC || words[1] !== checksum(words.subarray(2))) return undefined;
  return aligned.subarray(HEAD_BYTES);
}

/** FNV-1a over 32-bit words: against accidents, in a millisecond or two for ten thousand specs. */
function checksum(words: Uint32Array): number {
  let sum = 0x81_1c_9d_c5;
  let i = 0;
  // By index, and eight at a time: a file of a thousand specs is read through before the loop is compiled.
  for (const whole = words.length - (words.length % 8); i < whole; i += 8) {
    sum = Math.imul(sum ^ (words[i] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 1] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 2] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 3] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 4] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 5] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 6] as number), PRIME);
    sum = Math.imul(sum ^ (words[i + 7] as number), PRIME);
  }
  for (; i < words.length; i += 1) sum = Math.imul(sum ^ (words[i] as number), PRIME);
  return sum >>> 0;
}
