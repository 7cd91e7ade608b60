import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pause, PseudoTerminal } from '../pseudoTerminal.js';
import { pictureOf } from './terminalPicture.js';

// Records a session of `ui` as docs/images/board-terminal.cast (asciinema, version 2) and draws one of its screens: npm run record
const [COLUMNS, ROWS] = [112, 30];
/** The step after which the picture is drawn: both criteria are ticked. */
const PICTURE_AT = 7;
const images = resolve('docs/images');
const program = resolve('dist/bin/spectool.cjs');
const shop = mkdtempSync(join(tmpdir(), 'spectool-recording-'));
const env = { SPECTOOL_ACTOR: 'kim', EDITOR: 'true' };

const spectool = (...args: readonly string[]) =>
  execFileSync(process.execPath, [program, ...args], { cwd: shop, env: { ...process.env, ...env } });

function typed(text: string, ms: number): readonly (readonly [keys: string, ms: number])[] {
  return text.split('').map((key) => [key, ms]);
}

/** The steps: keys, and the pause after each. */
const STEPS: readonly (readonly [keys: string, ms: number])[] = [
  ['', 1500],
  ['j', 900],
  ['k', 900],
  ['s', 2200],
  ['x', 900],
  [' ', 500],
  ['j', 400],
  [' ', 700],
  ['\r', 900],
  ['j', 600],
  ['\r', 800],
  ...typed('refunds a card', 60),
  ['\r', 2200],
  ['s', 2200],
  ['u', 2000],
  ['\x1b', 900],
  ['/', 600],
  ...typed('login', 120),
  ['\r', 1200],
  ['\x1b', 600],
  ['\x1b', 600],
  ['?', 2200],
  ['\x1b', 600],
  ['q', 500],
];

/** The specs of a small shop: title, priority, problem, criteria, and further flags. */
const SPECS: readonly (readonly [string, string, string, readonly string[], ...string[]])[] = [
  [
    'User login',
    'high',
    'Customers cannot see their orders.',
    ['A customer sees only own orders', 'Five wrong passwords lock the account'],
  ],
  [
    'Refunds',
    'critical',
    'Customers who send goods back wait three weeks for their money.',
    ['A scanned parcel starts the refund', 'The customer gets a mail with the day'],
  ],
  [
    'Search by photo',
    'low',
    'People have a picture of what they want, and no words.',
    ['A photo of a shoe finds shoes'],
  ],
  [
    'Invoice archive',
    'medium',
    'Support cannot find old invoices.',
    ['An invoice of 2019 is found'],
    '--depends-on',
    '2',
  ],
  [
    'Gift cards',
    'medium',
    'Half of the questions in December are about gift cards.',
    ['A card is used in two orders'],
    '--depends-on',
    '1,2',
  ],
  [
    'Faster checkout',
    'high',
    'A third of the customers leave in the checkout.',
    ['Paying needs two screens'],
  ],
];

execFileSync('git', ['init', '-q'], { cwd: shop });
spectool('init', '-y', '--agent-tools', 'none');
for (const [title, priority, problem, criteria, ...more] of SPECS) {
  const boxes = criteria.map((one) => `- [ ] ${one}\n`).join('');
  const body = `## Problem\n\n${problem}\n\n## Success Criteria\n\n${boxes}`;
  writeFileSync(join(shop, 'text.md'), body);
  spectool('create', title, '--priority', priority, '--body', 'text.md', ...more);
}
spectool('update', '6', '--status', 'in-progress');
spectool('check', '6', '1', '--test', 'two screens');
spectool('update', '6', '--status', 'complete');
spectool('update', '1', '--status', 'in-progress');

const start = performance.now();
const events: string[] = [];
let shown = '';
const terminal = new PseudoTerminal(
  `node ${program} ui`,
  { cwd: shop, columns: COLUMNS, rows: ROWS, env },
  (output, at) => {
    shown += output;
    events.push(JSON.stringify([(at - start) / 1000, 'o', output]));
  },
);
await terminal.shows('filter');
let picture = '';
for (const [i, [keys, ms]] of STEPS.entries()) {
  if (keys !== '') terminal.types(keys);
  await pause(ms);
  if (i === PICTURE_AT) picture = shown;
}
await terminal.ended;
const header = { version: 2, width: COLUMNS, height: ROWS, title: 'spectool ui' };
writeFileSync(join(images, 'board-terminal.cast'), `${[JSON.stringify(header), ...events].join('\n')}\n`);
writeFileSync(join(images, 'board-terminal.svg'), pictureOf(picture, COLUMNS, ROWS));
rmSync(shop, { recursive: true, force: true });
