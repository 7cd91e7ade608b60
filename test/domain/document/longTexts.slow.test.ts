import { expect, it } from '@jest/globals';
import { checkboxesOf } from '../../../src/domain/criteria/checkboxes.js';
import { criteriaOf } from '../../../src/domain/criteria/criteria.js';
import {
  plainHeading,
  retitle,
  titleOf,
  withoutTitle,
} from '../../../src/domain/document/sections/headings.js';
import { insertedText } from '../../../src/domain/document/documentText.js';
import { CONFLICT_MARK, conflictedSides, conflictLine } from '../../../src/domain/document/conflictMarks.js';
import { emptySections, findSection, sectionAt } from '../../../src/domain/document/sections/sections.js';
import { placeBlock } from '../../../src/domain/project/managedTexts.js';
import { followingMoves, relativeLinks, updateLinks } from '../../../src/domain/document/links.js';
import { withoutComments } from '../../../src/domain/document/sections/codeBlocks.js';
import { textDigest } from '../../../src/domain/log/digests.js';
import { describeProject } from '../../../src/domain/project/projectDescription.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { withFeatures } from '../../../src/domain/template/template.js';
import { splitDocument } from '../../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import {
  mergedCheckboxes,
  mergedItems,
  mergeDocumentText,
  type MergeLines,
} from '../../../src/domain/merging/mergeDocumentText.js';
import { gitRepository } from '../../support/gitRepositoryPorts.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { fieldTextsOf } from '../../../src/domain/search/searchedTexts.js';
import { tokenEstimate } from '../../../src/domain/value/tokenEstimate.js';
import { markdownView } from '../../../src/adapters/cli/layout/markdownView.js';
import { renderMarkdown } from '../../../src/adapters/page/renderMarkdown.js';
import { NoRepository } from '../../../src/adapters/memory/testDoubles.js';
import { refusal } from '../../support/thrownError.js';
import { editedSection, withNote, withoutNote } from '../../../src/domain/document/sections/sectionEdits.js';

const titleIn = (text: string) => titleOf({ text, bodyStart: 0 }, 'user-login');
const bluntly: MergeLines = (ours, base, theirs) => new NoRepository().mergeText(ours, base, theirs);
const git = gitRepository(temporaryFolder());
const asGit: MergeLines = (ours, base, theirs, markerSize) =>
  git.mergeText(ours, base, theirs, markerSize === undefined ? {} : { markerSize, conflictStyle: 'diff3' });
const BLANK_LINES = '\n'.repeat(4_000_000);
const BLANKS = ' '.repeat(1_000_000);
const LINES = 'a\n'.repeat(1_000_000);
const whole = (text: string) => ({ text, conflicts: 0 });

// No time is measured: each of these takes minutes if the time is quadratic in the length of the text.
it.each<[string, () => unknown, unknown]>([
  ['a comment below a million lines', () => withoutComments(`${LINES}<!-- a -->`).length, 2_000_000],
  [
    'a comment behind code of a million lines',
    () => withoutComments(`\`\`\`\n${LINES}\`\`\`\n<!-- a -->`).length,
    2_000_008,
  ],
  [
    'a section whose heading is on every line',
    () =>
      refusal(() =>
        findSection({ ref: 'a', body: '## Notes\n'.repeat(200_000), bodyLine: 1 }, 'Notes'),
      ).message.slice(0, 55),
    // The message names only the first sections of that name.
    'a has 100000 sections "Notes": "Notes #1" (line 1), "No',
  ],
  [
    'a hundred sections with one heading among very many others',
    () =>
      refusal(() =>
        findSection(
          { ref: 'a', body: '## b\n'.repeat(99_000) + '## Notes\n'.repeat(100), bodyLine: 1 },
          'Notes',
        ),
      ).code,
    'SECTION_AMBIGUOUS',
  ],
  [
    'a section on every line',
    () => emptySections('## Problem\n'.repeat(200_000), ['Problem']).length,
    200_000,
  ],
  [
    'a text with a marker on every line',
    () => placeBlock('<!-- spectool:begin v1 -->\n'.repeat(300_000), 'a', 1).kind,
    'unclear',
  ],
  [
    'a checkbox before a million blanks',
    () => checkboxesOf(`- [ ] ${BLANKS}a\u2028b`).map(({ text }) => text),
    ['a\u2028b'],
  ],
  ['blanks in a line that is no rule, below a box', () => checkboxesOf(`- [ ] a\n***${BLANKS}b`).length, 1],
  [
    'a heading of a million number signs',
    () => plainHeading(`*Success*${'!'.repeat(1_000_000)} Criteria (all)`).length,
    1_000_016,
  ],
  [
    'a text with as many links as moved folders',
    () => {
      const folders = Array.from({ length: 50_000 }, (_, i) => String(i));
      const follow = followingMoves(folders.map((name) => ({ from: `a/${name}`, to: `b/${name}` })));
      return follow(folders.map((name) => `[c](../a/${name}/d.md)\n`).join(''), {
        from: 'c/e.md',
        to: 'c/e.md',
      }).match(/\.\.\/b\//g)?.length;
    },
    50_000,
  ],
  [
    'a million blank lines in a text',
    () => textDigest(`a${'\n'.repeat(1_000_000)}b\n\n`, (text) => text.slice(-3)),
    '\nb\n',
  ],
  ['a note below very many blank lines', () => insertedText(`${BLANK_LINES}a`), 'a'],
  [
    'a title above blank lines',
    () => retitle(`${BLANK_LINES}a`, 'b').slice(-9),
    '\n# b\n\na'.padStart(9, '\n'),
  ],
  [
    'a section of very many blank lines',
    () => {
      const body = `## A\n${BLANK_LINES}a\n`;
      const section = sectionAt(body, 'a');
      return section && editedSection(body, section, 'b', 'append').slice(-6);
    },
    '\na\n\nb\n',
  ],
  [
    'a note removed from above very many blank lines',
    () => withoutNote(`## Notes\n\n- kim: a\n${BLANK_LINES}b\n`, { text: 'a', signed: 'kim' })?.length,
    BLANK_LINES.length + 12,
  ],
  [
    'a million blanks outside any part of a template',
    () => withFeatures(`<!-- if:apiDocs${BLANKS}x`, DEFAULT_CONFIG.features).length,
    1_000_016,
  ],
  [
    'a README of a million brackets',
    () => describeProject('/work/x', undefined, `# A\n\n${'['.repeat(1_000_000)}`).description?.length,
    401,
  ],
])('reading %s takes time proportional to the length of the text', (_, read, expected) => {
  expect(read()).toEqual(expected);
});

it('splitting a document of 50 MB into frontmatter and text reads the document only once', () => {
  const size = 50 * 1024 * 1024;
  expect(splitDocument(`---${'-'.repeat(size)}`).kind).toBe('bare');
  expect(splitDocument(`---\n${'-\n'.repeat(size / 2)}`).kind).toBe('bare');
  expect(splitDocument(`---\n---${' '.repeat(size)}x`).kind).toBe('bare');
});

it.each(['<!--', '<!--\n', '-->', '<!-- a -->', '`', '```\n', '<!-- -->`'])(
  'withoutComments removes comments from a million characters of %j in linear time',
  (part) => {
    const text = part.repeat(1_000_000 / part.length);
    expect(withoutComments(`${text}\n<!-- z -->`).split('\n').length).toBe(`${text}\n`.split('\n').length);
  },
);

it.each([
  ['checkboxes', '- [ ] a box\n'],
  ['list items', '- a note\n  of two lines\n'],
  ['headings', '## A\n'],
])('merging 50,000 %s takes linear time', (_what, line) => {
  const base = `# T\n\n- [ ] first\n- [ ] second\n${line.repeat(50_000)}`;
  const ours = `${base.replace('[ ] first', '[x] first')}${line.replace('a', 'our').repeat(10_000)}`;
  const theirs = base.replace('[ ] second', '[x] second');
  const merged = mergeDocumentText({ base, ours, theirs }, [], asGit);
  expect(merged).toEqual(whole(ours.replace('[ ] second', '[x] second')));
});

it('merging a text of very many lines is done line by line only, and the result says so', () => {
  const text = (lines: number, box: string, other: string) =>
    `# A\n\n- [${box}] done\n- [${other}] well\n${'w\n'.repeat(lines)}`;
  const merged = (lines: number) =>
    mergeDocumentText(
      { base: text(lines, ' ', ' '), ours: text(lines, 'x', ' '), theirs: text(lines, ' ', 'x') },
      [],
      asGit,
    );
  expect(merged(10)).toEqual(whole(text(10, 'x', 'x')));
  expect(merged(200_000)).toMatchObject({ conflicts: 1, isLong: true });
});

/**
 * The length of a line that repeats one or two letters: more repetitions than the regular expression engine supports in
 * one group, and fewer than the letters that it supports in any run. It stops optimizing expressions in a process that has
 * compiled very many, as this one has, and then a run of five million letters is too long for it.
 */
const MANY = 4_000_000;
const LETTERS = Array.from('!#()*+-:<=>[]_`|~ a1\té語');
const PAIRS = ['- ', '* ', '_ ', '> ', '1.', '()', '](', 'a ', '😀'];
const TERMINAL = { columns: 80, colour: false, interactive: false };
const signed = { text: 'a', signed: 'kim' };
const ticked = (box: string) => ({ base: `- [ ] ${box}`, ours: `- [x] ${box}`, theirs: `- [ ] ${box} a` });
const added = (text: string) => ({ base: text, ours: `${text}- a\n`, theirs: `${text}- b\n` });

/**
 * All functions that commands, the page and the merge driver call for such a line, and for a text with the line below a
 * checkbox.
 */
const READINGS: Readonly<Record<string, (line: string, body: string) => unknown>> = {
  title: (line, body) => [titleIn(`# ${line}`), retitle(body, 'b'), withoutTitle(body)],
  sections: (_, body) => [sectionAt(body, 'A'), emptySections(body, ['A'])],
  criteria: (line, body) => [criteriaOf(body, ['Done']), checkboxesOf(`- [ ] ${line}`), plainHeading(line)],
  links: (line, body) => [relativeLinks(body), updateLinks(`[a](a${line}) z`, 'z', 'y')],
  'marks of a conflict': (line) => [
    conflictLine(`${line}\n<<<<<<< a\n=======\n${line}`, 0),
    conflictedSides(`<<<<<<< a\n${line}`),
    conflictedSides(`${line}\n<<<<<<< a\n=======\n${line}`),
    CONFLICT_MARK.test(line),
  ],
  notes: (line, body) => [withNote(body, signed), withoutNote(`## Notes\n\n- kim: a\n${line}`, signed)],
  merge: (line, body) => [
    mergeDocumentText(added(body), [], bluntly),
    mergedItems(`- a\n  ${line}\n`, `- b\n${line}\n`, () => undefined),
    mergedCheckboxes(ticked(line)),
  ],
  search: (_, body) => fieldTextsOf({ title: 'a', name: 'a', tags: [], body, files: [] }),
  tokens: (line) => tokenEstimate(line),
  'terminal and page': (_, body) => [markdownView(body, TERMINAL), renderMarkdown(body, () => undefined)],
};

it.each([...LETTERS, ...PAIRS])('no function fails for a very long line of repeated %j', (part) => {
  const line = `${part.repeat(MANY / part.length)}x–`;
  const body = `# A\n\n## Done\n\n- [ ] a\n${line}\n`;
  const stopped = Object.entries(READINGS).flatMap(([what, read]) => {
    try {
      read(line, body);
      return [];
    } catch (error) {
      return [`${what}: ${String(error)}`];
    }
  });
  expect(stopped).toEqual([]);
});
