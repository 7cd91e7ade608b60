import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from './gitSandbox.js';

/** Paths of the documents of the two specs `a` and `b`. */
export const A = 'specs/001-a/README.md';
export const B = 'specs/002-b/README.md';
export const THEIRS = { assignee: 'lee', addTags: ['t'] };
export const OURS = { assignee: 'kim', addTags: ['m'] };

const toolIn = (cwd: string) => createSpectool({ cwd, ports: { actors: new FixedActor() } });
/** A function that makes the changes of one branch. */
export type Work = (spectool: ReturnType<typeof toolIn>) => unknown;

export const updated =
  (values: { assignee?: string; addTags?: string[] }, ...specs: readonly string[]): Work =>
  async (spectool) => {
    for (const spec of specs) await spectool.updateSpec.execute({ spec, ...values });
  };

/** A git repository with a project of two specs, copied for each test, in which a test makes branches that conflict. */
export class ConflictingBranches {
  #base = new GitSandbox();
  sandbox = this.#base;

  constructor() {
    beforeAll(async () => {
      await this.tool().initProject.execute({ agentTools: 'none' });
      for (const name of ['a', 'b'])
        await this.tool().createSpec.execute({ name, body: `# ${name.toUpperCase()}\n\nOne.\n\nTwo.\n` });
      this.sandbox.commit('base');
    });
    beforeEach(() => {
      this.sandbox = this.#base.copy();
    });
  }

  readonly tool = () => toolIn(this.sandbox.root);

  readonly read = (file: string) => readFileSync(join(this.sandbox.root, file), 'utf8');

  readonly edit = (file: string, change: (text: string) => string) => {
    writeFileSync(join(this.sandbox.root, file), change(this.read(file)));
  };

  readonly unmerged = () =>
    this.sandbox
      .git('diff', '--name-only', '--diff-filter=U')
      .split('\n')
      .filter((path) => path !== '');

  /** Returns the code of each error that `validate` finds. */
  readonly codes = async () =>
    (await this.tool().validateProject.execute()).findings.flatMap(({ severity, code }) =>
      severity === 'error' ? [code] : [],
    );

  readonly meet = async (theirs: Work, ours: Work) => {
    this.sandbox.git('checkout', '-q', '-b', 'theirs');
    await theirs(this.tool());
    this.sandbox.commit('theirs');
    this.sandbox.git('checkout', '-q', 'main');
    await ours(this.tool());
    this.sandbox.commit('ours');
    expect(() => this.sandbox.git('merge', '-q', '--no-edit', 'theirs')).toThrow();
  };
}
