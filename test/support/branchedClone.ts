import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { mergeDriverLine } from '../../src/adapters/cli/mergeDriverShellLine.js';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from './gitSandbox.js';

const PROGRAM = [process.execPath, join(import.meta.dirname, '../../dist/bin/spectool.cjs')];
export const FILE = 'specs/001-a/README.md';
/** Codes of findings that are expected after two people changed the same field, so they are no sign of a failed merge. */
const TOLD = new Set(['DIVERGED', 'CLAIMED_TWICE', 'LOG_PARENT_MISSING', 'SECTION_MISSING']);

export type Act = (spectool: Spectool, repository: Clone) => Promise<unknown>;

/** A git repository that contains a project with one spec. */
export class Clone extends GitSandbox {
  tool(actor: string): Spectool {
    return createSpectool({ cwd: this.root, ports: { actors: new FixedActor(actor) } });
  }

  /** Returns a new project. @param isDriven true to set up the merge driver. @param place an existing repository, or a folder in it. */
  static async begun(
    isDriven: boolean,
    settings: readonly (readonly [string, string])[] = [],
    place?: string,
  ): Promise<Clone> {
    const clone = place === undefined ? new Clone() : new Clone(place, []);
    for (const [key, value] of settings) clone.git('config', key, value);
    const tool = clone.tool('ada');
    await tool.initProject.execute({
      agentTools: 'none',
      ...(isDriven && { mergeDriver: mergeDriverLine(PROGRAM) }),
    });
    await tool.createSpec.execute({
      name: 'a',
      tags: ['x'],
      body: '# A\n\n## Problem\n\nOne.\n\nTwo.\n\nThree.\n',
    });
    clone.commit('base');
    return clone;
  }

  /** Makes the branches `theirs` and `ours` from the current commit, each with its changes, and leaves `ours` checked out. */
  async parted(theirs: readonly Act[] = THEIRS, ours: readonly Act[] = OURS): Promise<void> {
    this.git('checkout', '-q', '-b', 'start');
    await this.work('theirs', theirs);
    this.git('checkout', '-q', 'start');
    await this.work('ours', ours);
  }

  get document(): string {
    return readFileSync(join(this.root, FILE), 'utf8');
  }

  set document(text: string) {
    writeFileSync(join(this.root, FILE), text);
  }

  /** Makes the changes on the branch, with one commit for each. */
  async work(branch: string, acts: readonly Act[]): Promise<void> {
    this.git('checkout', '-q', '-B', branch);
    for (const act of acts) {
      await act(this.tool(branch), this);
      this.commit(`${branch} ${String(acts.indexOf(act))}`);
    }
  }

  /** Number of times git stopped because of unmerged files. */
  stops = 0;

  /** Runs git. @returns false if git exited with an error. */
  tries(...args: readonly string[]): boolean {
    try {
      this.git('-c', 'core.editor=true', ...args);
      return true;
    } catch {
      if (this.unmerged.length > 0) this.stops++;
      return false;
    }
  }

  get unmerged(): readonly string[] {
    return this.git('diff', '--name-only', '--diff-filter=U')
      .split('\n')
      .filter((path) => path !== '');
  }

  /** Each time git stops: resolves the conflicts, and continues with the git command `next`, such as `rebase --continue`. */
  async settled(...next: readonly string[]): Promise<void> {
    for (let round = 0; round < 6 && (this.unmerged.length > 0 || round === 0); round++) {
      const { conflicts } = await this.tool('ada').resolveConflicts.execute();
      expect(conflicts).toEqual([]);
      expect(this.unmerged).toEqual([]);
      this.git('add', '-A');
      if (next.length > 0) this.tries(...next);
    }
    this.commit('settled');
  }

  /** Returns code and message of each finding of `validate`, except those in `TOLD`. */
  async findings(): Promise<readonly string[]> {
    const { findings } = await this.tool('ada').validateProject.execute();
    return findings.flatMap(({ code, message }) => (TOLD.has(code) ? [] : [`${code} ${message}`]));
  }
}

export const OURS: readonly Act[] = [
  (spectool) => spectool.updateSpec.execute({ spec: '1', priority: 'low', addTags: ['m'] }),
  (spectool) => spectool.updateSpec.execute({ spec: '1', status: 'in-progress', assignee: 'kim' }),
];
export const THEIRS: readonly Act[] = [
  (spectool) =>
    spectool.updateSpec.execute({ spec: '1', priority: 'high', addTags: ['t'], removeTags: ['x'] }),
  (spectool) => spectool.updateSpec.execute({ spec: '1', unset: ['priority'], reviewer: 'lee', title: 'B' }),
];
