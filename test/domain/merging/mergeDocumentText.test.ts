import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import { mergeDocumentText, type MergedText } from '../../../src/domain/merging/mergeDocumentText.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';
import { mergeLines, mirrored } from '../../support/mergeLines.js';

/** Merges two sides, and expects the same result when the sides are exchanged. */
function given(base: string, records: readonly LogRecord[] = []) {
  const merge = (ours: string, theirs: string) =>
    mergeDocumentText({ base, ours, theirs }, orderRecords(records), mergeLines);
  return {
    when: (ours: string, theirs: string): MergedText => {
      const merged = merge(ours, theirs);
      const other = merge(theirs, ours);
      expect({ ...other, text: mirrored(other.text) }).toEqual(merged);
      return merged;
    },
  };
}
const marked = (ours: string, theirs: string) => `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
const whole = (text: string): MergedText => ({ text, conflicts: 0 });

const SPEC =
  '\n# Login\n\n## Problem\n\nSlow.\n\n## Success Criteria\n\n- [ ] fast\n- [ ] safe\n- [ ] small\n\n' +
  '## Out of Scope\n\nSingle sign-on.\n';
/** The lines of a text that has `; ` between them. */
const lines = (text: string) => `${text.replaceAll('; ', '\n')}\n`;
const ticked = (...words: readonly string[]) =>
  words.reduce((text, word) => text.replace(`[ ] ${word}`, `[x] ${word}`), SPEC);

it('Merging two texts without conflicting lines gives what git gives, whatever checkboxes and notes the texts have', () => {
  const answer = { text: 'whatever comes\n', conflicts: 0 };
  expect(
    mergeDocumentText({ base: SPEC, ours: ticked('fast'), theirs: ticked('safe') }, [], () => answer),
  ).toBe(answer);
});

describe('Merged checkboxes', () => {
  it.each([
    ['one on each side', ticked('fast'), ticked('safe'), ticked('fast', 'safe')],
    ['two on each side', ticked('safe', 'small'), ticked('fast', 'safe'), ticked('fast', 'safe', 'small')],
  ])('are ticked when either side ticked them: %s', (_what, ours, theirs, expected) => {
    expect(given(SPEC).when(ours, theirs)).toEqual(whole(expected));
  });

  it.each([
    ['[ ]', '[~]', '[ ]', '[~]'],
    ['[~]', '[~]', '[x]', '[x]'],
    ['[ ]', '[]', '[ ]', '[]'],
    ['[ ]', '[ ]', '\uff3b\uff58\uff3d', '\uff3b\uff58\uff3d'],
    // When both sides changed the checkbox, it is ticked only if both sides ticked it.
    ['[ ]', '[x]', '[~]', '[~]'],
    ['[~]', '[x]', '[ ]', '[ ]'],
    ['[~]', '[x]', '[X]', '[x]'],
    ['[x]', '[~]', '[ ]', '[~]'],
    ['[ ]', '[-]', '[~]', '[~]'],
    ['[ ]', '[ x ]', '[x]', '[ x ]'],
  ])('are compared with their base: %s changed to %s and %s becomes %s', (base, ours, theirs, expected) => {
    const of = (box: string, other: string) => `- ${box} a\n- ${other} b\n`;
    const [our, their] = [of(ours, '[ ]'), of(theirs, '[x]')];
    expect(given(of(base, '[ ]')).when(our, their)).toEqual(whole(of(expected, '[x]')));
    expect(given(of(base, '[ ]')).when(their, our)).toEqual(whole(of(expected, '[x]')));
  });

  it('have the letter of the side that ticked them, at any depth, but never change in code and comments', () => {
    const base = '* [ ] a\n  1. [ ] b\n+ [x] c\n\n```\n- [ ] code\n```\n<!-- - [ ] comment -->\n';
    const ours = base.replace('[ ] a', '[X] a').replace('[x] c', '[X] c');
    const theirs = base.replace('[ ] b', '[x] b').replace('[x] c', '[ ] c');
    expect(given(base).when(ours, theirs)).toEqual(
      whole('* [X] a\n  1. [x] b\n+ [ ] c\n\n```\n- [ ] code\n```\n<!-- - [ ] comment -->\n'),
    );
    const other = base.replace('[ ] a', '[~] a');
    expect(given(base).when(other, theirs)).toEqual(
      whole('* [~] a\n  1. [x] b\n+ [ ] c\n\n```\n- [ ] code\n```\n<!-- - [ ] comment -->\n'),
    );
    expect(given('- [ ] a\n- [ ] b\n').when('- [x] a\n- [x] b\n', '- [X] a\n- [ ] b\n').text).toMatch(
      /^- \[x\] a/,
    );
  });

  it('are matched by their order when they have the same text', () => {
    const base = '- [ ] tested\n- [ ] tested\n- [ ] tested\n';
    expect(
      given(base).when(
        '- [x] tested\n- [ ] tested\n- [ ] tested\n',
        '- [ ] tested\n- [ ] tested\n- [x] tested\n',
      ),
    ).toEqual(whole('- [x] tested\n- [ ] tested\n- [x] tested\n'));
  });

  it.each([
    ['ticked', '- [x] a; - [ ] b', '- [ ] AC1: a; - [ ] AC2: b', '- [x] AC1: a; - [ ] AC2: b'],
    ['marked', '- [ ] a; - [~] b', '- [ ] **AC1** a; - [ ] (AC-2) b', '- [ ] **AC1** a; - [~] (AC-2) b'],
    [
      'retired',
      '- [ ] ~~a~~ (retired: old); - [ ] b',
      '- [ ] AC1: a; - [ ] AC2: b',
      '- [ ] ~~AC1: a~~ (retired: old); - [ ] AC2: b',
    ],
    ['added', '- [ ] a; - [ ] b; - [x] c', '- [ ] AC1: a; - [ ] b', '- [ ] AC1: a; - [ ] b; - [x] c'],
    ['labelled too', '- [x] AC1: a; - [ ] b', '- [ ] AC1: a; - [x] AC2: b', '- [x] AC1: a; - [x] AC2: b'],
  ])('keep the labels that one side gave them when the other %s them', (_what, ours, theirs, expected) => {
    expect(given('- [ ] a\n- [ ] b\n').when(lines(ours), lines(theirs))).toEqual(whole(lines(expected)));
  });

  it('with the same words are not taken for each other by their labels', () => {
    const base = '- [ ] AC1: works\n- [ ] AC2: works\n- [ ] c\n';
    const [ours, theirs] = ['- [ ] AC2: works\n- [ ] c\n', '- [x] AC1: works\n- [ ] AC2: works\n- [x] c\n'];
    expect(given(base).when(ours, theirs).text).not.toContain('[x] AC2');
  });

  it('are left as a conflict when one side ticked them and the other reworded them', () => {
    const base = '- [ ] it is fast\n- [ ] it is safe\n';
    const reworded = '- [ ] it is fast\n- [ ] it is safe from guessing\n';
    expect(given(base).when(reworded, '- [x] it is fast\n- [x] it is safe\n')).toEqual({
      text: `- [x] it is fast\n${marked('- [ ] it is safe from guessing\n', '- [x] it is safe\n')}`,
      conflicts: 1,
    });
  });
});

const NOTES = `${SPEC}\n## Notes\n\n- 2026-01-05 (Ada): begun\n`;

describe('Merged notes', () => {
  it('follow the existing notes, in the order of their dates, when both sides added notes', () => {
    const ours = `${NOTES}- 2026-01-08 (Kim): third\n- 2026-01-09 (Kim): last\n`;
    const theirs = `${NOTES}- 2026-01-07 (Lee): second\n  with more\n\n  and more\n- 2026-01-08 (Lee): then\n`;
    expect(given(NOTES).when(ours, theirs)).toEqual(
      whole(
        `${NOTES}- 2026-01-07 (Lee): second\n  with more\n\n  and more\n- 2026-01-08 (Kim): third\n- 2026-01-08 (Lee): then\n- 2026-01-09 (Kim): last\n`,
      ),
    );
  });

  it('are in the order of the log when they have the same day', () => {
    const first = aRecord(1, [], [created()]);
    const noted = (at: number, text: string) => aRecord(at, [first], [{ type: 'NoteAdded', data: { text } }]);
    const records = [first, noted(9, 'a  word'), noted(5, 'z'), noted(7, 'm\nn')];
    const ours = `${NOTES}- 2026-01-05 (Kim): z\n- 2026-01-05 (Kim): a word\n`;
    const theirs = `${NOTES}- 2026-01-05 (Lee): m\n  n\n`;
    expect(given(NOTES, records).when(ours, theirs)).toEqual(
      whole(`${NOTES}- 2026-01-05 (Kim): z\n- 2026-01-05 (Lee): m\n  n\n- 2026-01-05 (Kim): a word\n`),
    );
  });

  it('are one section when each side wrote its first note, and one side also added a criterion above', () => {
    const base = '## Success Criteria\n\n- [ ] a\n';
    const ours = `${base}\n## Notes\n\n- ho\n`;
    const theirs = `${base}- [ ] nice\n\n## Notes\n\n- hi\n`;
    const both = whole(`${base}- [ ] nice\n\n## Notes\n\n- hi\n- ho\n`);
    expect([given(base).when(ours, theirs), given(base).when(theirs, ours)]).toEqual([both, both]);
    expect(given(base).when(`${ours}\nOf lee.\n`, theirs).conflicts).toBe(1);
  });

  it('are kept once when both sides have them, even in a section that both sides added', () => {
    const made = (...notes: readonly string[]) =>
      `${SPEC}\n## Notes\n\n${notes.map((note) => `- ${note}\n`).join('')}`;
    expect(given(SPEC).when(made('same', 'a'), made('same', 'b', 'b'))).toEqual(
      whole(made('same', 'a', 'b', 'b')),
    );
    expect(given(SPEC).when(made('b', 'same'), made('same', 'a'))).toMatchObject({ conflicts: 0 });
  });

  it('stay above the text that follows their list, and keep lists that a side changed', () => {
    const base = '## Notes\n\n- a\n\nSee the wiki.\n\n## More\n';
    const added = (note: string, old = 'a') => base.replace('- a\n', `- ${old}\n- ${note}\n`);
    expect(given(base).when(added('b'), added('c'))).toEqual(whole(base.replace('- a\n', '- a\n- b\n- c\n')));
    expect(given(base).when(base.replace('- a', '- A'), added('c'))).toEqual(
      whole(base.replace('- a\n', '- A\n- c\n')),
    );
    expect(given(base).when(base.replace('- a', '- A'), base.replace('- a', '- Aa'))).toMatchObject({
      conflicts: 1,
    });
  });

  it.each(['---', '* * *', '___'])('stay above the horizontal rule "%s" that ends their list', (rule) => {
    const list = (...notes: readonly string[]) => `## Notes\n\n${notes.join('\n')}\n${rule}\nend\n`;
    const { when } = given(list('- one'));
    expect(when(list('- one', '- our'), list('- one', '- their')).conflicts).toBe(0);
  });

  it('are recognised only in lists', () => {
    expect(given(SPEC).when(`${SPEC}\nours\n`, `${SPEC}\ntheirs\n`)).toMatchObject({ conflicts: 1 });
  });
});

describe('Merged criteria', () => {
  const appended = (text: string, item: string) => text.replace('small\n', `small\n${item}\n`);

  it('are all kept when both sides appended some, with the ticks of both sides', () => {
    expect(
      given(SPEC).when(appended(ticked('safe'), '- [x] ours'), appended(ticked('small'), '- [ ] theirs')),
    ).toEqual(whole(appended(ticked('safe', 'small'), '- [ ] theirs\n- [x] ours')));
    expect(given(SPEC).when(appended(SPEC, '- [x] same'), appended(SPEC, '- [ ] same'))).toEqual(
      whole(appended(SPEC, '- [x] same')),
    );
  });

  it('are all kept when both sides wrote them in place of the empty criterion of a template', () => {
    const base = '## Success Criteria\n\n- [ ] a\n- [ ] …\n\n## Notes\n';
    const filled = (words: string) => base.replace('…', words);
    expect(given(base).when(filled('b'), filled('c'))).toEqual(whole(filled('b\n- [ ] c')));
  });
});

describe('Merged sections', () => {
  it('are merged separately: only a section that both sides rewrote gets conflict marks', () => {
    const ours = ticked('fast').replace('Slow.', 'Ours.');
    const theirs = ticked('safe').replace('Slow.', 'Theirs.').replace('Single', 'A single');
    expect(given(SPEC).when(ours, theirs)).toEqual({
      conflicts: 1,
      text: ticked('fast', 'safe')
        .replace('Single', 'A single')
        .replace('Slow.\n', '<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n'),
    });
  });

  it('stay at their place when one side added them', () => {
    const ours = SPEC.replace('\n## Success', '\n## Plan\n\nOurs.\n\n## Success');
    const theirs = SPEC.replace('\n## Success', '\n## Risks\n\nTheirs.\n\n## Success');
    const both = SPEC.replace('\n## Success', '\n## Plan\n\nOurs.\n\n## Risks\n\nTheirs.\n\n## Success');
    expect(given(SPEC).when(ours, theirs)).toEqual(whole(both));
    expect(given(SPEC).when(`${SPEC}\n## Plan\n\nOurs.`, `${SPEC}\n## Risks\n\nTheirs.\n\n`)).toMatchObject({
      conflicts: 0,
    });
  });

  it('are merged although both sides changed the title', () => {
    const retitled = (title: string, text: string) => text.replace('# Login', `# ${title}`);
    const merged = given(SPEC).when(retitled('A', ticked('fast')), retitled('B', ticked('safe')));
    expect(merged).toEqual({
      conflicts: 1,
      text: ticked('fast', 'safe').replace('# Login\n', '<<<<<<< ours\n# A\n=======\n# B\n>>>>>>> theirs\n'),
    });
  });

  it('are left as a conflict when one side removed them and the other edited them', () => {
    const base = '## A\n\na\n\n## B\n\nb\n';
    expect(given(base).when('## A\n\na\n', base.replace('b\n', 'c\n'))).toMatchObject({ conflicts: 1 });
  });
});

describe('A heading that one side inserted above existing text', () => {
  const base = '# Thing\n\nThe cache is never cleared.\nOld numbers stay.\n';
  const rewritten = '## Problem\n\nThe cache is cleared every hour.\nOld numbers stay.\n';
  it('keeps that text below it, and causes a conflict when the other side inserted a heading too', () => {
    const ours = `# Thing\n\n${rewritten}`;
    const theirs = base.replace('The cache', '## Context\n\nThe cache');
    const [our, their] = [ours, theirs].map((text) => text.slice(9).replace('Old numbers stay.\n', ''));
    expect(given(base).when(ours, theirs)).toEqual({
      text: `# Thing\n\n${marked(our ?? '', their ?? '')}Old numbers stay.\n`,
      conflicts: 1,
    });
  });

  it('does not duplicate text when another section has a conflict', () => {
    const below = (title: string, text: string) => `${text}\n## Later\n\n${title}\n`;
    const ours = below('Ours.', `# Thing\n\n${rewritten}`);
    const theirs = below('Theirs.', base.replace('The cache', '## Context\n\nThe cache'));
    const { text, conflicts } = given(below('As it was.', base)).when(ours, theirs);
    expect(conflicts).toBe(2);
    expect(text).toContain(
      '<<<<<<< ours\n## Problem\n\nThe cache is cleared every hour.\n=======\n## Context\n',
    );
    expect(text.match(/Old numbers/g)).toHaveLength(1);
  });
});

describe('The line ends of a merged text', () => {
  it.each([
    ['without a newline', (text: string) => text.trimEnd()],
    ['with blank lines', (text: string) => `${text}\n\n`],
    ['with carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('stay as they are in a text %s', (_what, of) => {
    expect(given(of(SPEC)).when(of(ticked('fast')), of(ticked('safe')))).toEqual(
      whole(of(ticked('fast', 'safe'))),
    );
    const merged = given(of(NOTES)).when(of(`${NOTES}- ours\n`), of(`${NOTES}- theirs\n`));
    expect(merged).toEqual(whole(of(`${NOTES}- ours\n- theirs\n`)));
  });

  it('are those of the side that changed them', () => {
    expect(given(SPEC.trimEnd()).when(ticked('fast'), ticked('safe').trimEnd())).toEqual(
      whole(ticked('fast', 'safe')),
    );
  });
});

describe('A merge in which no section was rewritten by both sides', () => {
  interface Work {
    readonly ticks: readonly number[];
    readonly opened: readonly number[];
    readonly notes: readonly string[];
    readonly criteria: readonly string[];
  }
  const words = fc.array(fc.constantFrom('fast', 'safe', 'small', 'b:', '#', '-', '2026-01-05'), {
    minLength: 1,
    maxLength: 3,
  });
  const texts = fc.array(
    words.map((all) => all.join(' ')),
    { maxLength: 4 },
  );
  const some = fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 6 });
  const work = fc.record<Work>({ ticks: some, opened: some, notes: texts, criteria: texts });
  const layout = fc.record({
    mark: fc.constantFrom('-', '*', '+', '1.'),
    isOpen: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    hasNotes: fc.boolean(),
    newline: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n'),
  });
  type Layout = typeof layout extends fc.Arbitrary<infer Made> ? Made : never;

  function written(
    { mark, isOpen, hasNotes, newline, end }: Layout,
    side?: { readonly name: string; readonly rewritten: string; readonly work: Work },
  ): string {
    const box = (i: number) => {
      const isTicked =
        (isOpen[i] === false && side?.work.opened.includes(i) !== true) ||
        (isOpen[i] === true && side?.work.ticks.includes(i) === true);
      return `${i % 4 === 3 ? '   ' : ''}${mark} [${isTicked ? 'x' : ' '}] box ${String(i % 5)}`;
    };
    const boxes = isOpen.map((_, i) => box(i));
    const added = side?.work.criteria.map((text) => `${mark} [ ] ${side.name} ${text}`) ?? [];
    const notes =
      side?.work.notes.map((text, i) => `- 2026-01-0${String(i + 1)} (${side.name}): ${text}`) ?? [];
    const prose = (name: string) => [
      `## ${name}`,
      '',
      side?.rewritten === name ? `${side.name} wrote this.` : 'As it was.',
      '',
    ];
    const noted =
      hasNotes || notes.length > 0
        ? ['', '## Notes', '', ...(hasNotes ? ['- 2025-12-31: first'] : []), ...notes]
        : [];
    const lines = [
      '',
      '# T',
      '',
      ...prose('Problem'),
      ...prose('Solution'),
      '## Success Criteria',
      '',
      ...boxes.slice(0, 6),
      ...added,
      '',
      ...prose('Later'),
      '### Done',
      '',
      ...boxes.slice(6),
      ...noted,
    ];
    return lines.join(newline) + end.replaceAll('\n', newline);
  }

  it('has no conflict, is the same with the sides exchanged, and keeps every tick, criterion, note and section', () => {
    const pair = fc.constantFrom(['Problem', 'Solution'], ['Solution', 'Later'], ['Later', 'Problem']);
    fc.assert(
      fc.property(layout, work, work, pair, (made, our, their, [a = '', b = '']) => {
        const base = written(made);
        const [ours, theirs] = [
          { name: 'kim', rewritten: a, work: our },
          { name: 'lee', rewritten: b, work: their },
        ];
        const { text, conflicts } = given(base).when(written(made, ours), written(made, theirs));
        expect(conflicts).toBe(0);
        const both = {
          ticks: [...our.ticks, ...their.ticks],
          opened: [...our.opened, ...their.opened],
          notes: [],
          criteria: [],
        };
        const boxes = (of: string) => of.match(/^ *(?:[-+*]|1\.) \[[ x]\] box.*$/gm);
        expect(boxes(text)).toEqual(boxes(written(made, { name: '', rewritten: '', work: both })));
        for (const { name, rewritten, work } of [ours, theirs]) {
          const own = text.split(made.newline).filter((line) => line.includes(name));
          const once = (line: string) => own.filter((one) => one === line).length;
          expect(once(`${name} wrote this.`)).toBe(1);
          expect(text).toContain(`## ${rewritten}${made.newline.repeat(2)}${name} wrote`);
          const expected = written(made, { name, rewritten, work })
            .split(made.newline)
            .filter((line) => line.includes(name));
          expect(own).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('A merge of any two texts', () => {
  const line = fc.constantFrom(
    ...[
      ...'# T, ## A, ## A, ### B, ## Notes, - [ ] a, - [x] a, - [~] a, * [ ] b, 1. [ ] c'.split(', '),
      ...'  - [ ] d, - [ ] …'.split(', '),
    ],
    ...[
      ...'- one, - 2026-01-05: x, - 2026-01-06: y: z,   more, text, ```, <!--, -->, ---, ==='.split(', '),
      '    code',
      '',
      '',
    ],
  );
  const text = fc.array(line, { maxLength: 12 });
  const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom('out', 'in', 'box', 'more', 'end'), line), {
    minLength: 1,
    maxLength: 5,
  });
  type Edits = typeof edits extends fc.Arbitrary<infer Made> ? Made : never;

  function edited(lines: readonly string[], work: Edits): string {
    const result = [...lines];
    for (const [n, how, made] of work) {
      const at = n % (result.length + 1);
      const was = result[at] ?? '';
      if (how === 'out') result.splice(at, 1);
      else if (how === 'in') result.splice(at, 0, made);
      else if (how === 'end') result.push(made);
      else
        result[at] =
          how === 'more'
            ? `${was} more`
            : was.includes('[ ]')
              ? was.replace('[ ]', '[x]')
              : was.includes('[x]')
                ? was.replace('[x]', '[~]')
                : was.replace('[~]', '[ ]');
    }
    return `${result.join('\n')}\n`;
  }

  it('is the same with the sides exchanged, loses no added line, and invents none', () => {
    const unticked = (text: string) =>
      text
        .replaceAll(/\[[xX~]\]/g, '[ ]')
        .split('\n')
        .filter((one) => one.trim() !== '');
    fc.assert(
      fc.property(text, edits, edits, (lines, our, their) => {
        const [base, ours, theirs] = [`${lines.join('\n')}\n`, edited(lines, our), edited(lines, their)];
        const merged = unticked(given(base).when(ours, theirs).text);
        const [known, marks] = [unticked(base), ['<<<<<<< ours', '=======', '>>>>>>> theirs']];
        const written = [...unticked(ours), ...unticked(theirs)];
        expect(merged).toEqual(expect.arrayContaining(written.filter((one) => !known.includes(one))));
        expect([...written, ...known, ...marks]).toEqual(expect.arrayContaining(merged));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('A merge of texts in which every line is different', () => {
  const place = fc.tuple(
    fc.nat({ max: 30 }),
    fc.constantFrom('out', 'out', 'anew', 'anew', 'heading', 'section', 'line', 'item'),
  );
  const sizes = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 });
  const work = fc.array(place, { maxLength: 5 });
  type Work = typeof work extends fc.Arbitrary<infer Made> ? Made : never;

  function edited(lines: readonly string[], side: string, places: Work): readonly string[] {
    const result = [...lines];
    places.forEach(([at, how], i) => {
      const made = `${side} ${String(i)}`;
      if (how === 'out') result.splice(at % result.length, 1);
      else if (how === 'anew') result[at % result.length] = `anew ${made}`;
      else if (how === 'section') result.splice(at % result.length, 0, `## ${made}`, `text ${made}`);
      else result.splice(at % result.length, 0, { heading: '## ', item: '- ', line: '' }[how] + made);
    });
    return result;
  }

  it('has every added line and no removed one, unless it has conflicts', () => {
    fc.assert(
      fc.property(sizes, work, work, (sections, our, their) => {
        const base = sections.flatMap((size, i) => {
          const texts = Array.from(
            { length: size },
            (_, n) => `${n === 2 ? '- ' : ''}${String(i)} ${String(n)}`,
          );
          return [`## ${String(i)}`, ...texts];
        });
        const [ours, theirs] = [edited(base, 'ours', our), edited(base, 'theirs', their)];
        const [text, ...others] = [base, ours, theirs].map((lines) => `${lines.join('\n')}\n`);
        const merged = given(text ?? '').when(others[0] ?? '', others[1] ?? '');
        const kept = base.filter((line) => ours.includes(line) && theirs.includes(line));
        const added = [...ours, ...theirs].filter((line) => !base.includes(line));
        const lines = merged.text.split('\n').filter((line) => line !== '');
        if (merged.conflicts === 0) expect(lines.sort()).toEqual([...kept, ...added].sort());
      }),
      { numRuns: 1000 },
    );
  });
});
