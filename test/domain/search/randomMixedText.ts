import fc from 'fast-check';
import { anyCharacter } from '../../support/anyCharacter.js';

const words = fc.constantFrom(
  ...'the hand off C# C++ HAL9000 running userLogin HTTP2Server LLMs cache-key snake_case_name'.split(' '),
  ..."don't Ana’s naïve cafe\u0301 Ⅷ ﬁle 日本語の仕様 한국어 ーー 𝒳𝒴z 😀 👩‍💻 x\ud800y １２３ 'quoted'".split(
    ' ',
  ),
  'x'.repeat(120),
  'İstanbul',
  'straße',
);
const gaps = fc.constantFrom(...' |-|_|/|\n|\n\n| \n\t|. |, |—|\u00a0|  -  '.split('|'), '', ' '.repeat(45));

/** Random texts of words in many scripts with gaps between them, and of arbitrary characters. */
export const mixedText = fc.oneof(
  fc
    .array(fc.tuple(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 6 })), gaps), { maxLength: 30 })
    .map((pairs) => pairs.flat().join('')),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
);
