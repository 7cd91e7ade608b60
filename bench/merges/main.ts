import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BranchChange, COMMANDS, FILLED, FRESH, FULL, NOTED, perform, TEXTS } from './branchChanges.js';

// npm run bench:merges -- [--program FILE,…] [--pairs] [--resolve] [--driver]
// Makes two changes of a spec on two branches and merges them, for every pair of changes, with plain git: no merge driver, no
// attributes. With --resolve, `spectool resolve` settles the conflicts, and those left to a person are counted. With
// --driver, git merges with spectool's merge driver.
const { values: options } = parseArgs({
  options: {
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
    pairs: { type: 'boolean', default: false },
    resolve: { type: 'boolean', default: false },
    driver: { type: 'boolean', default: false },
  },
});

const BODY = [
  '## Problem\n',
  'Signing in takes three steps.\n',
  '## Solution\n',
  'One step.\n',
  '## Success Criteria\n',
  '- [ ] it is fast',
  '- [ ] it is safe\n',
  '## Out of Scope\n',
  'Single sign-on.\n',
].join('\n');
const TROUBLE = /^(?:DOCUMENT|EDITED|FRONTMATTER|FIELD|MERGE|ID_COPIED|LOG_DAMAGED)/;

const home = mkdtempSync(join(tmpdir(), 'spectool-merges-home-'));
let actor = 'a';
function spawn(command: string, args: readonly string[], cwd: string, input = '') {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: actor,
    GIT_AUTHOR_EMAIL: 't@example.org',
    GIT_COMMITTER_NAME: actor,
    GIT_COMMITTER_EMAIL: 't@example.org',
    SPECTOOL_ACTOR: actor,
  };
  return spawnSync(command, args, { cwd, env, input, encoding: 'utf8' });
}

class Trial {
  readonly #root = mkdtempSync(join(tmpdir(), 'spectool-merges-'));
  readonly #program: string;
  readonly #acts: readonly BranchChange[];

  constructor(program: string, acts: readonly BranchChange[], prepared: BranchChange | undefined) {
    this.#program = resolve(program);
    this.#acts = acts;
    this.#git('init', '-q', '-b', 'main');
    this.#spectool(['init', '-y', '--agent-tools', 'none', ...(options.driver ? ['--merge-driver'] : [])]);
    if (!options.driver) rmSync(join(this.#root, '.gitattributes'), { force: true });
    writeFileSync(
      join(this.#root, '.spectool/config.json'),
      JSON.stringify({ frontmatter: { custom: { sprint: 'number' } } }),
    );
    this.#spectool(['create', 'user-login', '--body', '-'], BODY);
    for (const name of ['accounts', 'sessions', 'tokens']) this.#spectool(['create', name]);
    if (prepared !== undefined) perform(prepared, this.#root, (args) => this.#spectool(args));
    this.#commit('base');
    acts.forEach((act, i) => {
      actor = `person-${String(i)}`;
      this.#git('switch', '-q', '-c', branch(i), 'main');
      // Wait more than a second between changes, because earlier versions stored times in documents to the second.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
      perform(act, this.#root, (args) => this.#spectool(args));
      this.#commit(act.name);
    });
  }

  /**
   * Merges every pair of changes. Returns the number of pairs, and the names of the pairs that conflict and of those that
   * need a person.
   */
  run(): {
    readonly pairs: number;
    readonly conflicts: readonly string[];
    readonly byHand: readonly string[];
  } {
    const conflicts: string[] = [];
    const byHand: string[] = [];
    let pairs = 0;
    this.#acts.forEach((ours, i) => {
      this.#acts.slice(i + 1).forEach((theirs, offset) => {
        pairs += 1;
        const [our, their] = [branch(i), branch(i + 1 + offset)];
        if (this.#isMerged(our, their)) return;
        const pair = `${ours.name} × ${theirs.name}`;
        conflicts.push(pair);
        if (options.resolve && this.#needsAHand(our, their)) byHand.push(pair);
      });
    });
    return { pairs, conflicts, byHand };
  }

  #isMerged(ours: string, theirs: string): boolean {
    if (!options.driver)
      return spawn('git', ['merge-tree', '--write-tree', ours, theirs], this.#root).status === 0;
    const { status } = this.#merge(ours, theirs);
    this.#git('reset', '-q', '--hard');
    return status === 0;
  }

  #merge(ours: string, theirs: string) {
    actor = 'merger';
    this.#git('checkout', '-q', '-f', '--detach', ours);
    this.#git('clean', '-q', '-fd');
    return spawn('git', ['merge', '-q', '--no-edit', theirs], this.#root);
  }

  #needsAHand(ours: string, theirs: string): boolean {
    this.#merge(ours, theirs);
    spawn(process.execPath, [this.#program, 'resolve'], this.#root);
    const isOpen = this.#git('diff', '--name-only', '--diff-filter=U') !== '';
    const { stdout } = spawn(process.execPath, [this.#program, 'validate', '--json'], this.#root);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly code: string }[] };
    this.#git('reset', '-q', '--hard');
    return isOpen || findings.some(({ code }) => TROUBLE.test(code));
  }

  #spectool(args: readonly string[], input?: string): void {
    const { status, stderr } = spawn(process.execPath, [this.#program, ...args], this.#root, input);
    if (status !== 0) throw new Error(`spectool ${args.join(' ')}: ${stderr}`);
  }

  #git(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawn('git', args, this.#root);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  #commit(message: string): void {
    this.#git('add', '-A');
    this.#git('commit', '-q', '-m', message);
  }

  end(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function branch(i: number): string {
  return `act-${String(i)}`;
}

for (const program of options.program.split(',')) {
  process.stdout.write(`${program}\n`);
  for (const [name, acts, prepared] of [
    ['fresh', FRESH, undefined],
    ['all fields', FULL, FILLED],
    ['text of one spec', TEXTS, NOTED],
    ['the same by command', COMMANDS, NOTED],
  ] as const) {
    const trial = new Trial(program, acts, prepared);
    const { pairs, conflicts, byHand } = trial.run();
    trial.end();
    const share = ((conflicts.length / pairs) * 100).toFixed(0);
    const hand = options.resolve ? `, ${String(byHand.length)} need a hand after resolve` : '';
    process.stdout.write(
      `  ${name}: ${String(conflicts.length)} of ${String(pairs)} conflict (${share} %)${hand}\n`,
    );
    if (!options.pairs) continue;
    for (const pair of conflicts)
      process.stdout.write(`    ${pair}${byHand.includes(pair) ? '  by hand' : ''}\n`);
  }
}
rmSync(home, { recursive: true, force: true });
