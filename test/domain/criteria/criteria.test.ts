import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import {
  type Checkbox,
  checkboxesOf,
  checkboxIn,
  isTicked,
  lastBox,
} from '../../../src/domain/criteria/checkboxes.js';
import { withCriterion } from '../../../src/domain/criteria/criterionEdits.js';
import { boxesUnder, criteriaOf, progressOf } from '../../../src/domain/criteria/criteria.js';
import { plainHeading } from '../../../src/domain/document/sections/headings.js';

const SECTIONS = ['Success Criteria', 'Definition of Done', 'Критерии'];
const WANTED = new Set(SECTIONS.map(plainHeading));

const LINES = [
  ...[
    ...'## Success Criteria, # Definition of *done*, Success, criteria, ===, ---, ## Критерии!'.split(', '),
    '**',
  ],
  ...[
    ...'## Other, ### Sub (x), - [ ] one, - [~] one, - \uff3b\u3000\uff3d one, - [a](b)'.split(', '),
    ...'* [x] two, 1. [X] three,   - [ ] nested,     - [ ] code'.split(', '),
  ],
  ...[
    ...'```, ~~~, <!--, -->, <pre>, </pre>, - ```,   ```, - item, goes on, \t- [ ] tab'.split(', '),
    '',
    '',
    '',
  ],
  ...'> - [ ] quoted, - [ ] …, -   - [ ] deep,   \u00a0, \u2028, [ ], a [x] b, #, 0) [ ] zero'.split(', '),
];

const TICKED = ['[x]', '[X]'];
const OPEN = [
  ...'[ ], [], [\t], [\u00a0], [\u3000], [   ], [~], [-], [/], [>], [!], [?], [*], [_]'.split(', '),
  // Other letters than x, and letters that only look like an x, do not tick a checkbox.
  ...['[v]', '[o]', '[V]', '[O]', '[\u0445]', '[\u00d7]', '[\uff58]', '[.]', '["]', '[^]', '[\\]'],
  ...[
    ...'[ x ], [ x], [x ], [ X ], [\uff38], \uff3bx\uff3d, \uff3b\uff58\uff3d'.split(', '),
    ...'\uff3b\u3000\uff3d, \uff3b~], \uff3b\uff3d'.split(', '),
  ],
  ...[
    ...'[\u2713] [\u2714] [\u2714\ufe0f] [\u2705] [\u{1f6a7}] [\u{1f44d}\u{1f3fd}]'.split(' '),
    '[\u{1f1ea}\u{1f1fa}]',
  ],
  '[\u{1f469}\u200d\u{1f4bb}]',
];
/** Whole lines without a checkbox. The text around the brackets decides whether they are a checkbox. */
const NO_BOXES = [
  ...['- [a](b)', '- [x](b)', '- [x][b]', '- [x]: b', '- [~]: b', '- [ ](b)', '- [x]words', '- [~]words'],
  // Brackets around numbers of references, footnotes, names and words.
  ...[
    ...'- [1] a book, - [\uff11] a book, - [12] a book, - [^1] a note, - [^1]: a note, - [AC] a'.split(', '),
    ...'- [xx] a, - [x x] a'.split(', '),
    // Letters that are no known marks, as in a legend.
    ...'- [P] a, - [A] a, - [e\u0301] a, - [\u6e08] a, > - [P] a'.split(', '),
  ],
  // Optional tasks of Kiro, and brackets that are incomplete, escaped or in code.
  ...['- [ ]* a', '- [x]* a', '- [[x]] a', '- [x', '- x] a', '- (x) a', '- {x} a', '- \\[x] a', '- `[x]` a'],
  ...[
    ...'[x] a, a [x] b, -[x] a, # [x] a, > [x] a, | [x] | a, 1234567890. [x] a, a. [x] b, - - a'.split(', '),
    '**- [x] a**',
  ],
];
const MARKERS = ['> - ', '>> 1. ', '  > * ', '- ', '* ', '+ ', '1. ', '12) ', '  - ', '-   ', '\t* '];

describe('A checkbox', () => {
  const rows = [...TICKED, ...OPEN].map((box) => [box, TICKED.includes(box)] as const);

  it.each(rows)('written as %j in a list item is found, and its ticked state is %j', (box, ticked) => {
    for (const marker of MARKERS)
      for (const [behind, text] of [
        [' words', 'words'],
        ['\u3000 words ', 'words'],
        [' [a](b)', '[a](b)'],
        ['', ''],
      ]) {
        const line = `${marker}${box}${behind}`;
        expect(checkboxIn(line)).toEqual({ at: marker.length, box, text });
        expect(isTicked(box)).toBe(ticked);
        expect(lastBox(`a\n${line}\n[b](c)`)).toBe(2 + marker.length);
      }
  });

  it.each(NO_BOXES)('is not found in %j', (line) => {
    expect(checkboxIn(line)).toBeUndefined();
    expect(checkboxesOf(`${line}\n`)).toEqual([]);
  });

  it('is found in nested lists, but not in code or comments', () => {
    const text =
      '- [~] one\n  1. [x] two\n     + [-] three\n\n```\n- [~] no\n```\n\n    - [v] no\n\n' +
      '<!-- - [/] no -->\n<!--\n- [~] no\n-->\n- [ ] four <!-- - [~] no -->\n  goes on\n- ~~~\n  - [x] no';
    expect(checkboxesOf(text).map(({ box, text: words, line }) => [box, words, line])).toEqual([
      ['[~]', 'one', 1],
      ['[x]', 'two', 2],
      ['[-]', 'three', 3],
      ['[ ]', 'four <!-- - [~] no --> goes on', 15],
    ]);
  });
});

describe('A checkbox in a quotation', () => {
  it('has the words of its paragraph, without the marks of the quotation; code in the quotation has no boxes', () => {
    const text =
      '> [!NOTE]\n> - [x] one\n>   goes on\n>\n> ```\n> - [ ] no\n> ```\n> - [ ] two\nlazily\n' +
      '\n> ```\n- [ ] three';
    expect(checkboxesOf(text).map(({ text: words, line }) => [words, line])).toEqual([
      ['one goes on', 2],
      ['two lazily', 8],
      ['three', 12],
    ]);
  });

  it('is followed by an added criterion in the same quotation, unless others are outside', () => {
    const quoted = '## Success Criteria\n\n> [!NOTE]\n> - [ ] one\n>   goes on\n>\n> end\n';
    expect(withCriterion(quoted, SECTIONS, 'two').body).toBe(
      '## Success Criteria\n\n> [!NOTE]\n> - [ ] one\n>   goes on\n> - [ ] two\n>\n> end\n',
    );
    expect(
      withCriterion(`## Success Criteria\n\n- [ ] zero\n\n${quoted.slice(21)}`, SECTIONS, 'two').body,
    ).toContain('- [ ] zero\n- [ ] two\n\n> [!NOTE]');
  });
});

describe('A criterion', () => {
  it.each([...TICKED, ...OPEN])('counts with the checkbox %j, and is done only when it is ticked', (box) => {
    const body = `## Success Criteria\n\n- [x] one\n- ${box} two\n- ${box}\n- ${box} …\n`;
    const done = TICKED.includes(box);
    expect(criteriaOf(body, SECTIONS)[1]).toEqual({
      n: 2,
      text: 'two',
      end: body.indexOf('two') + 3,
      done,
      line: 4,
      at: body.indexOf('two') - 1 - box.length,
      box,
    });
    expect(progressOf(body, SECTIONS)).toEqual({ done: done ? 2 : 1, total: 2 });
    expect(progressOf(`## Success Criteria\n\n- ${box} two`, SECTIONS)).toEqual({
      done: done ? 1 : 0,
      total: 1,
    });
  });

  it.each([
    ['AC1: it works', 'AC1'],
    ['**AC1** it works', 'AC1'],
    ['**AC1:** it works', 'AC1'],
    ['**AC1**: it works', 'AC1'],
    ['AC2.1: it works', 'AC2.1'],
    ['**AC-2.1.3**: it works', 'AC-2.1.3'],
    ['FR_001: it works', 'FR_001'],
    ['(AC-3) it works', 'AC-3'],
    ['~~AC1: it works~~ (retired: nobody asked)', 'AC1'],
    ['~~**AC1** it works~~ (retired: nobody asked)', 'AC1'],
    ['~~(AC-3) it works~~', 'AC-3'],
    ['**AC1** ~~it works~~', 'AC1'],
    // These texts have no label: a criterion may begin with such a word, and several criteria may share such a tag.
    ['AC1 it works', undefined],
    ['IPv6 works', undefined],
    ['TLS1.3 is spoken', undefined],
    ['(P1) it works', undefined],
    ['(US2) it works', undefined],
    ['(AC3) it works', undefined],
    ['[AC-3] it works', undefined],
    ['AC: it works', undefined],
    ['1: it works', undefined],
    ['~~it works~~', undefined],
  ])('has a label if its text begins with one, and stays open if struck through: %j, %j', (words, label) => {
    const [criterion] = criteriaOf(`## Success Criteria\n\n- [ ] ${words}\n`, SECTIONS);
    expect(criterion).toMatchObject({ text: words, done: false });
    expect(criterion?.label).toBe(label);
  });
});

it('Checkboxes under acceptance headings are the same as those that a search of the whole text finds under these headings', () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 16 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, newline]) => lines.join(newline));
  fc.assert(
    fc.property(text, (body) => {
      const under = checkboxesOf(body).filter(({ path }) =>
        path.some((one) => WANTED.has(plainHeading(one))),
      );
      const places = (boxes: readonly Checkbox[]) =>
        boxes.map(({ line, at, box, checked, text: words }) => [line, at, box, checked, words]);
      expect(places(boxesUnder(body, SECTIONS))).toEqual(places(under));
    }),
    { numRuns: 2000 },
  );
});
