import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UseCaseRequest } from '../../src/application/spectool.js';
import { MemoryBranch } from '../support/memoryBranches.js';

const act = fc.constantFrom<Omit<UseCaseRequest<'updateSpec'>, 'spec'>>(
  { priority: 'high' },
  { priority: 'low' },
  { unset: ['priority'] },
  { addTags: ['x'] },
  { addTags: ['y', 'z'] },
  { removeTags: ['x'] },
  { removeTags: ['b'] },
  { status: 'in-progress' },
  { status: 'planned', force: true, reason: 'a mistake' },
  { assignee: 'kim' },
  { assignee: 'lee' },
  { unset: ['assignee'] },
  { reviewer: 'pat' },
);
const acts = fc.array(act, { minLength: 1, maxLength: 3 });
const hour = fc.integer({ min: 11, max: 20 });

async function branched(
  begun: MemoryBranch,
  at: number,
  actor: string,
  work: readonly object[],
): Promise<MemoryBranch> {
  const branch = begun.clone(`2026-01-05T${String(at)}:00:00.000Z`, actor);
  for (const request of work) await branch.tool.updateSpec.execute({ spec: '1', ...request });
  return branch;
}

/** Returns the lines of the frontmatter in sorted order, without the time of the last change. */
function lines(document: string): readonly string[] {
  const head = document.slice(0, document.indexOf('\n---\n'));
  return head
    .split('\n')
    .filter((line) => !line.startsWith('updated:'))
    .sort();
}

async function isSilent({ tool }: MemoryBranch): Promise<void> {
  const { findings } = await tool.validateProject.execute();
  expect(findings.filter(({ code }) => /BEHIND|EDITED|BROKEN|CONFLICT|REPEATED/.test(code))).toEqual([]);
}

/** Expects that `list` shows the values that the next change writes to the document. */
async function listsWhatAnUpdateWrites(met: () => MemoryBranch, document: string): Promise<void> {
  const branch = met();
  branch.document = document;
  const shown = async () => {
    const [spec] = (await branch.tool.listSpecs.execute()).specs;
    return { ...spec, tags: [...(spec?.tags ?? [])].sort(), fields: {}, updated: '', reviewer: '' };
  };
  const before = await shown();
  await branch.tool.updateSpec.execute({ spec: '1', reviewer: 'ada' });
  expect(before).toEqual(await shown());
}

it('Any histories of two branches, merged in any order and in any way, give the same document, with only lines of the branches, and no finding', async () => {
  const begun = await MemoryBranch.begun();
  await begun.tool.updateSpec.execute({ spec: '1', addTags: ['a', 'b'], priority: 'medium' });
  await fc.assert(
    fc.asyncProperty(acts, acts, hour, hour, async (ourWork, theirWork, ourHour, theirHour) => {
      const ours = await branched(begun, ourHour, 'kim', ourWork);
      const theirs = await branched(begun, theirHour, 'lee', theirWork);
      const sides = { base: begun.document, ours: ours.document, theirs: theirs.document };
      const met = () => {
        const branch = ours.clone('2026-01-06T10:00:00.000Z', 'ada');
        branch.takeLogOf(theirs);
        return branch;
      };
      const merge = await met().tool.mergeDocuments.execute(sides);
      const back = await met().tool.mergeDocuments.execute({
        ...sides,
        ours: sides.theirs,
        theirs: sides.ours,
      });
      expect(back).toEqual(merge);
      expect(merge.conflicts).toBe(0);
      const written = new Set(Object.values(sides).flatMap((text) => text.split('\n')));
      for (const line of merge.text.split('\n').filter((one) => !one.startsWith('tags:')))
        expect(written).toContain(line);

      const merged = met();
      merged.document = merge.text;
      await isSilent(merged);
      expect(await merged.tool.resolveConflicts.execute()).toMatchObject({ resolved: [], updated: [] });
      await merged.tool.validateProject.execute({ fix: true });
      expect(merged.document).toBe(merge.text);
      const { diverged = [] } = await merged.tool.viewSpec.execute({ spec: '1' });

      // A side without records of its own is only an older commit, so its document is not the result of a merge.
      const haveMet = [ours, theirs].every(({ logFiles }) => logFiles.length > begun.logFiles.length);
      for (const side of haveMet ? [sides.ours, sides.theirs] : []) {
        const resolved = met();
        resolved.document = side;
        await resolved.tool.resolveConflicts.execute();
        expect(lines(resolved.document)).toEqual(lines(merge.text));
        await isSilent(resolved);
        await listsWhatAnUpdateWrites(met, side);
        // If both sides set a field to different values, a value in the document counts as chosen by hand, and is kept.
        if (diverged.length > 0) continue;
        const fixed = met();
        fixed.document = side;
        await fixed.tool.validateProject.execute({ fix: true });
        expect(lines(fixed.document)).toEqual(lines(merge.text));
        await isSilent(fixed);
        const updated = met();
        updated.document = side;
        await updated.tool.updateSpec.execute({ spec: '1', reviewer: 'ada' });
        await merged.tool.updateSpec.execute({ spec: '1', reviewer: 'ada' });
        expect(lines(updated.document)).toEqual(lines(merged.document));
        await isSilent(updated);
      }
    }),
    { numRuns: 100 },
  );
});
