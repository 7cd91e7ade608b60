// Counts the files and functions that one command runs, and its calls between folders: `npm run way`, or
// `node scripts/way.mjs FOLDER` for another checkout.
// Every file of src runs by itself, and every named function and method counts its calls. The change is
// `update 1 --status complete --force --reason x` in a git project of one spec in progress with text and one criterion.
// A file or function counts if its body ran; a hand-over is a call whose nearest named caller is in another room, and a room is the
// first two folders below src. Calls into domain/value are not counted. `--list` prints the files with their functions, `--pairs` the
// pairs of rooms with their hand-overs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const root = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? process.cwd();
const work = mkdtempSync(join(tmpdir(), 'way-'));
const COUNTS = join(work, 'counts.json');
const fileOf = (id) => id.split('#')[0];

try {
  build();
  const project = join(work, 'project');
  prepare(project);
  print(
    `update of one spec`,
    counted(project, ['update', '1', '--status', 'complete', '--force', '--reason', 'x']),
  );
  print(`list`, counted(project, ['list']));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Writes every module of src as JavaScript that reports which functions ran. */
function build() {
  const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const path of files) {
    const to = join(work, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (!path.endsWith('.ts')) {
      cpSync(join(root, path), to);
      continue;
    }
    const { outputText } = ts.transpileModule(readFileSync(join(root, path), 'utf8'), {
      fileName: path,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: false,
      },
    });
    writeFileSync(to, counting(path, outputText));
  }
  for (const name of ['templates', 'node_modules', 'plugin', 'schemas', 'docs'])
    symlinkSync(join(root, name), join(work, name));
  writeFileSync(join(work, 'package.json'), readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(work, 'counter.cjs'),
    `const calls = new Map();
     let caller;
     globalThis.__enter = (id) => {
       calls.set(caller + '>' + id, (calls.get(caller + '>' + id) ?? 0) + 1);
       const before = caller;
       caller = id;
       return before;
     };
     globalThis.__leave = (before) => { caller = before; };
     process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(COUNTS)}, JSON.stringify([...calls])));`,
  );
  writeFileSync(
    join(work, 'run.mjs'),
    `import { main } from './src/composition/bin/program.js';
     process.exitCode = await main('0.0.0');`,
  );
}

/** Returns the text of a module in which every named function says when it begins and ends. */
function counting(path, text) {
  const source = ts.createSourceFile('x.js', text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const visit = (node, given) => {
    const name = ts.isConstructorDeclaration(node) ? `${node.parent.name?.text}.constructor` : given;
    const isCounted = ts.isFunctionLike(node) && node.body !== undefined && name !== undefined;
    const [open, close] = isCounted && !ts.isBlock(node.body) ? [' return (', ')'] : ['', ''];
    const enter = `{ const __before = globalThis.__enter(${JSON.stringify(`${path}#${name}`)}); try {`;
    if (isCounted) edits.push([node.body.getStart(), enter + open]);
    ts.forEachChild(node, (child) => {
      const isNamed =
        ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
      const outer = isNamed && child === node.initializer ? node.name : undefined;
      visit(child, (child.name ?? outer)?.text);
    });
    // Behind the ends of the functions within, which may stand at the same place.
    if (isCounted) edits.push([node.body.getEnd(), `${close} } finally { globalThis.__leave(__before); } }`]);
  };
  visit(source);
  return edits
    .sort(([one], [other]) => one - other)
    .reduceRight((all, [at, more]) => all.slice(0, at) + more + all.slice(at), text);
}

function spectool(project, words) {
  execFileSync(process.execPath, ['--require', join(work, 'counter.cjs'), join(work, 'run.mjs'), ...words], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SPECTOOL_ACTOR: 'kim', NO_COLOR: '1' },
  });
}

function prepare(project) {
  mkdirSync(project);
  const git = (...words) => execFileSync('git', words, { cwd: project, stdio: 'ignore' });
  git('init', '-b', 'main');
  git('config', 'user.name', 'kim');
  git('config', 'user.email', 'kim@example.com');
  spectool(project, ['init']);
  writeFileSync(
    join(project, 'text.md'),
    '# A login page\n\n## Problem\n\nNobody can log in.\n\n## Success Criteria\n\n- [ ] Somebody can log in\n',
  );
  spectool(project, ['create', 'a login page', '--body', 'text.md']);
  rmSync(join(project, 'text.md'));
  git('add', '-A');
  git('commit', '-m', 'Begin', '--no-verify');
  spectool(project, ['update', '1', '--status', 'in-progress']);
}

/** Runs a command. @returns how often each function called which. */
function counted(project, words) {
  spectool(project, words);
  const roomOf = (id) => fileOf(id).split('/').slice(1, -1).slice(0, 2).join('/');
  const [files, functions, pairs, handed] = [new Set(), new Map(), new Map(), new Map()];
  let handOvers = 0;
  for (const [edge, calls] of JSON.parse(readFileSync(COUNTS, 'utf8'))) {
    const [from, to] = edge.split('>');
    if (to.startsWith('src/domain/value/')) continue;
    files.add(fileOf(to));
    functions.set(to, (functions.get(to) ?? 0) + calls);
    if (from === 'undefined' || from.startsWith('src/domain/value/') || roomOf(from) === roomOf(to)) continue;
    const pair = `${roomOf(from)} → ${roomOf(to)}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + calls);
    handed.set(pair, [...(handed.get(pair) ?? []), [calls, `${from} → ${to}`]]);
    handOvers += calls;
  }
  return { files, functions, pairs, handed, handOvers };
}

function print(what, { files, functions, pairs, handed, handOvers }) {
  console.log(
    `${what}: ${files.size} files, ${functions.size} functions, ${pairs.size} pairs of rooms, ${handOvers} hand-overs`,
  );
  const byCalls = ([, one], [, other]) => other - one;
  if (process.argv.includes('--list'))
    for (const file of [...files].sort()) {
      const ran = [...functions].filter(([id]) => fileOf(id) === file).sort(byCalls);
      console.log(
        `${relative('src', file)}: ${ran.map(([id, calls]) => `${id.slice(file.length + 1)} ${calls}`).join(', ')}`,
      );
    }
  if (process.argv.includes('--pairs'))
    for (const [pair, calls] of [...pairs].sort(byCalls)) {
      console.log(`${String(calls).padStart(6)}  ${pair}`);
      for (const [times, call] of handed.get(pair))
        console.log(`${String(times).padStart(12)}  ${call.replaceAll('src/', '')}`);
    }
}
