import { describe, expect, it } from '@jest/globals';
import { headingsOf } from '../../../src/domain/document/sections/headings.js';
import { type SpecCommand, decide, evolve } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type ActiveSpec } from '../../../src/domain/spec/spec.js';
import { after, created, undo } from '../givenWhenThen.js';
import {
  nameOfSection,
  sectionsByName,
  sectionsIn,
  sectionsNamed,
} from '../../../src/domain/document/sections/sections.js';
import { expectRefusal } from '../../support/thrownError.js';

const SIGNED = '2026-11-22 (Kim)';

function spec(body: string): ActiveSpec {
  return { ...evolve(ABSENT, created()), text: { body, bodyLine: 5, criteriaSections: [] } };
}

describe('Notes', () => {
  const note = (text: string): SpecCommand => ({
    type: 'AddNote',
    data: { text, today: '2026-11-22', by: 'Kim' },
  });

  describe('A note', () => {
    it.each([
      ['a text without the section gets it', '# T\n', '# T\n\n## Notes\n\nNOTE\n'],
      ['an empty text gets the section', '', '## Notes\n\nNOTE\n'],
      ['a text without a last newline gets it', '# T\n\nText', '# T\n\nText\n\n## Notes\n\nNOTE\n'],
      ['a text that ends in blank lines gets it', '# T\n\n\n', '# T\n\n## Notes\n\nNOTE\n\n\n'],
      ['a list is continued', '## Notes\n\n- a\n  more\n', '## Notes\n\n- a\n  more\nNOTE\n'],
      ['a section of any level is found', '# T\n#### **Notes**\n- a', '# T\n#### **Notes**\n- a\nNOTE\n'],
      ['the next section is below', '## Notes\n\n- a\n\n## Next\n', '## Notes\n\n- a\nNOTE\n\n## Next\n'],
      [
        'subsections are below',
        '## Notes\nText\n### 2025\n- a\n',
        '## Notes\nText\n\nNOTE\n\n### 2025\n- a\n',
      ],
      ['an empty section gets its first note', '## Notes\n## Next\n', '## Notes\n\nNOTE\n\n## Next\n'],
      ['an underlined heading stays', 'Notes\n---\nNext\n===\n', 'Notes\n---\n\nNOTE\n\nNext\n===\n'],
      [
        'line ends are kept',
        '# T\r\n## Notes\r\n* a\r\n\r\n## Next\r\n',
        '# T\r\n## Notes\r\n* a\r\nNOTE\r\n\r\n## Next\r\n',
      ],
      ['it comes after a comment', '## Notes\n\n<!-- a\n b -->\n', '## Notes\n\n<!-- a\n b -->\n\nNOTE\n'],
      ['it comes after code', '## Notes\n\n```\n## x\n```\n', '## Notes\n\n```\n## x\n```\n\nNOTE\n'],
      ['it is above unclosed code', '## Notes\n\nText\n\n```\nx\n', '## Notes\n\nText\n\nNOTE\n\n```\nx\n'],
      ['it is above an unclosed comment', '## Notes\n<!-- x\n', '## Notes\n\nNOTE\n\n<!-- x\n'],
      ['a new section is above such code too', '# T\n\n~~~\nx', '# T\n\n## Notes\n\nNOTE\n\n~~~\nx'],
      [
        'not under a title, nor under a section of a section',
        '# Notes\n## Plan\n### Notes\n- a\n## Notes\n- b\n',
        '# Notes\n## Plan\n### Notes\n- a\n## Notes\n- b\nNOTE\n',
      ],
    ])('is added so that %s, and undo removes it completely', (_, before, told) => {
      const expected = told.replace('NOTE', `- ${SIGNED}: Ask`);
      const { events, spec: noted } = after(note('Ask'), spec(before));
      expect(noted.text?.body).toBe(expected);
      const { events: back, spec: undone } = after(undo(...events), noted);
      expect(undone.text?.body).toBe(before);
      const { events: again, spec: redone } = after(undo(...back), undone);
      expect(redone.text?.body).toBe(expected);
      expect(after(undo(...again), redone).spec.text?.body).toBe(before);
    });

    it('is one list item even when it has several lines', () => {
      const { spec: noted } = after(note('\r\nFirst\r\n\r\nSecond\r\n'), spec('## Notes\n'));
      expect(noted.text?.body).toBe(`## Notes\n\n- ${SIGNED}: First\n\n  Second\n`);
    });

    it.each([
      'See\n## Heading\n===\n---\n',
      'a\n```\n## code\n```\n',
      'a\n```\nnever closed',
      'a\n<!-- never closed',
      '<!-- never closed',
      '<script>\nx',
      'a\n<pre>\n## x',
      '# x',
    ])('cannot change the structure of the document: %j', (text) => {
      const before = '# T\n\n## Notes\n\n- a\n\n## Next\n\n- [ ] b\n';
      const { events, spec: noted } = after(note(text), spec(before));
      expect(headingsOf(noted.text?.body ?? '').map(({ heading }) => heading)).toEqual([
        'T',
        'Notes',
        'Next',
      ]);
      const { spec: more } = after(note('More'), noted);
      expect(more.text?.body).toContain(`- ${SIGNED}: More\n\n## Next\n`);
      expect(after(undo(...events), noted).spec.text?.body).toBe(before);
    });

    it.each([
      ['empty', ''],
      ['blank', ' \n\t'],
      ['binary', 'a\u0000'],
      ['a text with an escape character', 'a\u001b[31m'],
      ['half a surrogate pair', '\ud800'],
      ['longer than allowed', 'x'.repeat(10_001)],
    ])('cannot be %s', (_, text) => {
      expect(() => decide(note(text), spec(''))).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
    });

    it('leaves its heading to later notes or other text when it is undone', () => {
      const { events, spec: first } = after(note('One'), spec('# T'));
      const { spec: second } = after(note('Two'), first);
      expect(after(undo(...events), second).spec.text?.body).toBe(`# T\n\n## Notes\n\n- ${SIGNED}: Two\n`);
      const body = `${first.text?.body ?? ''}## Next\n`;
      expect(after(undo(...events), spec(body)).spec.text?.body).toBe('# T\n## Next\n');
    });

    it('is removed from a text with other line ends or without a final newline', () => {
      const { events, spec: noted } = after(note('One\nmore'), spec('# T\n'));
      const body = noted.text?.body ?? '';
      expect(after(undo(...events), spec(body.replaceAll('\n', '\r\n'))).spec.text?.body).toBe('# T\r\n');
      expect(after(undo(...events), spec(body.slice(0, -1))).spec.text?.body).toBe('# T\n');
    });

    it.each([
      ['its text changed', (body: string) => body.replace('Ask', 'Tell')],
      ['text was added to it', (body: string) => `${body}  and Max\n`],
      ['it was removed', () => '# T\n'],
    ])('is not removed when %s', (_, edit) => {
      const { events, spec: noted } = after(note('Ask'), spec('# T\n'));
      expectRefusal(() => decide(undo(...events), spec(edit(noted.text?.body ?? ''))), 'UNDO_REFUSED');
    });
  });
});

describe('Sections', () => {
  const BODY = `# T

## Plan

Old
lines

### Risks

- a

## Next

### Risks

- b

### Risks

- c
`;

  const set = (section: string, text: string): SpecCommand => ({
    type: 'ReplaceSection',
    data: { section, text, how: 'set' },
  });
  const append = (section: string, text: string): SpecCommand => ({
    type: 'ReplaceSection',
    data: { section, text, how: 'append' },
  });
  describe('The name of a section', () => {
    it.each([
      ['Plan', 1],
      ['## *plan*', 1],
      ['Risks', 3],
      ['Plan > Risks', 1],
      ['T > Next > Risks', 2],
      ['Risks #3', 1],
      ['Risks #4', 0],
      ['Next > Plan', 0],
      ['', 0],
    ])('%j matches %d sections', (name, count) => {
      expect(sectionsNamed(BODY, name)).toHaveLength(count);
    });

    it('is the shortest name that matches only this section', () => {
      const risks = sectionsIn(BODY).filter(({ heading }) => heading === 'Risks');
      expect(risks.map((one) => nameOfSection(one, sectionsByName(BODY)))).toEqual([
        'Plan > Risks',
        'Risks #2',
        'Risks #3',
      ]);
      for (const one of sectionsIn(BODY))
        expect(sectionsNamed(BODY, nameOfSection(one, sectionsByName(BODY)))).toEqual([one]);
    });

    it('is refused when it is ambiguous or unknown, with line numbers or a suggestion', () => {
      expectRefusal(
        () => decide(set('Risks', 'x'), spec(BODY)),
        'SECTION_AMBIGUOUS',
        '"Plan > Risks" (line 12), "Risks #2" (line 18)',
      );
      expectRefusal(() => decide(set('Plam', 'x'), spec(BODY)), 'SECTION_NOT_FOUND', {
        hint: 'Did you mean "Plan"?',
      });
    });
  });

  describe('The text of a section', () => {
    it.each<[string, string, SpecCommand, string]>([
      [
        'the text below the heading is replaced, with subsections',
        BODY,
        set('Plan', 'New'),
        BODY.replace('Old\nlines\n\n### Risks\n\n- a', 'New'),
      ],
      ['one of several sections is replaced', BODY, set('Risks #2', '- x'), BODY.replace('- b', '- x')],
      ['the last section ends with one newline', '# T\n## A\nx', set('A', 'y\n\n\n'), '# T\n## A\ny\n'],
      ['an empty section gets a text', '## A\n## B\n', set('A', 'x'), '## A\n\nx\n\n## B\n'],
      ['a heading at the end of the file gets a text', '## A', set('A', 'x'), '## A\n\nx\n'],
      ['a text is removed', '## A\n\nx\n\n## B\n', set('A', ''), '## A\n\n## B\n'],
      ['blank lines below the section are kept', '## A\nx\n\n\n## B\n', set('A', 'y'), '## A\ny\n\n\n## B\n'],
      ['line ends are kept', '## A\r\nx\r\n\r\n## B\r\n', set('A', 'y\nz'), '## A\r\ny\r\nz\r\n\r\n## B\r\n'],
      ['the heading may be repeated', '## A\n\nx\n\n## B\n', set('A', '## a\n\ny\n'), '## A\n\ny\n\n## B\n'],
      ['an underlined one too', 'A\n---\n\nx\n\n## B\n', set('A', 'A\n---\ny'), 'A\n---\n\ny\n\n## B\n'],
      [
        'lower headings are accepted',
        '## A\n\n## B\n',
        set('A', '### C\n\ny'),
        '## A\n\n### C\n\ny\n\n## B\n',
      ],
      ['a paragraph is added', '## A\n\nx\n\n## B\n', append('A', 'y'), '## A\n\nx\n\ny\n\n## B\n'],
      ['a list is continued', '## A\n- x\n  z\n## B\n', append('A', '- y'), '## A\n- x\n  z\n- y\n\n## B\n'],
      ['an unended last line is ended', '## A\n- x', append('A', '- y\n'), '## A\n- x\n- y\n'],
      [
        'subsections come before',
        '## A\n### C\nx\n## B\n',
        append('A', 'y'),
        '## A\n### C\nx\n\ny\n\n## B\n',
      ],
    ])('is changed: %s; undo restores it', (_, before, command, expected) => {
      const { events, spec: changed } = after(command, spec(before));
      expect(changed.text?.body).toBe(expected);
      const { events: back, spec: undone } = after(undo(...events), changed);
      // A heading at the end of the file without a newline gets one, which undo does not remove.
      expect(undone.text?.body).toBe(before === '## A' ? '## A\n' : before);
      const { events: again, spec: redone } = after(undo(...back), undone);
      expect(redone.text?.body).toBe(expected);
      expect(after(undo(...again), redone).spec.text?.body).toBe(undone.text?.body);
    });

    it.each([
      ['x\n## B\n', 'Line 2 of the text is a heading'],
      ['# A', 'Line 1 of the text is a heading'],
      ['B\n---\n', 'Line 1 of the text is a heading'],
      ['```\nx', 'would include'],
      ['<!-- x', 'would include'],
      ['a\u0000', 'NUL'],
      ['x'.repeat(100_001), 'longer'],
    ])('is refused when it would break the document (case %#)', (text, message) => {
      for (const command of [set('Plan', text), append('Plan', text)])
        expectRefusal(() => decide(command, spec(BODY)), 'FIELD_INVALID', message);
    });

    it('cannot be restored by undo when it was too long for the log', () => {
      const body = `## A\n\n${'long line\n'.repeat(11_000)}`;
      const { events, spec: changed } = after(set('A', 'short'), spec(body));
      expect(changed.text?.body).toBe('## A\n\nshort\n');
      expect(events[0]?.data).not.toHaveProperty('from');
      expectRefusal(() => decide(undo(...events), changed), 'UNDO_REFUSED', {
        advice: [{ useCase: 'viewSpecAsOf' }],
      });
    });

    it('is restored by undo with the line ends that the document has now', () => {
      const { events, spec: changed } = after(set('Plan', 'New'), spec(BODY));
      const body = changed.text?.body.replaceAll('\n', '\r\n') ?? '';
      expect(after(undo(...events), spec(body)).spec.text?.body).toBe(BODY.replaceAll('\n', '\r\n'));
    });

    it.each([
      ['its lines changed', (body: string) => body.replace('New', 'Newer')],
      ['lines were added', (body: string) => body.replace('New\n', 'New\n\nMore\n')],
      ['the section was removed', (body: string) => body.replace('## Plan', '## Past')],
    ])('is not restored by undo when %s', (_, edit) => {
      const { events, spec: changed } = after(set('Plan', 'New'), spec(BODY));
      expectRefusal(() => decide(undo(...events), spec(edit(changed.text?.body ?? ''))), 'UNDO_REFUSED');
    });
  });
});
