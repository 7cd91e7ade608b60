import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import type { EditedCopy } from '../../src/ports/system.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';

const PATH = 'specs/001-login/README.md';
let spectool: TestSpectool;
/** Simulates the editor: returns the text as the user saved it, and may change the project while the editor is open. */
let editing: (text: string) => string | Uint8Array | Promise<string>;
let copies: { name: string; discarded: boolean }[];
let problem: string | undefined;
let unread: string | undefined;
/** If set, the reason why the temporary copy cannot be removed after the edit. */
let left: string | undefined;

beforeEach(async () => {
  copies = [];
  problem = undefined;
  unread = undefined;
  left = undefined;
  const editor = {
    async edit(text: string, name: string): Promise<EditedCopy> {
      const copy = { name, discarded: false };
      copies.push(copy);
      const typed = await editing(text);
      return {
        path: `/tmp/copy/${name}`,
        bytes: unread !== undefined ? undefined : typeof typed === 'string' ? Buffer.from(typed) : typed,
        ...(unread !== undefined && { unread }),
        discard: () => {
          copy.discarded = true;
          return left;
        },
        ...(problem !== undefined && { problem }),
      };
    },
  };
  spectool = createTestSpectool({ actor: 'Kim', ports: { editor } });
  await spectool.initProject.execute({});
  const body = '# Login\n\n## Plan\n\nOld\n\n## Risks\n\n- a\n';
  await spectool.createSpec.execute({ name: 'login', priority: 'low', body });
});

const text = () => spectool.files.readText(PATH) ?? '';
const edit = () => spectool.editSpec.execute({ spec: '1' });
const events = async () =>
  (await spectool.showHistory.execute({ spec: '1' })).events.map(
    ({ type, actor }) => `${type} ${actor ?? ''}`,
  );

describe('edit', () => {
  it.each([
    ['changed', 'id: abcdefghij012345\n'],
    ['removed', ''],
  ])('keeps the id of the spec when the user %s the id in the editor', async (_, line) => {
    const [id] = /^id: .*$/m.exec(text()) ?? [];
    editing = (old) => old.replace(/^id: .*\n/m, line);
    expect(await edit()).toMatchObject({ events: [] });
    expect(text()).toContain(`\n${id ?? ''}\n`);
    editing = (old) => old.replace(/^id: .*\n/m, line).replace('Old', 'New');
    expect(await edit()).toMatchObject({ events: [{ type: 'TextEdited' }], warnings: [] });
    expect(text()).toContain(`\n${id ?? ''}\n`);
  });

  it('records changes of text and frontmatter with the actor', async () => {
    editing = (old) => old.replace('priority: low', 'priority: high # now').replace('Old', 'New');
    const result = await edit();
    expect(result.events).toMatchObject([
      {
        type: 'FrontmatterEdited',
        actor: 'Kim',
        data: { changes: { priority: { from: 'low', to: 'high' } } },
      },
      { type: 'TextEdited', actor: 'Kim', data: { sections: [{ heading: 'Plan', added: 1, removed: 1 }] } },
    ]);
    expect(text()).toContain('priority: high # now');
    expect(text()).toContain('## Plan\n\nNew\n');
    expect(copies).toEqual([{ name: '001-login.md', discarded: true }]);
    expect((await spectool.validateProject.execute({})).findings.map(({ code }) => code)).not.toContain(
      'FRONTMATTER_EDITED',
    );
    await spectool.addNote.execute({ spec: '1', text: 'x' });
    expect((await events()).slice(0, 2)).toEqual(['NoteAdded Kim', 'TextEdited Kim']);
  });

  it('is undone completely, and the undo can be undone', async () => {
    const before = text();
    editing = (old) => old.replace('priority: low', 'priority: high').replace('Old', 'New\n\n### Why\n\nSo.');
    await edit();
    const typed = text();
    await spectool.undoChange.execute({});
    expect(text()).toBe(before);
    await spectool.undoChange.execute({ redo: true });
    expect(text()).toBe(typed);
  });

  it.each([
    ['Windows line ends', (body: string) => body.replaceAll('\n', '\r\n')],
    ['no newline at the end', (body: string) => body.trimEnd()],
    ['a blank line at the end', (body: string) => `${body}\n`],
  ])('is undone byte for byte in a text with %s', async (_what, shape) => {
    spectool.files.write(PATH, shape(text()));
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    const before = text();
    editing = (old) => old.replace('Old', 'New').replace(/- a(\r?\n|$)/, '- b$1- c$1');
    await edit();
    expect(text()).not.toBe(before);
    await spectool.undoChange.execute({});
    expect(text()).toBe(before);
  });

  it('cannot be undone when the text changed since, or when the text was too long for the log', async () => {
    editing = (old) => old.replace('Old', 'New');
    await edit();
    spectool.files.write(PATH, text().replace('New', 'Newer'));
    await expect(spectool.undoChange.execute({})).rejects.toMatchObject({ code: 'UNDO_REFUSED' });
    editing = (old) => old.replace('Newer', 'x'.repeat(110_000));
    await edit();
    editing = (old) => old.replace('x'.repeat(110_000), 'y');
    const long = await edit();
    expect(JSON.stringify(long.events).length).toBeLessThan(1000);
    await expectRefusalOf(
      () => spectool.undoChange.execute({}),
      'UNDO_REFUSED',
      'does not contain the old text',
    );
    const { advice } = await refusalOf(() => spectool.undoChange.execute({}));
    expect(advice).toMatchObject([
      { useCase: 'viewSpecAsOf', request: { spec: '001-login' }, needs: ['asOf'] },
    ]);
  });

  it('records a new title, and a new status with its date, and keeps the id', async () => {
    const id = /^id: .*$/m.exec(text())?.[0] ?? 'none';
    editing = (old) =>
      old
        .replace('# Login', '# Sign in')
        .replace('status: planned', 'status: complete')
        .replace(`${id}\n`, '');
    const { spec } = await edit();
    expect(spec).toMatchObject({ title: 'Sign in', status: 'complete', completed: '2026-01-05' });
    expect(text()).toContain(id);
  });

  it('keeps a new notation of the same value, and records no event', async () => {
    editing = (old) => old.replace('priority: low', 'priority: "low" # for now');
    expect((await edit()).events).toEqual([]);
    expect(text()).toContain('priority: "low" # for now');
  });

  it('records nothing when the text is unchanged', async () => {
    const before = text();
    editing = (old) => old;
    expect((await edit()).warnings).toMatchObject([{ code: 'UNCHANGED' }]);
    expect([text(), await events(), copies[0]?.discarded]).toEqual([before, ['SpecCreated Kim'], true]);
  });

  it('holds no lock while the editor is open, and keeps changes that other commands make meanwhile', async () => {
    editing = async (old) => {
      await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
      spectool.files.write(PATH, text());
      return old.replace('Old', 'New');
    };
    const { spec } = await edit();
    expect(spec.status).toBe('in-progress');
    expect(text()).toContain('New');
    expect(await events()).toEqual(['TextEdited Kim', 'StatusChanged Kim', 'SpecCreated Kim']);
  });

  it('finds the spec even if the spec was renumbered while the editor was open', async () => {
    editing = async (old) => {
      await spectool.renumberSpec.execute({ spec: '1', to: 7 });
      return old.replace('Old', 'New');
    };
    expect((await edit()).spec.ref).toBe('007-login');
    expect(spectool.files.readText('specs/007-login/README.md')).toContain('New');
  });

  it.each<[string, string, typeof editing]>([
    ['another change of a field', 'MERGE_CONFLICT', both('priority', (old) => old.replace('low', 'high'))],
    ['another change of the same lines', 'MERGE_CONFLICT', both('text', (old) => old.replace('Old', 'New'))],
    ['unreadable frontmatter', 'SPEC_BROKEN', (old) => old.replace('priority:', 'priority: [')],
    ['binary data', 'FIELD_INVALID', () => new Uint8Array([0, 1])],
    ['a failed editor', 'CANCELLED', (old) => `${old}x`],
  ])('fails and names the path of the temporary copy: %s', async (_, code, typing) => {
    editing = typing;
    if (code === 'CANCELLED') problem = '"vi" ended with 1';
    await expectRefusalOf(() => edit(), code, { hint: expect.stringContaining('/tmp/copy/001-login.md') });
    expect(copies[0]?.discarded).toBe(false);
    expect(text()).not.toMatch(/New|\[|high/);
  });

  it('keeps a temporary copy that is too large, and does not write it to the document', async () => {
    const before = text();
    editing = (old) => `${old}${'x'.repeat(51 * 1024 * 1024)}\n`;
    await expectRefusalOf(() => edit(), 'FIELD_INVALID', {
      message: 'The saved text has 51.1 MB, more than the limit of 50 MB; nothing was changed.',
      hint: expect.stringContaining('/tmp/copy/001-login.md'),
    });
    expect(copies[0]?.discarded).toBe(false);
    expect(text()).toBe(before);
  });
});

function both(what: 'priority' | 'text', typed: (old: string) => string) {
  return async (old: string): Promise<string> => {
    if (what === 'priority') await spectool.updateSpec.execute({ spec: '1', priority: 'critical' });
    else await spectool.replaceSection.execute({ spec: '1', heading: 'Plan', set: 'Other' });
    return typed(old);
  };
}
