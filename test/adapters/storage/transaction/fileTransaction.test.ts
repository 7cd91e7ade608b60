import { appendFileSync, linkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { CommandNote } from '../../../../src/adapters/storage/transaction/transactionJournal.js';
import { FileTransaction } from '../../../../src/adapters/storage/transaction/fileTransaction.js';
import { NodeHasher } from '../../../../src/adapters/system/systemServices.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import type { PlannedWrite, TextWrite, Transaction } from '../../../../src/ports/transaction.js';
import { aRecord } from '../../../support/recordBuilder.js';
import { GitSandbox } from '../../../support/gitSandbox.js';
import { FaultyFileSystem } from '../../../support/faultyFileSystem.js';
import { expectRefusal, refusal } from '../../../support/thrownError.js';
import { ScratchProject } from '../../../support/scratchProject.js';
import { gitRepository } from '../../../support/gitRepositoryPorts.js';

const DOC = 'specs/001-a/README.md';
const JOURNAL = '.spectool/tmp/journal.json';
const NOTE = 'spectool/p/journal.json';
const hasher = new NodeHasher();

let project: ScratchProject;
beforeEach(() => {
  project = new ScratchProject({ [DOC]: '# A\n\none\n' });
});

function transaction(
  options: { hardLinks?: boolean; over?: (files: FileSystem) => FileSystem; gitDir?: FileSystem } = {},
): Transaction {
  const disk = new NodeFileSystem(project.root, {
    staging: '.spectool/tmp',
    ...(options.hardLinks !== undefined && { hardLinks: options.hardLinks }),
  });
  const files = options.over?.(disk) ?? disk;
  const git = gitRepository(project.root, { PATH: process.env['PATH'] });
  const { gitDir } = options;
  const note = new CommandNote(files, hasher, () => gitDir && { files: gitDir, path: NOTE });
  return new FileTransaction(files, new FileEventLog(files, hasher), hasher, git, note);
}

const text = (to: string, was = project.read(DOC)): TextWrite => ({
  kind: 'text',
  spec: 'a1',
  path: DOC,
  file: 'README.md',
  text: to,
  was,
});
const on = (path: string) => join(project.root, path);
describe('a transaction', () => {
  it('fails and writes nothing when a file has changed since the change was planned', () => {
    const planned = text('# A\n\none\ntwo\n');
    const record = {
      kind: 'newFolder',
      spec: 'b2',
      path: 'specs/002-b',
      file: 'README.md',
      text: 'x',
    } as const;
    project.write(DOC, '# Mine\n\none\n');
    const before = project.files();
    expect(refusal(() => transaction().commit([record, planned])).code).toBe('CHANGED_MEANWHILE');
    expect(project.files()).toEqual(before);
  });

  it.each([
    ['too large', 'x'.repeat(50 * 1024 * 1024 + 1)],
    ['not text', '# A\0\n'],
  ])('fails and writes nothing when a new document could not be read again because it is %s', (_, unread) => {
    const made = { spec: 'b2', file: 'README.md', text: unread } as const;
    const before = project.files();
    for (const planned of [
      text(unread),
      { ...made, kind: 'text', path: 'specs/002-b/README.md' } as const,
      { ...made, kind: 'newFolder', path: 'specs/002-b' } as const,
    ]) {
      const { code, message } = refusal(() => transaction().commit([planned]));
      expect(code).toBe('SPEC_BROKEN');
      expect(message).toMatch(/^This change would make specs\/00\d-\w\/README\.md unreadable: the file \w+ /);
      expect(project.files()).toEqual(before);
    }
  });

  it('creates a missing document but overwrites none, and leaves no empty folder when it is killed', () => {
    const made = { kind: 'text', spec: 'c3', file: 'README.md', text: '# C\n' } as const;
    const path = 'specs/003-c/README.md';
    const before = project.files();
    for (let at = 1; at <= 2; at += 1) {
      const over = (files: FileSystem) => new FaultyFileSystem(files, { at, dies: true });
      expect(() => transaction({ over }).commit([{ ...made, path }])).toThrow();
      transaction().recover(['specs']);
      expect(project.files()).toEqual(before);
      expect(new NodeFileSystem(project.root).stat('specs/003-c')).toBeUndefined();
    }
    transaction().commit([{ ...made, path }]);
    expect(project.read(path)).toBe('# C\n');
    expectRefusal(() => transaction().commit([{ ...made, path, text: '# D\n' }]), 'CHANGED_MEANWHILE');
    expect(project.read(path)).toBe('# C\n');
  });

  it('finishes a move that was killed after the new name was made and before the old name was removed', () => {
    const to = '.spectool/trash/001-a.1.README.md';
    const move = { action: 'move', from: DOC, to };
    project.write('.spectool/tmp/journal.json', `${JSON.stringify({ v: 1, steps: [move] })}\n`);
    project.write('.spectool/trash/.gitignore', '*\n');
    linkSync(on(DOC), on(to));
    transaction().recover(['specs']);
    const files = new NodeFileSystem(project.root);
    expect([files.stat('specs/001-a'), project.read(to)]).toEqual([undefined, '# A\n\none\n']);
  });

  /** Runs a transaction that is killed as soon as its journal is written. */
  function killed(writes: readonly PlannedWrite[]): void {
    for (let at = 1; ; at += 1) {
      const over = (files: FileSystem) => new FaultyFileSystem(files, { at, dies: true });
      expect(() => transaction({ over }).commit(writes)).toThrow();
      if (new NodeFileSystem(project.root).stat('.spectool/tmp/journal.json') !== undefined) return;
    }
  }

  describe('that was killed, in a project that was changed afterwards,', () => {
    const LOG = '.spectool/log';
    const created = aRecord(1, [], []);
    const deleted = aRecord(2, [created], []);
    const { spec } = created;
    const move = {
      kind: 'move',
      spec,
      from: 'specs/001-a',
      to: '.spectool/trash/001-a.1',
      groups: [],
    } as const;
    const waits = (path: string) => new NodeFileSystem(project.root).list(path).map(({ name }) => name);
    const [isA, isB] = [() => spec, () => 'b2'];
    /** Runs a transaction that is killed after it has done this number of steps of its journal. */
    const killedAfter = (steps: number): void => {
      transaction().commit([{ kind: 'record', record: created }]);
      let dying: FaultyFileSystem | undefined;
      for (let at = 1; ; at += 1) {
        const over = (files: FileSystem) => (dying = new FaultyFileSystem(files, { at, dies: true }));
        expect(() => transaction({ over }).commit([{ kind: 'record', record: deleted }, move])).toThrow();
        const isNoted = waits('.spectool/tmp').includes('journal.json');
        if (isNoted && waits(`${LOG}/${spec}`).length > steps) return;
        expect(dying).toBeDefined();
      }
    };

    it.each([0, 1])('is undone when another spec is now in the folder to move (%i steps done)', (steps) => {
      killedAfter(steps);
      const recovered = transaction().recover(['specs'], isB);
      expect(recovered).toEqual({
        outcome: 'taken back',
        places: ['specs/001-a'],
        why: 'another spec is in specs/001-a',
      });
      expect(project.read(DOC)).toBe('# A\n\none\n');
      expect(waits(`${LOG}/${spec}`)).toHaveLength(1);
      expect(waits('.spectool/tmp').filter((name) => name !== 'replaced')).toEqual([]);
      expect(transaction().recover(['specs'], isA)).toBeUndefined();
    });

    it('is undone when its record or an earlier record is missing', () => {
      killedAfter(1);
      const [, record = ''] = waits(`${LOG}/${spec}`);
      new NodeFileSystem(project.root).remove(`${LOG}/${spec}/${record}`);
      // `recover` returns undefined, because the log has no record of this change that could be reported.
      expect(transaction().recover(['specs'], isA)).toBeUndefined();
      killedAfter(0);
      new NodeFileSystem(project.root).remove(`${LOG}/${spec}`);
      expect(transaction().recover(['specs'], isA)).toBeUndefined();
      expect(project.read(DOC)).toBe('# A\n\none\n');
    });

    it('is undone when the folder to move is missing', () => {
      killedAfter(1);
      new NodeFileSystem(project.root).move('specs/001-a', 'elsewhere');
      expect(transaction().recover(['specs'], isA)?.why).toBe('specs/001-a is missing');
      expect(waits(`${LOG}/${spec}`)).toHaveLength(1);
    });

    it('is finished when the same spec is in the folder, even if its text was edited', () => {
      killedAfter(1);
      project.write(DOC, '# A\n\nedited\n');
      expect(transaction().recover(['specs'], isA)).toEqual({ outcome: 'finished', places: ['specs/001-a'] });
      expect(project.read(`${move.to}/README.md`)).toBe('# A\n\nedited\n');
    });
  });

  it('that was killed is finished with lines appended meanwhile, and keeps and reports any other edit', () => {
    const was = '# A\n\none\n\ntwo\n\nthree\n';
    for (const [edited, becomes, left] of [
      [`${was}four\n`, '# A\n\none\n\ntwo\n\nDREI\nfour\n', undefined],
      [was.replace('three', 'tres'), '# A\n\none\n\ntwo\n\ntres\n', [DOC]],
    ] as const) {
      project.write(DOC, was);
      project.write('specs/001-a/b.md', '');
      killed([
        { ...text(was.replace('three', 'DREI')) },
        { ...text('x', ''), path: 'specs/001-a/b.md', file: 'b.md' },
      ]);
      expect(project.read(DOC)).toBe(was);
      project.write(DOC, edited);
      const recovered = transaction().recover(['specs']);
      expect(recovered).toMatchObject({ outcome: 'finished' });
      expect([project.read(DOC), recovered?.edited]).toEqual([becomes, left]);
      expect(project.read('specs/001-a/b.md')).toBe('x');
      const waiting = new NodeFileSystem(project.root).list('.spectool/tmp').map(({ name }) => name);
      expect(waiting.filter((name) => name !== 'replaced')).toEqual([]);
    }
  });

  describe('in a clone', () => {
    const committed = text('# A\n\none\n', '# A\n\none\n');
    const next = { ...committed, text: '# A\n\ntwo\n' };
    let gitDir: NodeFileSystem;
    beforeEach(() => {
      new GitSandbox(project.root).commit();
      gitDir = new NodeFileSystem(on('.git'));
    });
    /** Runs a transaction that is killed as soon as its note is written. */
    const dying = () => {
      for (let at = 1; ; at += 1) {
        const fault = { at, dies: true };
        const git = new FaultyFileSystem(gitDir, fault);
        const over = (files: FileSystem) => new FaultyFileSystem(files, fault, git);
        expect(() => transaction({ over, gitDir: git }).commit([next])).toThrow();
        if (transaction({ gitDir }).isUnfinished()) return;
      }
    };

    it('has its note in the git directory until it is done', () => {
      dying();
      const inProject = new NodeFileSystem(project.root).stat(JOURNAL);
      expect([gitDir.stat(NOTE)?.kind, inProject]).toEqual(['file', undefined]);
      expect(transaction({ gitDir }).recover(['specs'])?.outcome).toBe('finished');
      expect([project.read(DOC), gitDir.stat(NOTE)]).toEqual([next.text, undefined]);
      project.write(DOC, '# A\n\none\n');
      transaction({ gitDir }).commit([next]);
      expect(transaction({ gitDir }).isUnfinished()).toBe(false);
    });

    it('is made without a note when the git directory cannot be written', () => {
      const closed = new FaultyFileSystem(gitDir, { at: 1, dies: true });
      transaction({ gitDir: closed }).commit([next]);
      expect([project.read(DOC), transaction({ gitDir }).isUnfinished()]).toEqual([next.text, false]);
    });

    it('of an earlier version is finished if its journal in the project has the seal of this working tree', () => {
      dying();
      const { steps } = JSON.parse(gitDir.readText(NOTE) ?? '') as { steps: readonly object[] };
      gitDir.remove(NOTE);
      const journal = (seal: unknown, of = steps) => {
        project.write(JOURNAL, JSON.stringify({ v: 1, steps: of, seal }));
      };
      const secret = 'a'.repeat(64);
      const seal = hasher.sha256(secret + hasher.sha256(secret + JSON.stringify(steps)));
      journal(seal);
      expect(refusal(() => transaction({ gitDir }).recover(['specs'])).code).toBe('LOG_UNREADABLE');
      gitDir.write('spectool/secret', secret);
      const longer = [...steps, { action: 'move', from: 'specs/001-a', to: 'specs/.x' }];
      for (const [forged, of] of [
        [undefined],
        [null],
        [''],
        [seal, steps.slice(1)],
        [seal, longer],
      ] as const) {
        journal(forged, of);
        expectRefusal(() => transaction({ gitDir }).recover(['specs']), 'LOG_UNREADABLE', {
          message: `${JOURNAL} was written by a change in another working tree.`,
        });
        expect(project.read(DOC)).toBe(committed.text);
      }
      journal(seal);
      expect(transaction({ gitDir }).recover(['specs'])?.outcome).toBe('finished');
      expect(project.read(DOC)).toBe(next.text);
      expect(transaction({ gitDir }).recover(['specs'])).toBeUndefined();
    });
  });

  it('moves a folder with all its files, but not over another folder', () => {
    project.write('specs/001-a/DESIGN.md', 'text');
    const move = (groups: readonly string[] = []) =>
      ({ kind: 'move', from: 'specs/001-a', to: 'specs/archived/001-a', groups }) as const;
    transaction().commit([move()]);
    expect(project.read('specs/archived/001-a/DESIGN.md')).toBe('text');
    project.write(DOC, 'another');
    expect(refusal(() => transaction().commit([move()])).code).toBe('WRITE_FAILED');
    expect(project.read(DOC)).toBe('another');
  });

  describe('of files outside specs', () => {
    const SET_UP = [
      { kind: 'file', path: 'config/deep/new.json', text: 'new' },
      { kind: 'file', path: 'notes.txt', text: 'after', was: 'before' },
      { kind: 'folder', path: 'work/specs' },
      { kind: 'link', path: 'LINK.md', target: 'notes.txt', copy: 'copy' },
    ] as const satisfies readonly PlannedWrite[];
    beforeEach(() => project.write('notes.txt', 'before'));

    it('writes files, folders and links', () => {
      transaction().commit(SET_UP);
      expect(project.read('config/deep/new.json')).toBe('new');
      expect(project.read('LINK.md')).toBe('after');
      expect(new NodeFileSystem(project.root).stat('work/specs')?.kind).toBe('directory');
    });

    it('keeps a file that another program created before the commit', () => {
      project.write('config/deep/new.json', 'theirs');
      transaction().commit(SET_UP);
      expect(project.read('config/deep/new.json')).toBe('theirs');
    });

    it.each<[string, PlannedWrite, FileSystem['link'] | undefined]>([
      ['replace', { kind: 'file', path: 'notes.txt', text: 'after', was: 'before' }, undefined],
      ['remove', { kind: 'removal', path: 'notes.txt', was: 'before' }, undefined],
      ['create instead of a link', { ...SET_UP[3], path: 'notes.txt' }, () => false],
    ])('writes nothing when a file that it should %s has changed', (_what, write, link) => {
      project.write('notes.txt', 'saved by an editor');
      const before = project.files();
      const over = (files: FileSystem) => (link === undefined ? files : Object.assign(files, { link }));
      expectRefusal(() => transaction({ over }).commit([SET_UP[0], write]), 'CHANGED_MEANWHILE', {
        details: { path: 'notes.txt' },
      });
      expect(project.files()).toEqual(before);
    });

    it('undoes all its writes when a later step fails', () => {
      const before = project.files();
      const fail = () => {
        throw new Error('no git');
      };
      expect(() => transaction().commit(SET_UP, fail)).toThrow('no git');
      expect(project.files()).toEqual(before);
      const files = new NodeFileSystem(project.root);
      expect(['config', 'work', 'LINK.md'].map((path) => files.stat(path))).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });
  });

  it('keeps lines that another program appended since the file was read', () => {
    const planned = text('# New\n\none\n');
    appendFileSync(on(DOC), 'mine\n');
    transaction().commit([planned]);
    expect(project.read(DOC)).toBe('# New\n\none\nmine\n');
    expect(new NodeFileSystem(project.root).list('.spectool/tmp')).toEqual([]);
  });

  it.each([
    ['saves another text', '# Editor\n\none\nfrom the editor\n'],
    ['saves a text of the same length', '# B\n\none\n'],
  ])('fails when an editor %s between the check of the file and the write', (_, editor) => {
    const planned = text('# New\n\none\n');
    /** Returns a file system on which an editor saves its text right after each read of the document. */
    const over = (disk: FileSystem) =>
      new Proxy(disk, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return (...args: readonly unknown[]): unknown => {
            const read: unknown = Reflect.apply(member, target, args);
            if (name === 'readText' && args[0] === DOC) {
              writeFileSync(on('specs/001-a/.swp'), editor);
              renameSync(on('specs/001-a/.swp'), on(DOC));
            }
            return read;
          };
        },
      });
    expect(refusal(() => transaction({ over }).commit([planned])).code).toBe('CHANGED_MEANWHILE');
    expect(project.read(DOC)).toBe(editor);
  });

  it('does not copy text that is appended to another hard link of the file it replaces', () => {
    linkSync(on(DOC), on('elsewhere.md'));
    transaction().commit([text('# New\n\none\n')]);
    appendFileSync(on('elsewhere.md'), 'secret\n');
    expect([project.read(DOC), project.read('elsewhere.md')]).toEqual([
      '# New\n\none\n',
      '# A\n\none\nsecret\n',
    ]);
  });

  it('neither loses nor duplicates text when it is killed at any write', () => {
    const NEW = '# New\n\none\n';
    const writes = (): readonly PlannedWrite[] => [
      text(NEW),
      { kind: 'newFolder', spec: 'b2', path: 'specs/002-b', file: 'README.md', text: '# B\n' },
    ];
    let places = 1;
    const found = new Set<string>();
    for (let at = 1; at <= places; at += 1) {
      project.remove();
      project = new ScratchProject({ [DOC]: '# A\n\none\n' });
      let dying: FaultyFileSystem | undefined;
      const over = (files: FileSystem) => (dying = new FaultyFileSystem(files, { at, dies: true }));
      try {
        transaction({ over }).commit(writes());
      } catch {
        places = at + 1;
      }
      if (dying !== undefined && dying.changes >= at) places = at + 1;
      appendFileSync(on(DOC), 'late\n');
      for (let i = 0; i < 3; i += 1) transaction().recover(['specs']);
      const now = project.read(DOC);
      expect({ at, now }).toEqual({ at, now: expect.stringMatching(/^(?:# A|# New)\n\none\nlate\n$/) });
      found.add(now);
    }
    expect(found.size).toBe(2);
  });
});
