import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { specTree } from '../speed/createSpecTree.js';

/** Creates a project for one program, so that two programs do not share caches. */
export function projectOf(folder: string, count: number, specs: string | undefined, program: string): string {
  const root = join(folder, `project-${String(count)}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  if (specs !== undefined && existsSync(specs)) {
    cpSync(specs, join(root, 'specs'), { recursive: true });
    git(root, 'init', '-q', '-b', 'main');
  } else cpSync(specTree(join(folder, 'made-up'), count), root, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [program, 'init', '-y'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`init failed: ${stderr}`);
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'specs');
  return root;
}

function git(root: string, ...args: readonly string[]): void {
  const { status } = spawnSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
}
