import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character but half a surrogate pair, as a unit of `fc.string`: the same strings as of its unit `binary`, which puts all
 * million characters into a map first.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (value) => {
    const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== value) throw new Error('no character');
    if (code < SURROGATES.first) return code;
    if (code < SURROGATES.first + SURROGATES.count) throw new Error('half a surrogate pair');
    return code - SURROGATES.count;
  },
);
