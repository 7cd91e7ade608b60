// Prints the size of the program by folder: `npm run size`, or `node scripts/size.mjs FOLDER` for another checkout.
// `--check` compares the lines of code of each room (the first two folders below src) with docs/lab/budget.json and exits with 1 if
// one has more; `--budget` writes
// the budgets, 3 % above what stands. A commit that raises a budget says in its body what the lines buy.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const [mode = ''] = process.argv.filter((word) => word.startsWith('--'));
const root = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? process.cwd();
const BUDGETS = join(root, 'docs/lab/budget.json');
const ALLOWANCE = 1.03;
// Generated tables, which are data and not counted as code.
const GENERATED = new Set(['src/domain/search/related/relatedWordsTable.ts']);
const files = execFileSync('git', ['ls-files', 'src', 'scripts', 'bench'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|mjs|cjs)$/.test(path) && !GENERATED.has(path));

const rooms = new Map();
for (const path of files) {
  const size = sizeOf(readFileSync(join(root, path), 'utf8'));
  for (const room of roomsOf(path)) {
    const sum = rooms.get(room) ?? { files: 0, lines: 0, code: 0, tokens: 0 };
    sum.files += 1;
    for (const key of Object.keys(size)) sum[key] += size[key];
    rooms.set(room, sum);
  }
}

/** Lines of code of each room: a room is the first two folders below src. */
const code = Object.fromEntries(
  [...rooms]
    .filter(([room]) => /^src\/\w+\/\w+$/.test(room))
    .map(([room, sum]) => [room.slice('src/'.length), sum.code])
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
if (mode === '--check') check(JSON.parse(readFileSync(BUDGETS, 'utf8')));
else if (mode === '--budget') {
  const budgets = Object.entries(code).map(([room, lines]) => [room, Math.ceil(lines * ALLOWANCE)]);
  writeFileSync(BUDGETS, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`);
} else print();

function check(budgets) {
  const over = Object.entries(code).filter(([room, lines]) => lines > (budgets[room] ?? 0));
  const gone = Object.keys(budgets).filter((room) => !(room in code));
  for (const [room, lines] of over)
    console.error(`${room}: ${lines} lines of code, budget ${budgets[room] ?? 'missing'}`);
  for (const room of gone) console.error(`${room}: no such room; remove its budget`);
  if (over.length + gone.length > 0) {
    console.error(
      'Make the room smaller, or change docs/lab/budget.json and say in the commit what the lines buy.',
    );
    process.exitCode = 1;
  }
}

function print() {
  const COLUMNS = ['files', 'lines', 'code', 'tokens'];
  console.log(['room'.padEnd(24), ...COLUMNS.map((name) => name.padStart(9))].join(''));
  for (const [room, sum] of [...rooms].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(
      [room.padEnd(24), ...COLUMNS.map((name) => sum[name].toLocaleString('en').padStart(9))].join(''),
    );
  }
}

/**
 * Returns the folders that a file counts for, up to three levels: `src/adapters/git/x.ts` counts for `src`, `src/adapters`
 * and `src/adapters/git`.
 */
function roomsOf(path) {
  const folders = path.split('/').slice(0, -1);
  return [1, 2, 3].flatMap((depth) => (depth <= folders.length ? [folders.slice(0, depth).join('/')] : []));
}

/**
 * Returns the number of lines with code, and the number of tokens in them as scanned by TypeScript; imports are not counted.
 */
function sizeOf(text) {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const code = new Set();
  let tokens = 0;
  const count = (node, isImport) => {
    const inImport = isImport || ts.isImportDeclaration(node);
    const children = node
      .getChildren(source)
      .filter(
        (child) => child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode,
      );
    if (children.length === 0 && node.getWidth(source) > 0) {
      if (!inImport) {
        tokens += 1;
        const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
        const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
        for (let line = first; line <= last; line += 1) code.add(line);
      }
    }
    for (const child of children) count(child, inImport);
  };
  count(source, false);
  return { lines: text.split('\n').length - 1, code: code.size, tokens };
}
