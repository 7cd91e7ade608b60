import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROGRAM, run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { HAS_TMUX, TmuxTerminal } from '../support/tmuxTerminal.js';

let project: ScratchProject;
let terminal: TmuxTerminal;

(HAS_TMUX ? describe : describe.skip)('a command that takes over the terminal', () => {
  beforeAll(() => {
    project = new ScratchProject();
    run(project.root, ['init', '-y']);
    run(project.root, ['create', 'first-thing']);
    terminal = new TmuxTerminal(project.root);
  });
  afterAll(() => {
    terminal.end();
    project.remove();
  });

  it.each([
    ['board --watch', 'q quits', 'q', 0],
    ['list --watch', 'q quits', 'C-c', 130],
    ['ui', 'help', 'q', 0],
    ['ui', 'help', 'C-c', 130],
  ])(
    '`%s` shows changes by another process, can be suspended and continued, and restores the terminal',
    async (command, ready, key, code) => {
      terminal.shell('set -m; clear; echo before; stty -a > stty.before');
      await terminal.shows('before');
      terminal.shell(`${process.execPath} ${PROGRAM} ${command}`);
      await terminal.shows(ready);
      const title = `By ${command} ${key}`;
      run(project.root, ['update', '1', '--title', title]);
      await terminal.shows(title);
      terminal.keys('C-z');
      await terminal.shows(/Stopped|suspended/i);
      terminal.shell('fg');
      await terminal.shows(ready);
      terminal.resize(60, 40);
      await terminal.shows(title);
      terminal.keys(key);
      await terminal.shows(/^> ?$/m);
      terminal.shell('echo ended $?; stty -a > stty.after; echo done');
      const shown = await terminal.shows(/^done/m);
      expect(shown).toContain(`ended ${String(code)}`);
      expect(shown).not.toContain(ready);
      const state = terminal.tmux('display-message', '-p', '-t', 'w', '#{alternate_on} #{cursor_flag}');
      expect(state.trim()).toBe('0 1');
      const settings = (name: string) =>
        readFileSync(join(project.root, name), 'utf8').replace(/rows.*columns \d+;/, '');
      expect(settings('stty.after')).toBe(settings('stty.before'));
      terminal.resize(100, 30);
    },
  );
});
