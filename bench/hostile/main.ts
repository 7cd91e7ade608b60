import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The worst that is known for readers of text: each is repeated to the size. */
const INPUTS: Readonly<Record<string, string>> = {
  'comments that never end': '<!--',
  'a picture in base64': 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3',
  'one line of words': 'word ',
  'one word': 'a',
  'one word of ideographs': '漢字',
  'combining marks': '\u0301',
  'joined emoji': '👩‍💻',
  brackets: '[',
  'links that never end': '[](',
  'link definitions': '[a]: b\n',
  'code that never ends': '`a``',
  fences: '```\n',
  'underlined headings': 'a\n===\n',
  'rows of tables': '|a|b|\n|-|-|\n',
  emphasis: '*a_',
  boxes: '- [ ] a\n',
  'conflict marks': '<<<<<<< a\n=======\n',
  blanks: ' ',
  'carriage returns': '\r',
  'lines with colons': 'a:b\n',
};
const COMMANDS = ['list', 'view 1', 'search word', 'tokens', 'validate'];

const argument = (name: string, standard: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? standard;
const sizes = argument('mb', '1,2,4,8').split(',').map(Number);
const inputs = Object.entries(INPUTS).filter(([name]) => name.includes(argument('only', '')));
const program = resolve('dist/bin/spectool.cjs');

function milliseconds(cwd: string, command: string): string {
  const start = performance.now();
  const { stderr, signal } = spawnSync(process.execPath, [program, ...command.split(' '), '--no-cache'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: 60_000,
  });
  const took = String(Math.round(performance.now() - start));
  return signal !== null ? 'over 60 s' : stderr.includes('[INTERNAL]') ? `${took} INTERNAL` : took;
}

console.log(`| input | command | ${sizes.map((mb) => `${String(mb)} MB`).join(' | ')} |`);
console.log(`|---|---|${sizes.map(() => '---:').join('|')}|`);
for (const [name, unit] of inputs) {
  const root = mkdtempSync(join(tmpdir(), 'spectool-hostile-'));
  spawnSync(process.execPath, [program, 'init', '-y'], { cwd: root });
  mkdirSync(join(root, 'specs/001-big'), { recursive: true });
  const rows = COMMANDS.map(() => [] as string[]);
  for (const mb of sizes) {
    const bytes = mb * 1024 * 1024;
    const body = unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
    const head = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Big\n\n## Problem\n\n';
    writeFileSync(join(root, 'specs/001-big/README.md'), `${head}${body}\n`);
    for (const [i, command] of COMMANDS.entries()) rows[i]?.push(milliseconds(root, command));
  }
  for (const [i, command] of COMMANDS.entries())
    console.log(`| ${name} | \`${command}\` | ${rows[i]?.join(' | ') ?? ''} |`);
  rmSync(root, { recursive: true, force: true });
}
