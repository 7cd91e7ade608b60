// Shows in a temporary project what spectool is for: runs the built program, and prints each command with its output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const text = (problem, solution, criteria) =>
  `## Problem\n\n${problem}\n\n## Solution\n\n${solution}\n\n## Success Criteria\n\n${criteria.map((one) => `- [ ] ${one}\n`).join('')}`;
const SPECS = [
  [
    'Refunds',
    ['--priority', 'high', '--tags', 'billing'],
    text(
      'Customers who send goods back wait three weeks for a refund.',
      'A refund begins when the parcel is scanned.',
      ['A scanned parcel starts the refund'],
    ),
  ],
  [
    'Invoice archive',
    ['--depends-on', '1'],
    text('Support cannot find old invoices.', 'One archive for all years.', ['An invoice of 2019 is found']),
  ],
];
const program = join(import.meta.dirname, '../dist/bin/spectool.cjs');
const project = mkdtempSync(join(tmpdir(), 'spectool-quickstart-'));
const { isTTY = false, columns = 100 } = process.stdout;
const bold = (line) => (isTTY ? `\u001b[1m${line}\u001b[0m` : line);
const env = { ...process.env, COLUMNS: String(columns), ...(isTTY && { FORCE_COLOR: '1' }) };

/** Runs spectool, and returns its output. Ends this program if the exit code is not the expected one. */
function spectool(args, isRefused = false) {
  const options = { cwd: project, env, encoding: 'utf8' };
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (error) throw error;
  if ((status !== 0) === isRefused) return stdout + stderr;
  process.stderr.write(`${stdout}${stderr}\nquickstart: ${args.join(' ')}: exit code ${status}\n`);
  process.exit(1);
}

function show(note, args, output) {
  const words = args.map((arg) => (/^[\w.,=-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ');
  process.stdout.write(`\n${bold(`$ spectool ${words}`)}   # ${note}\n${output.trimEnd()}\n`);
}

const step = (note, ...args) => show(note, args, spectool(args));
const refused = (note, ...args) => show(note, args, spectool(args, true));
/** Shows the columns of the board, without the figures below them. */
const board = (note) => show(note, ['board'], spectool(['board']).split(/^.*Health/m)[0]);

spawnSync('git', ['init', '--quiet'], { cwd: project });
spectool(['init', '-y', '--name', 'demo']);
for (const [title, flags, body] of SPECS) {
  writeFileSync(join(project, 'text.md'), body);
  spectool(['create', title, ...flags, '--body', 'text.md']);
}
board('two specs; the second waits for the first');
step('finds meaning: no spec has these words', 'search', 'money back');
spectool(['update', '1', '--status', 'in-progress']);
refused('refused, and nothing is changed', 'update', '1', '--status', 'complete');
step('a criterion, with its proof', 'check', '1', '1', '--test', 'scan starts the refund');
step('now it is complete', 'update', '1', '--status', 'complete');
step('every change can be undone', 'undo');
spectool(['update', '1', '--status', 'complete']);
board('completed again: the second is ready');
step('the project as one page', 'export', 'html');
process.stdout.write(
  `\nOpen ${join(project, 'spectool.html')}\nYour own project begins with \`spectool init\`. This one stays until you delete it.\n`,
);
