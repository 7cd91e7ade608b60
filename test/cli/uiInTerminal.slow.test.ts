import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROGRAM, run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { HAS_TMUX, TmuxTerminal } from '../support/tmuxTerminal.js';

const BODY =
  '## Problem\n\nLogins are slow.\n\n## Solution\n\nA cache.\n\n## Success Criteria\n\n- [ ] AC1: it is fast\n';
let project: ScratchProject;
let terminal: TmuxTerminal;

const viewed = () => run(project.root, ['view', '1', '--raw']).stdout;

async function started(columns: number, rows: number, environment = ''): Promise<void> {
  terminal = new TmuxTerminal(project.root, columns, rows, environment);
  terminal.shell(`${process.execPath} ${PROGRAM} ui; echo ended $?`);
  await terminal.shows(/> 001/);
}

(HAS_TMUX ? describe : describe.skip)('ui in a terminal', () => {
  beforeEach(() => {
    project = new ScratchProject();
    run(project.root, ['init', '-y', '--agent-tools', 'none']);
    run(project.root, ['create', 'User login', '--body', '-'], { input: BODY });
    run(project.root, ['create', 'Refunds 返金 🎉', '--body', '-'], { input: BODY });
  });
  afterEach(() => terminal.end());

  it('completes a spec with a proof by keys alone, on 60 × 16 cells without colours', async () => {
    await started(60, 16, 'NO_COLOR=1');
    terminal.keys('c');
    await terminal.shows('claim 001-user-login');
    terminal.keys('x');
    await terminal.shows(/\[ \] 1 AC1/);
    terminal.keys('Space', 'Enter');
    await terminal.shows('How is it shown');
    terminal.keys('Down', 'Enter');
    await terminal.shows(/^test/m);
    terminal.types('login is fast');
    terminal.keys('Enter');
    await terminal.shows('checked criterion AC1');
    terminal.keys('s');
    await terminal.shows(/complete 1/);
    expect(viewed()).toMatch(/status: complete[\s\S]*- \[x\] AC1/);
    terminal.keys('q');
    await terminal.shows('ended 0');
  });

  it('opens the editor in the terminal, and goes on with the changed text', async () => {
    const editor = join(project.root, 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/A cache/A bigger cache/" "$1"\n');
    chmodSync(editor, 0o755);
    await started(140, 40, `VISUAL=${editor}`);
    terminal.keys('e');
    await terminal.shows('A bigger cache');
    expect(viewed()).toContain('A bigger cache');
  });

  it('pastes several lines as one text, and runs none of them as keys', async () => {
    await started(140, 40);
    terminal.keys('n');
    await terminal.shows(/^Note/m);
    terminal.tmux('set-buffer', 'one\ns\nq\n');
    terminal.tmux('paste-buffer', '-p', '-t', 'w');
    await terminal.shows('one s q');
    terminal.keys('Enter');
    await terminal.shows('note: "one s q"');
    expect(viewed()).toContain('status: planned');
  });

  it('keeps the selection while another process claims, renames and deletes specs', async () => {
    await started(100, 30);
    terminal.keys('j');
    await terminal.shows(/> 002/);
    run(project.root, ['claim', '1', '--as', 'lee']);
    await terminal.shows(/@lee/);
    run(project.root, ['update', '2', '--title', 'Money back']);
    await terminal.shows(/> 002 Money back/);
    run(project.root, ['delete', '2', '--reason', 'twice', '--force']);
    await terminal.shows(/^(?![\s\S]*002)[\s\S]*planned 0/);
  });

  it('leaves the project whole when it is killed', async () => {
    await started(100, 30);
    terminal.keys('c');
    await terminal.shows('claim 001-user-login');
    terminal.tmux('run-shell', '-b', `pkill -9 -f "${PROGRAM} ui" || true`);
    await terminal.shows('ended 137');
    expect(run(project.root, ['validate']).status).toBe(0);
  });
});
