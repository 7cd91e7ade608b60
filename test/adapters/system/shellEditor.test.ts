import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ShellEditor } from '../../../src/adapters/system/shellEditor.js';
import { expectRefusalOf } from '../../support/thrownError.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'an editor '));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function editor(env: Record<string, string>, configured?: string): ShellEditor {
  return new ShellEditor(() => configured, { PATH: process.env['PATH'], ...env });
}

async function edited(env: Record<string, string>, configured?: string, name = '001-a.md') {
  const copy = await editor(env, configured).edit('a\n', name);
  const result = { ...copy, text: copy.bytes === undefined ? undefined : Buffer.from(copy.bytes).toString() };
  copy.discard();
  expect(existsSync(dirname(copy.path))).toBe(false);
  return result;
}

describe('ShellEditor', () => {
  it.each<[string, Record<string, string>, string | undefined, string]>([
    ['VISUAL first', { VISUAL: 'sed -i s/a/v/', EDITOR: 'sed -i s/a/e/' }, 'sed -i s/a/g/', 'v\n'],
    ['EDITOR when VISUAL is blank', { VISUAL: ' ', EDITOR: 'sed -i s/a/e/' }, 'sed -i s/a/g/', 'e\n'],
    ['the editor configured in git', { EDITOR: '' }, 'sed -i s/a/g/', 'g\n'],
  ])('runs the editor from the first setting that is given: %s', async (_, env, configured, expected) => {
    expect(await edited(env, configured)).toMatchObject({ text: expected });
  });

  it('accepts quotes in the editor command and runs no command from the name of the file', async () => {
    const script = join(folder, 'my "editor"');
    writeFileSync(script, '#!/bin/sh\nshift\necho first > "$1"\necho second >> "$1"\n', { mode: 0o755 });
    const copy = await edited({ EDITOR: `'${script}' --wait` }, undefined, '001-$(touch x);\n"a".md');
    expect(copy).toMatchObject({ text: 'first\nsecond\n' });
    expect(copy.path).not.toMatch(/[$;"\n]/);
    expect(readdirSync(folder)).toEqual(['my "editor"']);
  });

  it('accepts an editor that replaces the file, removes the file or makes the file unreadable', async () => {
    expect(await edited({ EDITOR: 'f() { echo b > "$1.new"; mv "$1.new" "$1"; }; f' })).toMatchObject({
      text: 'b\n',
    });
    expect(await edited({ EDITOR: 'rm' })).toMatchObject({ text: undefined });
    for (const [EDITOR, unread] of [
      ['rm "$1"; mkfifo', 'it is not a regular file'],
      ['ln -sf /dev/zero', 'it is not a regular file'],
      ['truncate -s 70M', 'the file has 70 MB, more than the limit of 50 MB'],
    ] as const)
      expect(await edited({ EDITOR })).toMatchObject({ text: undefined, unread });
    expect((await edited({ EDITOR: 'rm "$1"; mkdir' })).unread).toContain('exists at the path of the file');
  });

  it.each([
    ['false', 'ended with exit code 1'],
    ['/nowhere/vi', 'ended with exit code 127'],
    ['kill -9 $$ #', 'was killed by the signal SIGKILL'],
  ])('reports how the editor command %s failed', async (EDITOR, problem) => {
    expect(await edited({ EDITOR })).toMatchObject({ text: 'a\n', problem: `"${EDITOR}" ${problem}` });
  });

  it('goes on with the copy of the same text that a killed process left, and with no other', async () => {
    const edit = async (EDITOR: string, text = 'a\n', pid = 2 ** 22 + 1) => {
      const left = mkdtempSync(join(folder, 'spectool-'));
      writeFileSync(join(left, '001-a.md'), 'words\n');
      writeFileSync(join(left, `.opened-by-${String(pid)}`), 'a\n');
      const copy = await new ShellEditor(() => EDITOR, {}, folder).edit(text, '001-a.md');
      return [Buffer.from(copy.bytes ?? '').toString(), copy.discard(), existsSync(left)];
    };
    expect(await edit('echo more >>')).toEqual(['words\nmore\n', undefined, false]);
    expect(await edit('true', 'a\n', process.pid)).toEqual(['a\n', undefined, true]);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(await edit('true', 'b\n')).toEqual(['b\n', undefined, true]);
  });

  it('fails with the path when the copy for the editor cannot be written', async () => {
    for (const place of [join(folder, 'none'), '/dev/null'])
      await expectRefusalOf(
        () => new ShellEditor(() => 'true', {}, place).edit('a\n', 'a.md'),
        'WRITE_FAILED',
        { details: { path: place } },
      );
  });

  it('keeps files that the editor left beside the copy, except backups with a known text', async () => {
    const leave = (command: string) => editor({ EDITOR: `f() { ${command}; }; f` }).edit('a\n', '001-a.md');
    for (const [command, left] of [
      ['echo typed > "$(dirname "$1")/.001-a.md.swp"; exit 137', ['.001-a.md.swp', '001-a.md']],
      ['mv "$1" "$1.saved"; echo more >> "$1.saved"', ['001-a.md.saved']],
    ] as const) {
      const copy = await leave(command);
      const place = dirname(copy.path);
      expect(copy.discard()).toContain(`left files in ${place}, which are kept: ${left[0]}.`);
      expect(readdirSync(place)).toEqual(left);
      rmSync(place, { recursive: true });
    }
    // A backup is removed when its text equals the given text or the saved text.
    const copy = await leave('cp "$1" "$1~"; echo b > "$1"; cp "$1" "$1.bak"');
    expect([copy.discard(), existsSync(dirname(copy.path))]).toEqual([undefined, false]);
  });

  it('reports that the editor command cannot be started', async () => {
    expect((await edited({ EDITOR: 'true', PATH: folder })).problem).toContain('cannot be started');
  });
});
