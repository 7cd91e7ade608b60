import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzzProperty.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { type Ran, run } from '../support/runProgram.js';

const FAILING = fileURLToPath(new URL('../support/children/failAtPath.cjs', import.meta.url));
const READING = [
  ...['list', 'list --all --json', 'list --where status=planned', 'board', 'board --json', 'prime', 'next'],
  ...['search word', 'search word --json', 'deps', 'deps --json', 'stats', 'tokens', 'validate'],
  ...['history', 'history 1', 'criteria 1', 'view 3', 'export json --all', 'export html --all --out -'],
];
const WRITING = [
  ...['create new', 'create new --depends-on 2', 'update 1 --priority low', 'update 1-2 --add-tag z'],
  ...['update 1 --title Other', 'claim 1', 'next --claim', 'release 3', 'add-criterion 1 nice', 'check 1 1'],
  ...['note 1 seen', 'archive 1', 'unarchive delta', 'renumber 1', 'delete 2 --reason x --force', 'undo'],
  ...['compact', 'validate --fix', 'init -y', 'config set rules.SIZE off', 'import flat adr --apply'],
];

let original: string;
let root: string;
const truths = new Map<string, { ran: Ran; after: string; seen: readonly string[] }>();

beforeAll(() => {
  const box = new GitSandbox();
  root = box.root;
  const ok = (line: string, input = '') =>
    expect(run(root, line.split(' '), { input })).toMatchObject({ status: 0 });
  ok('init -y --agent-tools none');
  ok('create alpha --tags x,y --body -', '# Alpha\n\nword\n\n## Success Criteria\n\n- [ ] it works\n');
  ok('create beta --depends-on 1 --body -', '# Beta\n\n[a](../001-alpha/README.md) word\n');
  ok('create gamma --depends-on 2');
  ok('create delta');
  ok('archive delta');
  box.write('specs/001-alpha/DESIGN.md', '# Design\n\n[b](../002-beta/README.md) word\n');
  box.write('specs/group/005-deep/README.md', '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Deep\n');
  box.write('adr/0001-x.md', '# X\n\nStatus: accepted\n').commit('base');
  ok('claim 3');
  original = `${root}-whole`;
  cpSync(root, original, { recursive: true, preserveTimestamps: true });
});

/** Returns all files of the project as one text, in which random ids are replaced so that two runs can be compared. */
function tree(): string {
  const files = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/\.git\/|\/\.spectool\/(?:replaced|locks|tmp)\//.test(path));
  return files
    .map((path) => withoutIds(`${path}\n${readFileSync(path, 'latin1')}`))
    .sort()
    .join('\n');
}

const differences = (one: string, other: string) => {
  const [left, right] = [one.split('\n'), other.split('\n')];
  return [left.filter((line) => !right.includes(line)), right.filter((line) => !left.includes(line))];
};

const withoutIds = (text: string) => text.replaceAll(/\b[0-9a-z]{16}\b|\b[0-9a-f]{10,}\b/g, 'ID');

function failing(line: string, env: Record<string, string>): Ran {
  rmSync(root, { recursive: true });
  cpSync(original, root, { recursive: true, preserveTimestamps: true });
  const settings = { NODE_OPTIONS: `--require ${FAILING}`, FAIL_BELOW: root, FAIL_CODE: 'EIO' };
  return run(root, line.split(' '), { env: { SPECTOOL_NOW: '2026-11-24T12:00:00Z', ...settings, ...env } });
}

function truthOf(line: string) {
  const known = truths.get(line);
  if (known !== undefined) return known;
  const list = `${root}-seen`;
  const ran = failing(line, { FAIL_SEEN: list });
  const seen = readFileSync(list, 'utf8')
    .split('\n')
    // Leaves out the files of git, because other tests make them unreadable.
    .filter((path) => !`${path}/`.startsWith(join(root, '.git/')));
  const truth = { ran, after: tree(), seen };
  truths.set(line, truth);
  return truth;
}

it('every command names an unreadable file that affects its output, and changes nothing when it fails', async () => {
  const isRead = new Set(READING);
  const rounds = fc.asyncProperty(
    fc.constantFrom(...READING, ...WRITING),
    fc.nat(),
    fc.constantFrom('content', 'all'),
    async (line, at, what) => {
      const truth = truthOf(line);
      const path = truth.seen[at % truth.seen.length] ?? '';
      const { status, stdout, stderr } = failing(line, { FAIL_PATH: path, FAIL_WHAT: what });
      const told = stdout + stderr;
      const where = { line, path: path.slice(root.length + 1), what, status, told };
      expect({ ...where, isCoded: [0, 1, 2, 3, 4].includes(status ?? -1) }).toMatchObject({ isCoded: true });
      expect(where.told).not.toMatch(/INTERNAL|made to fail|\n {4}at /);
      const folder = basename(dirname(path));
      const names = [basename(path), folder, folder.split('-')[0] ?? ''];
      const isNamed =
        names.some((name) => told.includes(name)) && /cannot be read|cannot read|not read/i.test(told);
      const after = tree();
      if (status !== truth.ran.status) {
        if (!isRead.has(line) && status !== 0)
          expect({ ...where, after }).toEqual({ ...where, after: before });
        return;
      }
      // `view` may print less without an error, because it finds the dependents of a spec only in specs that can be read.
      if (line.startsWith('view') && !path.includes('gamma')) return;
      // A spec that cannot be read keeps its references to the moved folder, and `validate` names both.
      if (line.startsWith('renumber') && !path.includes('alpha')) return;
      const isSame = withoutIds(stdout) === withoutIds(truth.ran.stdout);
      const isTold = (isSame && after === truth.after) || isNamed;
      const seen = isTold ? {} : { stdout: truth.ran.stdout, tree: differences(after, truth.after) };
      expect({ ...where, ...seen, isTold }).toEqual({ ...where, isTold: true });
    },
  );
  const before = (rmSync(root, { recursive: true }), cpSync(original, root, { recursive: true }), tree());
  await fuzz(rounds, 150);
});
