import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gitHttpServer } from '../../test/support/gitHttpServer.js';
import { connects, GitTrace } from '../../test/support/gitTrace.js';
import { cloneWith, ENV, git, hubWithSpecs, timed } from './cloneWithRemote.js';

// Measures what the git remote adds to a claim and to a new spec, beside `git push`: npm run bench:remote -- [--rounds 15]
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const rounds = Number(options.rounds);
const program = resolve(options.program);
/** The goal: a claim costs one push. */
const GOAL = 'push';

type Step = 'push' | 'claim' | 'claim, remote' | 'create' | 'create, remote' | 'create, stale' | 'other';

const ROWS: readonly (readonly [string, Step, Step])[] = [
  ['`claim`', 'claim, remote', 'claim'],
  ['`create`', 'create, remote', 'create'],
  ['`create`, after another clone created a spec', 'create, stale', 'create'],
];

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const ms = (value: number) => value.toFixed(0);

/** Measures all steps by turns, so that other programs on the machine slow all of them. */
async function measure(folder: string, hub: string, address: string) {
  const pusher = cloneWith(folder, hub, 'pusher', address);
  const plain = cloneWith(folder, hub, 'plain', address);
  const [linked, other] = ['linked', 'other'].map((name) =>
    cloneWith(folder, hub, name, address, { remote: 'origin', timeout: 60 }),
  ) as [string, string];
  const spectool = (cwd: string, args: readonly string[], env?: NodeJS.ProcessEnv) =>
    timed(process.execPath, [program, ...args], cwd, env);
  const stepsOf = (
    round: number,
  ): readonly (readonly [Step, (env?: NodeJS.ProcessEnv) => Promise<number>])[] => {
    const claim = ['claim', String(round)];
    const create = (name = 'new') => ['create', `${name}-${String(round)}`, '--no-similar'];
    return [
      ['push', (env) => timed('git', ['push', '-q', 'origin', 'HEAD:refs/heads/bench'], pusher, env)],
      ['claim', (env) => spectool(plain, claim, env)],
      ['claim, remote', (env) => spectool(linked, claim, env)],
      ['create', (env) => spectool(plain, create(), env)],
      ['create, remote', (env) => spectool(linked, create(), env)],
      // The next two clones each know an older number than the remote has.
      ['other', (env) => spectool(other, create('other'), env)],
      ['create, stale', (env) => spectool(linked, create('later'), env)],
    ];
  };
  const times = new Map<Step, number[]>();
  const processes = new Map<Step, string>();
  const trace = new GitTrace(join(folder, 'trace'));
  // The first round fills the caches, and the last one counts processes; neither is measured.
  for (let round = 1; round <= rounds + 2; round += 1) {
    git(pusher, 'commit', '-q', '--allow-empty', '-m', 'empty');
    const isCounted = round === rounds + 2;
    for (const [step, run] of stepsOf(round)) {
      const time = await run(isCounted ? trace.env : undefined);
      if (isCounted) {
        const started = trace.taken().filter(({ isOfGit }) => !isOfGit);
        const connections = started.filter(connects).map(({ command }) => command);
        processes.set(step, `${String(started.length)} (${connections.join(', ')})`);
      } else if (round > 1) times.set(step, [...(times.get(step) ?? []), time]);
    }
  }
  return { times, processes };
}

const folder = mkdtempSync(join(tmpdir(), 'spectool-bench-remote-'));
const server = await gitHttpServer(folder, ENV);
console.log(
  `median of ${options.rounds} rounds in ms; git processes (connections); goal: one ${GOAL} a claim`,
);
line(['remote', '', 'without', 'with', 'difference', 'of a push', 'git without', 'git with', '']);
line(['---', '---', '---:', '---:', '---:', '---:', '---', '---', '---']);
for (const transport of ['path', 'smart HTTP']) {
  const place = mkdtempSync(join(folder, 'hub-'));
  const hub = hubWithSpecs(place, program, rounds + 2);
  const address = transport === 'path' ? hub : `${server.address}${hub.slice(folder.length)}`;
  const { times, processes } = await measure(place, hub, address);
  const of = (step: Step) => times.get(step) ?? [];
  const push = median(of('push'));
  line([transport, '`git push`', ms(push), '', '', '', processes.get('push') ?? '', '', '']);
  for (const [what, step, without] of ROWS) {
    const linked = of(step);
    const difference = median(linked.map((one, i) => one - (of(without)[i] ?? 0)));
    const [before = '', after = ''] = [processes.get(without), processes.get(step)];
    const isMet = after.endsWith(`(${GOAL})`) && before.endsWith('()');
    line([
      transport,
      what,
      ms(median(of(without))),
      ms(median(linked)),
      ms(difference),
      `${(difference / push).toFixed(2)} ×`,
      before,
      after,
      step === 'create, stale' ? '' : isMet ? '✓' : '✗',
    ]);
  }
}
server.close();
rmSync(folder, { recursive: true, force: true });
