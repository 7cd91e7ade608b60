import { BOUNDS } from '../../src/domain/value/bounds.js';
import { symlinkSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface Row {
  readonly from: string;
  readonly action: string;
  readonly ref?: string;
  readonly created?: string;
  readonly notes: readonly string[];
  readonly problem?: string;
}

let project: ScratchProject;
let source: GitSandbox;
beforeEach(() => {
  project = ScratchProject.initialised();
  source = new GitSandbox();
});

const adr = (title: string) => `# ${title}\n\nDate: 2019-03-02\n\n## Status\n\nAccepted\n`;

function imported(...args: readonly string[]) {
  const { status, stdout, stderr } = run(project.root, ['import', ...args, '--json']);
  expect(stderr).not.toMatch(/ {4}at |internal error/i);
  const { documents, counts, warnings } = JSON.parse(stdout) as {
    documents: readonly Row[];
    counts: Readonly<Record<string, number>>;
    warnings: readonly { message: string }[];
  };
  const row = (from: string) => documents.find((one) => one.from === from);
  return { status, documents, counts, row, warnings: warnings.map(({ message }) => message) };
}

/**
 * Expects a project without errors and leftover files, with the given number of specs, and a second import that has
 * nothing to do.
 */
function expectWhole(place: string, specs: number): void {
  const { stdout } = run(project.root, ['validate', '--json', '--all']);
  const { findings } = JSON.parse(stdout) as { findings: readonly { severity: string }[] };
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const listed = JSON.parse(run(project.root, ['list', '--all', '--json']).stdout) as { total: number };
  expect(listed.total).toBe(specs);
  const again = imported(place.endsWith('.jsonl') ? 'json' : 'flat', place);
  expect(
    again.documents.filter(({ action }) => !['imported', 'failed', 'undecided'].includes(action)),
  ).toEqual([]);
}

it('Imported files whose names contain line breaks and control characters are printed on one line', () => {
  const odd = [
    '0001-a\nb.md',
    '0002-c\u001b[31md.md',
    '0003-\u202Egnp.md',
    '0004-"quoted" \'x\'.md',
    '0005-tab\there.md',
  ];
  for (const name of [...odd, '0006-plain.md']) source.write(name, adr('Odd'));
  source.commit();
  const shown = run(project.root, ['import', 'flat', source.root]);
  expect(shown.stdout).not.toMatch(/[\u001b\u202e\t]/);
  expect(shown.stdout).not.toMatch(/^b\.md/m);
  const { status, counts, documents } = imported('flat', source.root, '--apply');
  expect({ status, counts }).toEqual({ status: 0, counts: { new: 6 } });
  for (const { ref } of documents) expect(ref).toMatch(/^00\d-[\w-]+$/);
  expectWhole(source.root, 6);
});

it('Symbolic links in an import source are not followed to files, to folders or in a circle', () => {
  const outside = temporaryFolder();
  writeFileSync(`${outside}/0008-secret.md`, adr('Secret'));
  source.write('0001-plain.md', adr('Plain') + '\n![p](img.png) ![q](0001-plain/in.png)\n');
  source.write('0001-plain/own.txt');
  symlinkSync(`${outside}/0008-secret.md`, `${source.root}/0002-file.md`);
  symlinkSync(outside, `${source.root}/folder`);
  symlinkSync(`${outside}/0008-secret.md`, `${source.root}/img.png`);
  symlinkSync(outside, `${source.root}/0001-plain/more`);
  symlinkSync('.', `${source.root}/circle`);
  const { status, counts } = imported('flat', source.root, '--apply');
  expect({ status, counts }).toEqual({ status: 0, counts: { new: 1 } });
  expect([...project.files('specs').values()].join('\n')).not.toContain('Secret');
  expectWhole(source.root, 1);
  const linked = temporaryFolder();
  symlinkSync(source.root, `${linked}/here`);
  expect(run(project.root, ['import', 'flat', `${linked}/here`]).stderr).toContain('is a link');
});

describe('Conflicting documents in an import source', () => {
  it('are reported except the first one, when several have one id in JSON', () => {
    const lines = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ id: 'same', title: `T${String(i)}`, status: 'done' }),
    );
    const place = `${source.root}/all.jsonl`;
    writeFileSync(place, [...lines, '{"id": "own", "title": "Own", "status": "done"}', '{', '[]'].join('\n'));
    const { status, counts, documents } = imported('json', place, '--apply');
    expect({ status, counts }).toEqual({ status: 1, counts: { new: 2, failed: 61 } });
    expect(
      documents.filter(
        ({ problem }) => problem?.includes('the id "same" is also on an earlier line') === true,
      ),
    ).toHaveLength(59);
    expect(documents.every(({ action, problem }) => action !== 'failed' || problem !== undefined)).toBe(true);
    expectWhole(place, 2);
  });
});

describe('Imported documents with invalid contents', () => {
  it('are reported one by one: broken or hostile YAML, binary data and files that are too large', () => {
    source.write('0001-good.md', adr('Good'));
    source.write('0002-broken.md', '---\nstatus: [a\n---\n# Broken\n');
    source.write('0003-open.md', '---\nstatus: accepted\n# Never closed\n');
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map(
        (k, i) =>
          `${k}: &${k} [${Array(9)
            .fill(`*${'abcdefgh'[i] ?? ''}`)
            .join(',')}]`,
      ),
    ];
    source.write('0004-bomb.md', `---\n${bomb.join('\n')}\nstatus: accepted\n---\n# Bomb\n`);
    source.write(
      '0005-proto.md',
      '---\n__proto__:\n  status: complete\nconstructor: x\nstatus: accepted\n---\n# Proto\n',
    );
    source.write('0006-tag.md', '---\nstatus: !!js/function "x"\n---\n# Tag\n');
    source.write('0007-list.md', '---\n- a\n- b\n---\n# List\n');
    source.write('0008-empty.md', '');
    source.write('0009-large.md', 'x'.repeat(BOUNDS.document + 1));
    writeFileSync(`${source.root}/0010-bytes.md`, new Uint8Array([0xff, 0xfe, 0, 0xd8]));
    source.write('0011-nul.md', `${adr('Nul')}\0\n`);
    source.write('0012-markers.md', `${adr('Markers')}\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`);
    const { status, row, documents, counts } = imported('flat', source.root, '--apply');
    expect(status).toBe(1);
    expect(row('0001-good.md')?.action).toBe('new');
    for (const name of ['0002-broken.md', '0009-large.md', '0010-bytes.md'])
      expect([name, row(name)?.action]).toEqual([name, 'failed']);
    expect(documents.every(({ action, problem }) => action !== 'failed' || (problem ?? '') !== '')).toBe(
      true,
    );
    expectWhole(source.root, counts['new'] ?? 0);
  });
});

describe('The git history that import reads', () => {
  it('is reported as incomplete in a shallow clone', () => {
    for (const day of ['01', '02', '03']) source.write('0001-a.md', adr(`A${day}`)).commit(day);
    const clone = temporaryFolder();
    source.git('clone', '-q', '--depth', '1', `file://${source.root}`, `${clone}/c`);
    const { status, counts, warnings } = imported('flat', `${clone}/c`, '--apply');
    expect({ status, counts }).toEqual({ status: 0, counts: { new: 1 } });
    expect(warnings.join('\n')).toMatch(/shallow/);
    expectWhole(`${clone}/c`, 1);
  });
});
