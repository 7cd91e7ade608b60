import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import type { EditedCopy } from '../../src/ports/system.js';

const PATH = 'specs/001-login/README.md';
let spectool: TestSpectool;
/** What the editor does with the text, and what happens meanwhile. */
let editing: (text: string) => string | Uint8Array | Promise<string>;
let copies: { name: string; discarded: boolean }[];
let problem: string | undefined;
let unread: string | undefined;
/** Why the copy cannot be removed. */
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
    ['New', ['COPY_LEFT']],
    ['Old', ['UNCHANGED', 'COPY_LEFT']],
  ])('that leaves a copy behind names it, and stands: %s', async (plan, codes) => {
    left = 'What "vi" left in /tmp/copy is kept: a.';
    editing = (old) => old.replace('Old', plan);
    const { warnings } = await edit();
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    expect(warnings.at(-1)?.message).toBe(left);
    expect(text()).toContain(plan);
  });

  it('says that bytes changed of which the history tells nothing', async () => {
    editing = (old) => `\uFEFF${old}`;
    const before = await events();
    const { warnings } = await edit();
    expect(warnings).toMatchObject([
      { code: 'TEXT_SAME', message: expect.stringContaining('byte order mark') },
    ]);
    expect(text()).toMatch(/^\uFEFF---/);
    expect(await events()).toEqual(before);
    editing = (old) => old.replace('Old', 'New');
    expect((await edit()).warnings).toEqual([]);
  });

  it.each([
    ['changed', 'id: abcdefghij012345\n'],
    ['taken out', ''],
  ])('keeps the id that the log knows when it was %s', async (_, line) => {
    const [id] = /^id: .*$/m.exec(text()) ?? [];
    editing = (old) => old.replace(/^id: .*\n/m, line);
    expect(await edit()).toMatchObject({ events: [] });
    expect(text()).toContain(`\n${id ?? ''}\n`);
    editing = (old) => old.replace(/^id: .*\n/m, line).replace('Old', 'New');
    expect(await edit()).toMatchObject({ events: [{ type: 'TextEdited' }], warnings: [] });
    expect(text()).toContain(`\n${id ?? ''}\n`);
  });

  it('lets an id that no log has be corrected', async () => {
    const before = text();
    spectool.files.write(PATH, before.replace(/^id: .*$/m, 'id: abcdefghij012345'));
    editing = () => before;
    await edit();
    expect(text()).toBe(before);
  });

  it('records text and frontmatter as what the actor did', async () => {
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

  it('is taken back whole, by `undo`, with what was typed above it', async () => {
    const before = text();
    editing = (old) => old.replace('priority: low', 'priority: high').replace('Old', 'New\n\n### Why\n\nSo.');
    await edit();
    const typed = text();
    await spectool.undoChange.execute({});
    expect(text()).toBe(before);
    await spectool.undoChange.execute({});
    expect(text()).toBe(typed);
  });

  it.each([
    ['lines of Windows', (body: string) => body.replaceAll('\n', '\r\n')],
    ['no end of the last line', (body: string) => body.trimEnd()],
    ['a blank line more at the end', (body: string) => `${body}\n`],
  ])('is taken back byte for byte in a text with %s', async (_what, shape) => {
    spectool.files.write(PATH, shape(text()));
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    const before = text();
    editing = (old) => old.replace('Old', 'New').replace(/- a(\r?\n|$)/, '- b$1- c$1');
    await edit();
    expect(text()).not.toBe(before);
    await spectool.undoChange.execute({});
    expect(text()).toBe(before);
  });

  it('is not taken back where somebody has gone on writing; nor a text too long for the log', async () => {
    editing = (old) => old.replace('Old', 'New');
    await edit();
    spectool.files.write(PATH, text().replace('New', 'Newer'));
    await expect(spectool.undoChange.execute({})).rejects.toMatchObject({ code: 'UNDO_REFUSED' });
    editing = (old) => old.replace('Newer', 'x'.repeat(20_000));
    await edit();
    editing = (old) => old.replace('x'.repeat(20_000), 'y');
    const long = await edit();
    expect(JSON.stringify(long.events).length).toBeLessThan(1000);
    await expect(spectool.undoChange.execute({})).rejects.toMatchObject({
      code: 'UNDO_REFUSED',
      message: expect.stringContaining('the log does not keep'),
    });
  });

  it('changes a title, a status with its day, and keeps the identity', async () => {
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

  it('keeps what only looks different', async () => {
    editing = (old) => old.replace('priority: low', 'priority: "low" # for now');
    expect((await edit()).events).toEqual([]);
    expect(text()).toContain('priority: "low" # for now');
  });

  it('of what was not changed is nothing', async () => {
    const before = text();
    editing = (old) => old;
    expect((await edit()).warnings).toMatchObject([{ code: 'UNCHANGED' }]);
    expect([text(), await events(), copies[0]?.discarded]).toEqual([before, ['SpecCreated Kim'], true]);
  });

  it('holds no lock: what others did meanwhile stands beside it', async () => {
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

  it('finds the spec under the name it has by then', async () => {
    editing = async (old) => {
      await spectool.renumberSpec.execute({ spec: '1', to: 7 });
      return old.replace('Old', 'New');
    };
    expect((await edit()).spec.ref).toBe('007-login');
    expect(spectool.files.readText('specs/007-login/README.md')).toContain('New');
  });

  it.each<[string, string, () => void]>([
    [
      'the same field',
      'MERGE_CONFLICT',
      () => (editing = both('priority', (old) => old.replace('low', 'high'))),
    ],
    ['the same lines', 'MERGE_CONFLICT', () => (editing = both('text', (old) => old.replace('Old', 'New')))],
    [
      'a frontmatter that cannot be read',
      'SPEC_BROKEN',
      () => (editing = (old) => old.replace('priority:', 'priority: [')),
    ],
    ['binary', 'FIELD_INVALID', () => (editing = () => new Uint8Array([0, 1]))],
    ['a failure', 'CANCELLED', () => ((editing = (old) => `${old}x`), (problem = '"vi" ended with 1'))],
  ])('refuses %s, and says where the copy is', async (_, code, given) => {
    given();
    await expect(edit()).rejects.toMatchObject({
      code,
      hint: expect.stringContaining('/tmp/copy/001-login.md'),
    });
    expect(copies[0]?.discarded).toBe(false);
    expect(text()).not.toMatch(/New|\[|high/);
  });

  it('keeps what was saved and cannot be read', async () => {
    editing = (old) => `${old}New\n`;
    unread = 'it has 70 MB; at most 64 MB are read';
    await expect(edit()).rejects.toMatchObject({
      code: 'FIELD_INVALID',
      message: 'What was saved cannot be read: it has 70 MB; at most 64 MB are read; nothing was changed.',
      hint: expect.stringContaining('/tmp/copy/001-login.md'),
    });
    expect(copies[0]?.discarded).toBe(false);
  });

  it('keeps what no command could read afterwards: it is not written', async () => {
    const before = text();
    editing = (old) => `${old}${'x'.repeat(51 * 1024 * 1024)}\n`;
    await expect(edit()).rejects.toMatchObject({
      code: 'FIELD_INVALID',
      message: 'What was saved has 51.1 MB, more than the 50 MB that are read; nothing was changed.',
      hint: expect.stringContaining('/tmp/copy/001-login.md'),
    });
    expect(copies[0]?.discarded).toBe(false);
    expect(text()).toBe(before);
  });

  it.each([undefined, 'What "vi" left in /tmp/copy is kept: .001-login.md.swp.'])(
    'keeps no copy of what was not changed when the editor fails, and says what it left: %s',
    async (said) => {
      editing = (old) => old;
      problem = '"vi" ended with 1';
      left = said;
      await expect(edit()).rejects.toMatchObject({ code: 'CANCELLED', hint: said });
      expect(copies[0]?.discarded).toBe(true);
    },
  );
});

function both(what: 'priority' | 'text', typed: (old: string) => string) {
  return async (old: string): Promise<string> => {
    if (what === 'priority') await spectool.updateSpec.execute({ spec: '1', priority: 'critical' });
    else await spectool.replaceSection.execute({ spec: '1', heading: 'Plan', set: 'Other' });
    return typed(old);
  };
}
