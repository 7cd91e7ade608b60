import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { documentedCommands, notPrinted } from './documentedCommands.js';
import { GIT_ENV, GitSandbox } from './gitSandbox.js';
import { PLANS_OF_OTHERS } from './plansOfOthers.js';
import { COMPILED_CODE } from './runProgram.js';
import { temporaryFolder } from './temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');

const bin = temporaryFolder();
symlinkSync(join(ROOT, 'dist/bin/spectool.cjs'), join(bin, 'spectool'));

/** Runs the commands of a docs page in a shell, with spectool on the PATH, a project in git and a fixed clock. */
export class Reader {
  readonly #root: string;

  constructor(project: GitSandbox) {
    this.#root = project.copy().root;
  }

  types(command: string) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
      cwd: this.#root,
      env: {
        ...GIT_ENV,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        XDG_CACHE_HOME: COMPILED_CODE,
        SPECTOOL_NOW: '2026-01-05T10:00:00Z',
        SPECTOOL_ACTOR: 'kim',
      },
      encoding: 'utf8',
    });
    return { status, printed: stdout + stderr };
  }
}

export const shop = new GitSandbox().write('package.json', '{ "name": "shop" }\n').commit('a project');

/** A project with plans of other tools, for the page that adopts them. */
function withPlans(): GitSandbox {
  const project = shop.copy();
  for (const [path, text] of Object.entries(PLANS_OF_OTHERS)) project.write(path, text);
  return project.commit('plans');
}

/** Runs the commands of a docs page in order, and expects the exit codes and the output that the page shows. */
export function expectPage(page: string): void {
  const reader = new Reader(page === 'docs/adopt.md' ? withPlans() : shop);
  for (const { line, command, output } of documentedCommands(join(ROOT, page))) {
    const { status, printed } = reader.types(command);
    const fails = output.some((text) => /^(?:error|CONFLICT)/.test(text));
    expect({
      page,
      line,
      command,
      status: status !== 0,
      missing: notPrinted(output, printed),
      printed,
    }).toEqual({ page, line, command, status: fails, missing: undefined, printed });
  }
}
