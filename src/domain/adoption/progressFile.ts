/** The file, ignored by git, in which Superpowers notes the tasks of plans that are carried out in a working tree. */
export const PROGRESS_FILE = '.superpowers/sdd/progress.md';

/** Returns the number of complete tasks of each plan that a progress file names, by the name of the plan without its ending. */
export function tasksDone(progress: string): ReadonlyMap<string, number> {
  const done = new Map<string, Set<string>>();
  let plan = new Set<string>();
  for (const line of progress.split('\n')) {
    const task = /^[-*\s[\]x]*Task ([\w.]+): complete\b/i.exec(line)?.[1];
    const named = task === undefined ? /\bplans\/([^\s`)]+)\.md\b/.exec(line)?.[1] : undefined;
    if (named !== undefined) done.set(named, (plan = done.get(named) ?? new Set()));
    if (task !== undefined) plan.add(task);
  }
  return new Map([...done].map(([name, tasks]) => [name, tasks.size]));
}
