import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROGRAM, run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;
const socket = `spectool-test-${String(process.pid)}`;
let project: ScratchProject;

const tmux = (...args: readonly string[]) =>
  execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { cwd: project.root, encoding: 'utf8' });
const screen = () => tmux('capture-pane', '-p', '-t', 'w');
const keys = (...args: readonly string[]) => tmux('send-keys', '-t', 'w', ...args);
const shell = (line: string) => keys(line, 'Enter');

/** Waits until the screen shows the text. @returns the screen. */
async function shows(text: string | RegExp): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const shown = screen();
    if (shown.search(text) >= 0) return shown;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`"${String(text)}" is not on the screen:\n${screen()}`);
}

(hasTmux ? describe : describe.skip)('--watch in a terminal', () => {
  beforeAll(() => {
    project = new ScratchProject();
    run(project.root, ['init', '-y']);
    run(project.root, ['create', 'first-thing']);
    tmux('new-session', '-d', '-s', 'w', '-x', '100', '-y', '30', 'PS1="> " LANG=C.UTF-8 sh');
  });
  afterAll(() => {
    tmux('kill-server');
    project.remove();
  });

  it.each([
    ['board', 'q', 0],
    ['list', 'C-c', 130],
  ])(
    '`%s --watch` shows changes by another process, can be suspended and continued, and restores the terminal',
    async (command, key, code) => {
      shell('set -m; clear; echo before; stty -a > stty.before');
      await shows('before');
      shell(`${process.execPath} ${PROGRAM} ${command} --watch`);
      await shows('q quits');
      const title = `Renamed by ${command}`;
      run(project.root, ['update', '1', '--title', title]);
      await shows(title);
      keys('C-z');
      await shows(/Stopped|suspended/i);
      shell('fg');
      await shows('q quits');
      tmux('resize-window', '-t', 'w', '-x', '60', '-y', '40');
      await shows(title);
      keys(key);
      await shows(/^> ?$/m);
      shell('echo ended $?; stty -a > stty.after; echo done');
      const shown = await shows(/^done/m);
      expect(shown).toContain(`ended ${String(code)}`);
      expect(shown).not.toContain('q quits');
      expect(tmux('display-message', '-p', '-t', 'w', '#{alternate_on} #{cursor_flag}').trim()).toBe('0 1');
      const settings = (name: string) =>
        readFileSync(join(project.root, name), 'utf8').replace(/rows.*columns \d+;/, '');
      expect(settings('stty.after')).toBe(settings('stty.before'));
      tmux('resize-window', '-t', 'w', '-x', '100', '-y', '30');
    },
  );
});
