import fc from 'fast-check';
import type { Outcome } from '../../test/support/runInProcess.js';
import { MemoryProject } from '../../test/support/memoryProject.js';
import { realDocuments } from '../../test/support/realDocuments.js';
import { mutated, oddText } from './mutateText.js';

export interface Target {
  readonly name: string;
  readonly property: fc.IAsyncProperty<unknown>;
}

const SAMPLES = [
  '---\nstatus: planned\ncreated: 2026-01-05\npriority: high # why\ntags: [auth, "two words"]\nassignee: kim\ndepends_on:\n  - 002-other\nx: {a: [1, 2]}\n---\n\n# User login\n\n## Problem\n\nText with `code`, [a link](DESIGN.md) and 日本語.\n\n```yaml\n---\nstatus: no\n---\n```\n\n## Success Criteria\n\n- [ ] one\n- [x] two\n',
  '\ufeff---\r\nstatus: "in-progress"\r\ncreated: 2026-01-05\r\nnotes: |\r\n  many\r\n  lines\r\n---\r\n\r\nTitle\r\n=====\r\n\r\ntext\r\n',
];
const documents = [...SAMPLES, ...realDocuments().map(({ text }) => text.slice(0, 6000))];
const CONFIGURATIONS = [
  '{\n  "template": "spec-template.md",\n  "specsDir": "specs",\n  "structure": { "pattern": "flat", "prefix": "{YYYYMMDD}-", "sequenceDigits": 3 },\n  "frontmatter": { "custom": { "sprint": "number" } },\n  "variables": { "team": "core" }\n}\n',
];
const LOOKING = [
  ['list', '--all'],
  ['board'],
  ['view', '1'],
  ['deps'],
  ['next'],
  ['stats'],
  ['history'],
  ['validate'],
  ['tokens'],
];
/** Matches control characters that a terminal could interpret, except line breaks and tabs. */
const OBEYED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

function sound(what: string, { code, stdout, stderr }: Outcome): void {
  if (![0, 1, 2, 3, 4].includes(code) || /INTERNAL/.test(stderr))
    throw new Error(`${what}: ${String(code)} ${stderr}`);
  const obeyed = OBEYED.exec(stdout + stderr);
  if (obeyed !== null) throw new Error(`${what} prints ${JSON.stringify(obeyed[0])}`);
}

async function look(project: MemoryProject): Promise<void> {
  for (const command of LOOKING) sound(command.join(' '), await project.run(command));
  const { stdout } = await project.run(['list', '--all', '--json', '--limit', '100000']);
  if (stdout !== '') JSON.parse(stdout);
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('\n---', 3) + 4);
}

const READ = '.spectool/log';

export const TARGETS: readonly Target[] = [
  {
    name: 'documents',
    property: fc.asyncProperty(mutated(documents), async (text) => {
      const project = new MemoryProject();
      project.files.write('specs/001-a/README.md', text);
      project.spec('002-other', 'status: planned\ncreated: 2026-01-05');
      await look(project);
      const { specs } = JSON.parse(
        (await project.run(['list', '--all', '--json', '--limit', '100000'])).stdout,
      ) as {
        specs: { ref: string }[];
      };
      if (!specs.some(({ ref }) => ref === '001-a')) throw new Error('the spec vanished');
      const before = project.files.readText('specs/001-a/README.md');
      const changed = await project.run(['update', '001-a', '--priority', 'low', '--add-tag', 'x']);
      sound('update', changed);
      const after = project.files.readText('specs/001-a/README.md') ?? '';
      if (changed.code !== 0 && after !== before) throw new Error('a refused update changed the document');
      if (changed.code === 0 && bodyOf(after) !== bodyOf(before ?? ''))
        throw new Error('an update changed the text');
      if (changed.code === 0) sound('undo', await project.run(['undo']));
    }),
  },
  {
    name: 'configurations',
    property: fc.asyncProperty(mutated(CONFIGURATIONS), async (text) => {
      const project = new MemoryProject();
      project.spec('001-a', 'status: planned\ncreated: 2026-01-05');
      project.files.write('.spectool/config.json', text);
      sound('list', await project.run(['list']));
      sound('create', await project.run(['create', 'b']));
      sound('init', await project.run(['init', '-y']));
    }),
  },
  {
    name: 'log records',
    property: fc.asyncProperty(
      fc.nat(),
      mutated(['']),
      fc.array(fc.tuple(fc.nat(), oddText, fc.nat()), { maxLength: 3 }),
      async (pick, name, edits) => {
        const project = new MemoryProject();
        await project.run(['create', 'a', '--tags', 'x']);
        await project.run(['update', '1', '--status', 'in-progress']);
        await project.run(['create', 'b', '--depends-on', '1']);
        const folders = project.files.list(READ).map((entry) => `${READ}/${entry.name}`);
        const files = folders.flatMap((folder) =>
          project.files.list(folder).map((entry) => `${folder}/${entry.name}`),
        );
        for (const [file, text, at] of edits) {
          const path = files[file % files.length] ?? '';
          const old = project.files.readText(path) ?? '';
          const place = at % (old.length + 1);
          project.files.write(path, old.slice(0, place) + text + old.slice(place + (at % 9)));
        }
        const stray = name.replace(/[/\\\0]/g, '').slice(0, 60);
        if (stray.replaceAll('.', '').trim() !== '')
          project.files.write(`${folders[pick % folders.length] ?? ''}/${stray}`, name);
        await look(project);
        sound('update', await project.run(['update', '1', '--priority', 'low']));
        sound('resolve', await project.run(['resolve']));
        sound('compact', await project.run(['compact']));
        sound('create', await project.run(['create', 'c']));
      },
    ),
  },
  {
    name: 'names',
    property: fc.asyncProperty(oddText, oddText, async (name, title) => {
      const project = new MemoryProject();
      const made = await project.run(['create', '--title', title, '--', name]);
      sound('create', made);
      const folders = project.files.list('specs').map((entry) => entry.name);
      if (made.code === 0 && (folders.length !== 1 || (folders[0] ?? '').length > 80))
        throw new Error(`made ${JSON.stringify(folders)}`);
      if (made.code !== 0 && folders.length > 0) throw new Error('a refused create left a folder');
      await look(project);
    }),
  },
  {
    name: 'references and queries',
    property: fc.asyncProperty(oddText, async (text) => {
      const project = new MemoryProject();
      project.spec('001-a', 'status: planned\ncreated: 2026-01-05\ntags: [x]');
      project.spec('002-b', 'status: complete\ncreated: 2026-01-05');
      const before = project.files.readText('specs/001-a/README.md');
      for (const command of [
        'view',
        'deps',
        'tokens',
        'validate',
        'archive',
        'renumber',
        'undo',
        'search',
        'history',
      ])
        sound(command, await project.run([command, '--', text]));
      for (const flag of [
        '--add-dep',
        '--add-tag',
        '--field',
        '--assignee',
        '--unset',
        '--status',
        '--priority',
        '--title',
      ])
        sound(`update ${flag}`, await project.run(['update', '2', `${flag}=${text}`]));
      for (const flag of ['--tag', '--status', '--sort', '--limit', '--field'])
        sound(`list ${flag}`, await project.run(['list', `${flag}=${text}`]));
      if (
        project.files.readText('specs/001-a/README.md') !== before &&
        project.files.stat('specs/001-a') !== undefined
      )
        throw new Error('another spec was changed');
    }),
  },
  {
    name: 'templates',
    property: fc.asyncProperty(mutated(documents), oddText, async (template, value) => {
      const project = new MemoryProject();
      project.files.write('.spectool/config.json', JSON.stringify({ variables: { team: value } }));
      project.files.write('.spectool/templates/spec-template.md', template);
      sound('create', await project.run(['create', 'a']));
      await look(project);
    }),
  },
];
