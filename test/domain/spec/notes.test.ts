import { describe, expect, it } from '@jest/globals';
import { headingsOf } from '../../../src/domain/document/sections/headings.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { decide } from '../../../src/domain/spec/decisions/decideCommand.js';
import { evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';
import { created, given } from '../givenWhenThen.js';

const SIGNED = '2026-11-22 (Kim)';

function spec(body: string): ActiveSpec {
  return { ...evolve(ABSENT, created()), text: { body, criteriaSections: [] } };
}

function after(command: SpecCommand, before: ActiveSpec) {
  const events = decide(command, before);
  return { events, spec: events.reduce<Spec>(evolve, before) as ActiveSpec };
}

const note = (text: string): SpecCommand => ({
  type: 'AddNote',
  data: { text, today: '2026-11-22', by: 'Kim' },
});
const undo = (events: readonly SpecEvent[]): SpecCommand => ({ type: 'Undo', data: { undone: 'x', events } });

it('a note that is added and taken back is recorded in the log', () => {
  const text = given(created()).reading('# T\n');
  const added = { text: 'Ask Lee', signed: SIGNED, above: '\n## Notes\n\n' };
  text.when(note('Ask Lee')).then({ type: 'NoteAdded', data: added });
  given(created())
    .reading(`# T\n\n## Notes\n\n- ${SIGNED}: Ask Lee\n`)
    .when({ type: 'Undo', data: { undone: 'x', events: [{ type: 'NoteAdded', data: added }] } })
    .then({ type: 'ChangeUndone', data: { undone: 'x' } }, { type: 'NoteRemoved', data: added });
});

const CASES: readonly (readonly [name: string, before: string, expected: string])[] = [
  ['a text without the section gets it', '# T\n', `# T\n\n## Notes\n\n- ${SIGNED}: Ask\n`],
  ['an empty text gets the section', '', `## Notes\n\n- ${SIGNED}: Ask\n`],
  [
    'a text without a last newline gets the section',
    '# T\n\nText',
    `# T\n\nText\n\n## Notes\n\n- ${SIGNED}: Ask\n`,
  ],
  [
    'a text that ends in blank lines gets the section',
    '# T\n\n\n',
    `# T\n\n## Notes\n\n- ${SIGNED}: Ask\n\n\n`,
  ],
  ['a list is continued', '## Notes\n\n- a\n  more\n', `## Notes\n\n- a\n  more\n- ${SIGNED}: Ask\n`],
  [
    'a section of any level is found',
    '# T\n#### **Notes**\n- a',
    `# T\n#### **Notes**\n- a\n- ${SIGNED}: Ask\n`,
  ],
  [
    'the note comes before the next section',
    '## Notes\n\n- a\n\n## Next\n\nText\n',
    `## Notes\n\n- a\n- ${SIGNED}: Ask\n\n## Next\n\nText\n`,
  ],
  [
    'the note comes before subsections',
    '## Notes\nText\n### 2025\n- a\n',
    `## Notes\nText\n\n- ${SIGNED}: Ask\n\n### 2025\n- a\n`,
  ],
  [
    'an empty section gets its first note',
    '## Notes\n## Next\n',
    `## Notes\n\n- ${SIGNED}: Ask\n\n## Next\n`,
  ],
  [
    'an underlined heading below is kept',
    'Notes\n-----\nNext\n====\n',
    `Notes\n-----\n\n- ${SIGNED}: Ask\n\nNext\n====\n`,
  ],
  [
    'line ends are kept',
    '# T\r\n## Notes\r\n* a\r\n\r\n## Next\r\n',
    `# T\r\n## Notes\r\n* a\r\n- ${SIGNED}: Ask\r\n\r\n## Next\r\n`,
  ],
  [
    'the note comes after a comment',
    '## Notes\n\n<!-- dated\n and signed -->\n\n## Next\n',
    `## Notes\n\n<!-- dated\n and signed -->\n\n- ${SIGNED}: Ask\n\n## Next\n`,
  ],
  [
    'the note comes after code',
    '## Notes\n\n```\n## x\n```\n',
    `## Notes\n\n\`\`\`\n## x\n\`\`\`\n\n- ${SIGNED}: Ask\n`,
  ],
  [
    'the note comes above unclosed code',
    '## Notes\n\nText\n\n```\nx\n',
    `## Notes\n\nText\n\n- ${SIGNED}: Ask\n\n\`\`\`\nx\n`,
  ],
  [
    'the note comes above an unclosed comment',
    '## Notes\n<!-- x\n',
    `## Notes\n\n- ${SIGNED}: Ask\n\n<!-- x\n`,
  ],
  [
    'a new section stands above such code too',
    '# T\n\n~~~\nx',
    `# T\n\n## Notes\n\n- ${SIGNED}: Ask\n\n~~~\nx`,
  ],
  [
    'not under a title, nor under a section of a section',
    '# Notes\n## Plan\n### Notes\n- a\n## Notes\n- b\n',
    `# Notes\n## Plan\n### Notes\n- a\n## Notes\n- b\n- ${SIGNED}: Ask\n`,
  ],
];

describe('A note', () => {
  it.each(CASES)('is added so that %s, and undo removes it completely', (_, before, expected) => {
    const { events, spec: noted } = after(note('Ask'), spec(before));
    expect(noted.text?.body).toBe(expected);
    const { events: back, spec: undone } = after(undo(events), noted);
    expect(undone.text?.body).toBe(before);
    const { events: again, spec: redone } = after(undo(back), undone);
    expect(redone.text?.body).toBe(expected);
    expect(after(undo(again), redone).spec.text?.body).toBe(before);
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
    expect(headingsOf(noted.text?.body ?? '').map(({ heading }) => heading)).toEqual(['T', 'Notes', 'Next']);
    const { spec: more } = after(note('More'), noted);
    expect(more.text?.body).toContain(`- ${SIGNED}: More\n\n## Next\n`);
    expect(after(undo(events), noted).spec.text?.body).toBe(before);
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
    expect(after(undo(events), second).spec.text?.body).toBe(`# T\n\n## Notes\n\n- ${SIGNED}: Two\n`);
    const body = `${first.text?.body ?? ''}## Next\n`;
    expect(after(undo(events), spec(body)).spec.text?.body).toBe('# T\n## Next\n');
  });

  it('is removed from a text with other line ends or without a final newline', () => {
    const { events, spec: noted } = after(note('One\nmore'), spec('# T\n'));
    const body = noted.text?.body ?? '';
    expect(after(undo(events), spec(body.replaceAll('\n', '\r\n'))).spec.text?.body).toBe('# T\r\n');
    expect(after(undo(events), spec(body.slice(0, -1))).spec.text?.body).toBe('# T\n');
  });

  it.each([
    ['its text changed', (body: string) => body.replace('Ask', 'Tell')],
    ['text was added to it', (body: string) => `${body}  and Max\n`],
    ['it was removed', () => '# T\n'],
  ])('is not removed when %s', (_, edit) => {
    const { events, spec: noted } = after(note('Ask'), spec('# T\n'));
    expect(() => decide(undo(events), spec(edit(noted.text?.body ?? '')))).toThrow(
      expect.objectContaining({ code: 'UNDO_REFUSED' }),
    );
  });
});
