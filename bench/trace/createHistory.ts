import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { specTree } from '../speed/createSpecTree.js';

/** The file whose lines hundreds of commits wrote. */
export const HOT_FILE = 'src/hot.ts';
const HOT_LINES = 400;
const FILES = 2000;
const FOLDERS = 50;
/** One commit of this many names a spec. */
const NAMING_EVERY = 100;
const MERGE_EVERY = 25;
/** Commits of the branch `work`, which `main` does not have. */
const WORK = 500;

/**
 * Creates a repository with 200 specs and `count` commits, of which 1 % name a spec. `main` is 500 commits behind the current
 * branch, and the tag `early` is a fifth of all commits behind.
 */
export function historyIn(folder: string, count: number): string {
  const root = specTree(folder, 200);
  if (existsSync(join(root, '.git/made'))) return root;
  const specs = readdirSync(join(root, 'specs')).filter((name) => /^\d/.test(name));
  git(root, ['fast-import', '--quiet', '--force'], script(specs, count));
  git(root, ['checkout', '-q', '-f', 'work']);
  git(root, ['commit-graph', 'write', '--reachable']);
  writeFileSync(join(root, '.git/made'), '');
  return root;
}

/** Returns the input of `git fast-import`. */
function script(specs: readonly string[], count: number): string {
  const hot = Array.from({ length: HOT_LINES }, (_, line) => `line ${String(line)}`);
  const parts: string[] = [];
  const begin = Date.UTC(2020, 0, 1) / 1000;
  for (let i = 1; i <= count; i += 1) {
    const spec = specs[Math.floor(i / NAMING_EVERY) % specs.length] ?? '';
    const isNaming = i % NAMING_EVERY === 0;
    const isSide = i % MERGE_EVERY === 1 && i > 1;
    const isMerge = i % MERGE_EVERY === 4 && i > MERGE_EVERY;
    const branch = i > count - WORK ? 'work' : 'main';
    const at = `${String(begin + i * 600)} +0000`;
    const message = `Change ${String(i)} of the program\n\nA body that says in a sentence or two why the change was needed.\n${isNaming ? `\nSpec: ${spec.slice(0, 3)}\n` : ''}`;
    parts.push(
      `commit refs/heads/${isSide ? 'side' : branch}\nmark :${String(i)}\n`,
      `author Person ${String(i % 20)} <p${String(i % 20)}@example.org> ${at}\ncommitter Kim <kim@example.org> ${at}\n`,
      data(message),
      i === 1
        ? 'from refs/heads/main^0\n'
        : `from :${String(isSide ? i - 1 : i % MERGE_EVERY === 2 && i > 2 ? i - 2 : i - 1)}\n`,
      ...(isMerge ? [`merge :${String(i - 3)}\n`] : []),
    );
    if (i % 50 === 10) {
      hot[(i * 31) % HOT_LINES] = `line written by ${String(i)}`;
      parts.push(`M 100644 inline ${HOT_FILE}\n`, data(`${hot.join('\n')}\n`));
    }
    // Some commits change a spec, so that the specs folder has many versions.
    if (i % 300 === 0) parts.push(`M 100644 inline specs/${spec}/notes.md\n`, data(`Note ${String(i)}\n`));
    const file = (i * 37) % FILES;
    parts.push(
      `M 100644 inline src/part${String(file % FOLDERS)}/file${String(file)}.ts\n`,
      data(`export const value = ${String(i)};\n`),
    );
    if (i === Math.floor(count * 0.8)) parts.push(`reset refs/tags/early\nfrom :${String(i)}\n`);
    if (i === count - WORK) parts.push(`reset refs/heads/work\nfrom :${String(i)}\n`);
  }
  return parts.join('');
}

function data(text: string): string {
  return `data ${String(Buffer.byteLength(text))}\n${text}\n`;
}

function git(root: string, args: readonly string[], input = ''): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, input, stdio: ['pipe', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${String(stderr)}`);
}
