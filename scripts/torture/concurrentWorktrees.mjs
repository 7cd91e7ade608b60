// Stress test: two worktrees of one clone create specs at the same time while commands are killed. No two specs may get the
// same number.
import { join } from 'node:path';
import {
  base,
  complain,
  count,
  expectSettled,
  git,
  pick,
  project,
  random,
  run,
  specsOf,
  start,
} from './harness.mjs';

export async function worktrees(until) {
  const main = project('clone');
  for (const name of ['first', 'third']) run(main, ['create', name]);
  git(main, 'add', '-A');
  git(main, 'commit', '-qm', 'base');
  const second = join(base, 'clone-second');
  git(main, 'worktree', 'add', '-q', '-b', 'second', second);
  const roots = [main, second];
  for (let round = 0; round === 0 || Date.now() < until; round++) {
    const children = Array.from({ length: 12 }, (_, i) => {
      const root = roots[i % 2];
      const command = pick([
        ['create', `made ${round} ${i}`],
        ['create', 'same', '--title', `T${round} ${i}`],
        ['renumber', 'first'],
        ['update', 'third', '--add-tag', `t${round}-${i}`],
      ]);
      const child = start(root, command);
      const timer = random(4) === 0 ? setTimeout(() => child.kill('SIGKILL'), random(700)) : undefined;
      return child.ended.then((end) => {
        clearTimeout(timer);
        if (end.signal === 'SIGKILL') count.kills++;
        else if (end.status !== 0) complain('torn', `${command.join(' ')}: ${end.err.trim()}`);
        return { ...end, root, command };
      });
    });
    const ends = await Promise.all(children);
    for (const root of roots)
      for (const name of ['first', 'third']) run(root, ['update', name, '--assignee', `a${round}`]);
    const specs = roots.flatMap((root) => specsOf(root).map((spec) => ({ ...spec, root })));
    const holders = new Map();
    for (const { id, sequence } of specs)
      holders.set(sequence, new Set([...(holders.get(sequence) ?? []), id]));
    for (const [number, ids] of holders)
      if (ids.size > 1) complain('doubled', `number ${number} in two worktrees, round ${round}`);
    for (const { status, root, command } of ends) {
      if (status !== 0) continue;
      const [verb, name, , value] = command;
      const isFound = specs.some(
        (spec) =>
          spec.root === root &&
          (verb === 'renumber' ||
            (verb === 'create' && (spec.title === value || spec.name === name.replaceAll(' ', '-'))) ||
            spec.tags.includes(value)),
      );
      if (!isFound) complain('lost', `${command.join(' ')}, round ${round}`);
    }
    for (const root of roots) expectSettled(root, `round ${round} of the worktrees`);
  }
}
