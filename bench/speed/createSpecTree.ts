import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontmatterDigest } from '../../src/domain/log/digests.js';
import {
  encodeRecord,
  recordFileName,
  sealRecord,
} from '../../src/domain/log/records/recordOrderAndFormat.js';
import type { LogRecord, NewRecord } from '../../src/domain/log/records/record.js';
import type { JsonObject } from '../../src/domain/value/jsonValue.js';
import { RandomWords } from './randomWords.js';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const STATUSES = ['planned', 'planned', 'in-progress', 'complete', 'complete', 'complete'];
const ASSIGNEES = ['ana', 'bo', 'chen', 'dara', 'eli'];
/** The spec that measured commands change: planned, because a complete one cannot be claimed. */
const CHANGED = 5;
const PRIORITIES = ['low', 'medium', 'medium', 'high', 'critical'];

/**
 * Creates a git project of `count` specs: realistic frontmatter, texts of 1 to 6 KB with a long-tailed vocabulary, one to three
 * log records each, every tenth spec archived. The same count gives the same tree.
 * @param records the number of records of all specs together, if there are more: each is a file, as before `spectool compact`.
 */
export function specTree(folder: string, count: number, records = 0): string {
  const root = join(folder, `specs-${String(count)}${records > 0 ? `-${String(records)}` : ''}`);
  if (existsSync(join(root, '.git/index'))) return root;
  const words = new RandomWords(count);
  write(root, '.spectool/config.json', '{}\n');
  write(root, '.spectool/.gitignore', '/cache/\n/locks/\n/numbers/\n/tmp/\n');
  write(root, '.spectool/templates/spec-template.md', '# {title}\n\n## Problem\n\n## Success Criteria\n');
  for (let sequence = 1; sequence <= count; sequence += 1) writeSpec(root, words, sequence, records / count);
  git(root, 'init', '-q', '-b', 'main');
  // Automatic garbage collection would run in the background while the tree is copied or measured.
  git(root, 'config', 'gc.auto', '0');
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'specs');
  return root;
}

function writeSpec(root: string, words: RandomWords, sequence: number, most: number): void {
  const name = words.some(2, 4).join('-');
  const ref = `${String(sequence).padStart(3, '0')}-${name}`;
  const id = `s${sha256(`bench ${String(sequence)}`).slice(0, 15)}`;
  const created = new Date(Date.UTC(2023, 0, 1) + sequence * 3_600_000 * 2).toISOString();
  const tags = [...new Set([words.tag(), words.tag(), words.tag()])];
  const drawn = words.one(STATUSES);
  const status = sequence === CHANGED ? 'planned' : drawn;
  const archived = sequence % 10 === 0;
  const title = sentence(words.some(3, 7));
  let frontmatter: JsonObject = {
    status: 'planned',
    created: created.slice(0, 10),
    priority: words.one(PRIORITIES),
    tags,
    assignee: words.one(ASSIGNEES),
    id,
  };
  if (sequence > 20 && sequence % 7 === 0) frontmatter = { ...frontmatter, depends_on: [] };
  const labels = { sequence, name, ref, archived };
  const records: LogRecord[] = [];
  const record = (command: string, events: NewRecord['events'], after: JsonObject) => {
    const parents = records.slice(-1).map((last) => last.id);
    const at = new Date(
      Date.parse(created) + (records.length * 86_400_000) / Math.max(1, most / 3),
    ).toISOString();
    const lamport = sequence * Math.max(3, most) + records.length;
    const digest = frontmatterDigest({ ...after, updated: at.replace(/\.\d+Z$/, 'Z') }, sha256);
    const base = { spec: id, lamport, parents, actor: 'bench', at, command, nonce: String(lamport) };
    records.push(sealRecord({ ...base, digest, events }, sha256));
  };
  const begun = { ...labels, archived: false, title, frontmatter };
  record('create', [{ type: 'SpecCreated', data: begun }], frontmatter);
  if (status !== 'planned') {
    const data = { from: 'planned', to: status };
    frontmatter = { ...frontmatter, status };
    record('update', [{ type: 'StatusChanged', data }], frontmatter);
  }
  while (records.length < most - Number(archived)) {
    const [from, to] = [
      frontmatter['assignee'] ?? '',
      words.one(ASSIGNEES.filter((name) => name !== frontmatter['assignee'])),
    ];
    frontmatter = { ...frontmatter, assignee: to };
    record('update', [{ type: 'FieldsChanged', data: { changes: { assignee: { from, to } } } }], frontmatter);
  }
  if (archived) record('archive', [{ type: 'SpecArchived', data: {} }], frontmatter);
  const updated = records.at(-1)?.at?.replace(/\.\d+Z$/, 'Z') ?? '';
  for (const one of records) {
    write(root, `.spectool/log/${id}/${recordFileName(one)}`, encodeRecord(one));
  }
  const path = `specs/${archived ? 'archived/' : ''}${ref}/README.md`;
  write(root, path, document({ ...frontmatter, updated }, title, words));
}

function document(frontmatter: JsonObject, title: string, words: RandomWords): string {
  const fields = Object.entries(frontmatter).map(([key, value]) =>
    Array.isArray(value)
      ? `${key}: [${value.join(', ')}]`
      : `${key}: ${JSON.stringify(value).replaceAll('"', '')}`,
  );
  const paragraph = () => `${sentence(words.some(30, 90))}.\n`;
  const criteria = [1, 2, 3].map(() => `- [ ] ${sentence(words.some(5, 12))}\n`).join('');
  return [
    `---\n${fields.join('\n')}\n---\n`,
    `# ${title}\n`,
    `## Problem\n\n${paragraph()}`,
    `## Solution\n\n${paragraph()}\n${paragraph()}`,
    `### ${sentence(words.some(2, 4))}\n\n${paragraph()}\n\`\`\`ts\nconst ${words.one(['a', 'b'])} = ${words.some(1, 1).join()}();\n\`\`\`\n`,
    `## Success Criteria\n\n${criteria}`,
  ].join('\n');
}

function sentence([first = '', ...rest]: readonly string[]): string {
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

function write(root: string, path: string, text: string): void {
  const place = join(root, path);
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, text);
}

function git(root: string, ...args: readonly string[]): void {
  const { status } = spawnSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
}
