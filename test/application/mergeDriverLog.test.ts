import { describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import type { FolderChange } from '../../src/ports/repository.js';
import { MemoryBranch } from '../support/memoryBranches.js';

const PATH = 'specs/001-a/README.md';

/** Simulates git during a merge that makes the given change to the log. */
class Merging extends NoRepository {
  readonly #change: FolderChange;

  constructor(change: FolderChange) {
    super();
    this.#change = change;
  }

  override changeOfMerge(): never {
    return this.#change as never;
  }
}

/** Returns two branches that set the same field, `theirs` at a later time, and the records of `theirs`. */
async function branches() {
  const base = await MemoryBranch.begun();
  const [ours, theirs] = [
    base.clone('2026-01-05T11:00:00Z', 'kim'),
    base.clone('2026-01-05T12:00:00Z', 'lee'),
  ];
  await ours.tool.updateSpec.execute({ spec: '1', priority: 'low', assignee: 'kim' });
  await theirs.tool.updateSpec.execute({ spec: '1', priority: 'high' });
  const known = new Set(base.logFiles);
  const records = theirs.logFiles.filter((path) => !known.has(path));
  return { base, ours, theirs, records: records.map((path) => theirs.tool.files.readText(path) ?? '') };
}
const priorityIn = (text: string) => /^priority: (.*)$/m.exec(text)?.[1];

describe('The log that the merge driver reads', () => {
  it('includes the records that the merge brings in', async () => {
    const { base, ours, theirs, records } = await branches();
    const { ports } = new Merging({ added: records, removed: [] });
    const { tool } = ours.clone('2026-01-05T13:00:00Z', 'kim', ports);
    const sides = { base: base.document, ours: ours.document, theirs: theirs.document };
    const { text, conflicts } = await tool.mergeDocuments.execute({ ...sides, path: PATH });
    expect([priorityIn(text), conflicts]).toEqual(['high', 0]);
    expect(text).toMatch(/^assignee: kim$/m);
  });

  it('excludes records that a revert removes, so that later changes are kept', async () => {
    const { base, theirs, records } = await branches();
    const later = theirs.clone(
      '2026-01-05T13:00:00Z',
      'lee',
      new Merging({ added: [], removed: records }).ports,
    );
    await later.tool.updateSpec.execute({ spec: '1', priority: 'medium' });
    const sides = { base: theirs.document, ours: later.document, theirs: base.document };
    const { text, conflicts } = await later.tool.mergeDocuments.execute({ ...sides, path: PATH });
    expect([priorityIn(text), conflicts]).toEqual(['medium', 0]);
  });

  it('is read without the lock of the project, and no file is written', async () => {
    const { base, ours, theirs, records } = await branches();
    const clone = ours.clone('2026-01-05T13:00:00Z', 'kim', {
      ...new Merging({ added: records, removed: [] }).ports,
      lock: {
        hold: () => {
          throw new Error('held by another');
        },
      },
    });
    const before = clone.texts;
    const sides = { base: base.document, ours: ours.document, theirs: theirs.document };
    const { conflicts } = await clone.tool.mergeDocuments.execute({ ...sides, path: PATH });
    expect(conflicts).toBe(0);
    expect(clone.texts).toEqual(before);
  });

  describe('during a revert of a merged branch', () => {
    /**
     * Returns merged branches that both set one field and one list, `theirs` at a later time; `ours` was changed once more
     * before the merge.
     */
    async function merged(theirWork: object, more: object) {
      const base = await MemoryBranch.begun();
      await base.tool.updateSpec.execute({ spec: '1', priority: 'medium', addTags: ['x'] });
      const theirs = base.clone('2026-01-05T12:00:00Z', 'lee');
      await theirs.tool.updateSpec.execute({ spec: '1', ...theirWork });
      const known = new Set(base.logFiles);
      const added = theirs.logFiles.filter((path) => !known.has(path));
      const removed = added.map((path) => theirs.tool.files.readText(path) ?? '');
      const ours = base.clone('2026-01-05T11:00:00Z', 'kim', new Merging({ added: [], removed }).ports);
      await ours.tool.updateSpec.execute({ spec: '1', priority: 'low', addTags: ['t'], removeTags: ['x'] });
      await ours.tool.updateSpec.execute({ spec: '1', ...more });
      ours.takeLogOf(theirs);
      await ours.tool.resolveConflicts.execute();
      return { base, ours, theirs };
    }
    const headOf = (text: string) =>
      text.split('\n').filter((line) => /^(priority|tags|assignee)/.test(line));

    it('gives the values of the remaining records, not those from before the branches split', async () => {
      const { base, ours, theirs } = await merged(
        { priority: 'high', addTags: ['t'], removeTags: ['x'] },
        { assignee: 'kim' },
      );
      const sides = { base: theirs.document, ours: ours.document, theirs: base.document };
      const { text, conflicts } = await ours.tool.mergeDocuments.execute({ ...sides, path: PATH });
      expect(conflicts).toBe(0);
      expect(headOf(text).sort()).toEqual(['assignee: kim', 'priority: low', 'tags: [t]']);
    });

    it('keeps hand edits made since the merge', async () => {
      const { base, ours, theirs } = await merged(
        { priority: 'high', addTags: ['t', 'u'], removeTags: ['x'] },
        { assignee: 'kim' },
      );
      const byHand = ours.document.replace(/^priority: .*$/m, 'priority: critical').replace(/\bt\b(, )?/, '');
      const sides = { base: theirs.document, ours: byHand, theirs: base.document };
      const { text, conflicts } = await ours.tool.mergeDocuments.execute({ ...sides, path: PATH });
      expect(conflicts).toBe(0);
      expect(headOf(text)).toContain('priority: critical');
      expect(headOf(text).filter((line) => /\bt\b/.test(line.slice(5)))).toEqual([]);
    });

    it('keeps a value that a later record of our branch set again', async () => {
      const { base, ours, theirs } = await merged({ priority: 'high' }, { priority: 'low', assignee: 'kim' });
      const { text } = await ours.tool.mergeDocuments.execute({
        base: theirs.document,
        ours: ours.document.replace(/^priority: .*$/m, 'priority: low'),
        theirs: base.document,
        path: PATH,
      });
      expect(headOf(text)).toContain('priority: low');
    });
  });
});
