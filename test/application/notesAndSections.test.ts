import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { expectRefusalOf } from '../support/thrownError.js';

const PATH = 'specs/001-login/README.md';
let spectool: TestSpectool;

beforeEach(async () => {
  spectool = createTestSpectool({ actor: 'Kim', now: '2026-11-22T10:00:00.000Z' });
  await spectool.initProject.execute({});
  await spectool.createSpec.execute({
    name: 'login',
    body: '# Login\n\n## Plan\n\nOld\n\n## Risks\n\n- a\n',
  });
});

const text = () => spectool.files.readText(PATH) ?? '';
const types = async () =>
  (await spectool.showHistory.execute({ spec: '1' })).events.map(
    ({ type, actor }) => `${type} ${actor ?? ''}`,
  );

describe('A note', () => {
  it('is signed by the actor, recorded in the history, and removed by undo', async () => {
    const before = text();
    const { events } = await spectool.addNote.execute({ spec: 'login', text: 'Ask Lee' });
    expect(events).toMatchObject([{ type: 'NoteAdded', actor: 'Kim', data: { text: 'Ask Lee' } }]);
    expect(text()).toBe(`${before}\n## Notes\n\n- 2026-11-22 (Kim): Ask Lee\n`);
    await spectool.undoChange.execute({});
    expect(text()).toBe(before);
    await spectool.undoChange.execute({ redo: true });
    expect(text()).toContain('Ask Lee');
  });

  it('is recorded separately from a hand edit of the document', async () => {
    spectool.files.write(PATH, `${text()}- by hand\n`);
    await spectool.addNote.execute({ spec: '1', text: 'By command' });
    expect(text()).toContain('- a\n- by hand\n\n## Notes\n');
    expect(await types()).toEqual(['NoteAdded Kim', 'TextEdited ', 'SpecCreated Kim']);
  });
});

it.each([
  '# Login, see [RFC 6749](https://example.org/rfc) and `auth.ts`\n\nText.\n',
  'A **login**\nof two lines\n===\n\nText.\n',
  'Text under no heading.\n',
  '# Plain\r\n\r\nText.\r\n',
])('The title of a spec is restored by undo exactly as it was written: %j', async (body) => {
  const path = 'specs/002-other/README.md';
  await spectool.createSpec.execute({ name: 'other', body });
  const read = () => spectool.files.readText(path) ?? '';
  const before = read();
  await spectool.updateSpec.execute({ spec: '2', title: 'Another #' });
  const after = read();
  expect(after).not.toBe(before);
  for (const [text, redo] of [[before], [after, true], [before]] as const) {
    await spectool.undoChange.execute({ redo });
    expect(read()).toBe(text);
  }
});

describe('The text of a section', () => {
  it('is read, replaced if it is the expected one, and not replaced when it changed meanwhile', async () => {
    const read = await spectool.readSection.execute({ spec: '1', heading: 'plan' });
    expect(read).toMatchObject({ heading: 'Plan', text: '## Plan\n\nOld\n\n', path: PATH });
    expect(text().split('\n')[read.line - 1]).toBe('## Plan');
    const { sections } = await spectool.viewSpec.execute({ spec: '1' });
    expect(sections.find(({ heading }) => heading === 'Plan')?.digest).toBe(read.digest);

    const change = { spec: '1', heading: 'Plan', set: 'New', expect: read.digest };
    await spectool.replaceSection.execute(change);
    const after = text();
    expect(after).toContain('## Plan\n\nNew\n\n## Risks');
    await expectRefusalOf(() => spectool.replaceSection.execute(change), 'EXPECTATION_FAILED', {
      details: { expected: read.digest },
    });
    expect(text()).toBe(after);
    const others = await spectool.viewSpec.execute({ spec: '1' });
    expect(others.sections.at(-1)).toEqual(sections.at(-1));
    expect(await types()).toEqual(['SectionReplaced Kim', 'SpecCreated Kim']);
    await spectool.undoChange.execute({});
    expect(text()).toContain('## Plan\n\nOld\n\n## Risks');
  });

  it('is changed by either "set" or "append", not by both', async () => {
    for (const request of [{}, { set: 'a', append: 'b' }])
      await expectRefusalOf(
        () => spectool.replaceSection.execute({ spec: '1', heading: 'Plan', ...request }),
        'USAGE',
      );
    const { warnings } = await spectool.replaceSection.execute({ spec: '1', heading: 'Plan', set: 'Old' });
    expect(warnings).toMatchObject([{ code: 'UNCHANGED' }]);
  });
});
