import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { refusalOf } from '../support/thrownError.js';

/** Two people on two branches that real git merges: the branch `ours` is checked out, and `theirs` is merged into it. */
let sandbox: GitSandbox;
const tool = () => createSpectool({ cwd: sandbox.root, ports: { actors: new FixedActor() } });
type Tool = ReturnType<typeof tool>;
type Work = (spectool: Tool) => Promise<unknown>;

let base: GitSandbox;

beforeAll(async () => {
  base = sandbox = new GitSandbox();
  await tool().initProject.execute({ agentTools: 'none' });
  await tool().createSpec.execute({ name: 'a' });
  await tool().createSpec.execute({
    name: 'b',
    dependsOn: ['a'],
    body: '# B\n\nSee [a](../001-a/README.md).\n',
  });
  sandbox.commit('base');
});

beforeEach(() => {
  sandbox = base.copy();
});

/** Merges the branches of two people. @returns the paths that git could not merge */
async function merged(theirs: Work, ours: Work): Promise<readonly string[]> {
  sandbox.git('checkout', '-q', '-b', 'theirs');
  await theirs(tool());
  sandbox.commit('theirs');
  sandbox.git('checkout', '-q', 'main');
  await ours(tool());
  sandbox.commit('ours');
  try {
    sandbox.git('merge', '-q', '--no-edit', 'theirs');
  } catch {
    // git fails when the merge has conflicts. The conflicts are read from the index.
  }
  return sandbox
    .git('diff', '--name-only', '--diff-filter=U')
    .split('\n')
    .filter((path) => path !== '');
}
const alike = 'One line.\n\nAnother line.\n\nA third one.\n';
const path = (file: string) => join(sandbox.root, file);
const read = (file: string) => readFileSync(path(file), 'utf8');
const specs = async () => (await tool().listSpecs.execute({ scope: 'all' })).specs;
const errors = async () =>
  (await tool().validateProject.execute()).findings.flatMap(({ severity, code }) =>
    severity === 'error' ? [code] : [],
  );

describe('After a merge of two branches,', () => {
  it('the files that both branches added to the field `code` stand', async () => {
    await merged(
      (spectool) => spectool.updateSpec.execute({ spec: 'a', addCode: ['src/theirs/**'] }),
      (spectool) => spectool.updateSpec.execute({ spec: 'a', addCode: ['src/ours/**'] }),
    );
    await tool().resolveConflicts.execute();
    const [first] = await specs();
    expect([first?.fields['code']].flat().toSorted()).toEqual(['src/ours/**', 'src/theirs/**']);
    expect(await errors()).toEqual([]);
  });

  const joining = async (spectool: Tool, spec: string, partOf: string) => {
    await spectool.updateSpec.execute({ spec: 'b', removeDependencies: ['a'] });
    await spectool.updateSpec.execute({ spec, partOf });
  };

  it('a whole that both branches set is a difference to settle, and new parts of a spec are its parts', async () => {
    await merged(
      async (spectool) => {
        await spectool.createSpec.execute({ name: 'theirs', partOf: 'a', noSimilar: true });
        await joining(spectool, 'b', 'theirs');
      },
      (spectool) => joining(spectool, 'b', 'a'),
    );
    await tool().resolveConflicts.execute();
    expect(await errors()).toEqual([]);
    expect((await tool().viewSpec.execute({ spec: 'b' })).diverged).toMatchObject([{ field: 'part_of' }]);
    await tool().updateSpec.execute({ spec: 'b', partOf: 'a' });
    expect((await tool().viewSpec.execute({ spec: 'a' })).parts?.specs).toEqual(['002-b', '003-theirs']);
  });

  it('specs that the branches made parts of each other are a finding', async () => {
    await merged(
      (spectool) => joining(spectool, 'b', 'a'),
      (spectool) => joining(spectool, 'a', 'b'),
    );
    await tool().resolveConflicts.execute();
    expect(await errors()).toEqual(['DEPENDENCY_CYCLE']);
  });

  it('a document that git merged against the log is shown with the values that the next change writes', async () => {
    const conflicts = await merged(
      (spectool) => spectool.updateSpec.execute({ spec: 'a', priority: 'low' }),
      async (spectool) => {
        await spectool.updateSpec.execute({ spec: 'a', priority: 'high' });
        await spectool.updateSpec.execute({ spec: 'a', unset: ['priority'] });
      },
    );
    expect([conflicts, read('specs/001-a/README.md')]).toEqual([
      [],
      expect.stringContaining('priority: low'),
    ]);
    expect((await tool().validateProject.execute()).findings.map(({ code }) => code)).toContain(
      'DOCUMENT_BEHIND',
    );
    const shown = async () => [
      (await tool().listSpecs.execute({ priority: ['low'] })).total,
      (await tool().viewSpec.execute({ spec: 'a' })).spec.priority,
      (await tool().showBoard.execute()).columns.flatMap(({ specs: ofIt }) =>
        ofIt.map(({ priority }) => priority),
      ),
    ];
    expect(await shown()).toEqual([0, undefined, [undefined, undefined]]);
    await tool().updateSpec.execute({ spec: 'a', assignee: 'kim' });
    expect(read('specs/001-a/README.md')).not.toContain('priority');
    expect(await shown()).toEqual([0, undefined, [undefined, undefined]]);
  });

  it('a title with two values is settled by choosing the current one, and any other update reports what it settles', async () => {
    await merged(
      (spectool) => spectool.updateSpec.execute({ spec: 'a', title: 'Theirs', priority: 'low' }),
      (spectool) => spectool.updateSpec.execute({ spec: 'a', title: 'Ours', priority: 'high' }),
    );
    await tool().resolveConflicts.execute();
    const file = join(sandbox.root, 'specs/001-a/README.md');
    const { diverged: before = [] } = await tool().viewSpec.execute({ spec: 'a' });
    const standing = before.find(({ field }) => field === 'title')?.candidates[0]?.value;
    const title = typeof standing === 'string' ? standing : '';
    sandbox.write(
      'specs/001-a/README.md',
      readFileSync(file, 'utf8').replace(/^<{7}[^]*^>{7}.*$/m, `# ${title}`),
    );
    const { diverged = [] } = await tool().viewSpec.execute({ spec: 'a' });
    expect(diverged.map(({ field }) => field).sort()).toEqual(['priority', 'title']);
    const { warnings } = await tool().updateSpec.execute({ spec: 'a', title });
    expect(warnings.filter(({ code }) => code === 'DIVERGED').map(({ message }) => message)).toEqual([
      expect.stringMatching(/two branches set priority to different values: "(?:high|low)" \(kept\)/),
    ]);
    expect((await tool().viewSpec.execute({ spec: 'a' })).diverged).toBeUndefined();
  });

  it('one number of two specs is reported by every command, and its repair updates all references', async () => {
    await merged(
      (spectool) => spectool.createSpec.execute({ name: 'theirs', noGit: true }),
      async (spectool) => {
        await spectool.createSpec.execute({ name: 'ours', noGit: true });
        await spectool.updateSpec.execute({ spec: 'b', addDependencies: ['3'] });
      },
    );
    expect((await tool().listSpecs.execute()).warnings.map(({ code }) => code)).toEqual(['NUMBER_DUPLICATE']);
    expect((await tool().showBoard.execute()).warnings.map(({ code }) => code)).toEqual(['NUMBER_DUPLICATE']);
    expect(await errors()).toContain('NUMBER_DUPLICATE');
    const refusal = await refusalOf(() => tool().viewSpec.execute({ spec: '3' }));
    expect(refusal).toMatchObject({ code: 'SPEC_AMBIGUOUS' });
    expect(JSON.stringify(refusal.details)).toMatch(/003-ours.*003-theirs/);
    const { fixed } = await tool().validateProject.execute({ fix: true });
    expect(fixed).toHaveLength(1);
    expect(await errors()).toEqual([]);
    const all = await specs();
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    const ours = all.find(({ name }) => name === 'ours');
    expect(all.find(({ name }) => name === 'b')?.dependsOn).toEqual(['001-a', ours?.ref]);
  });

  it.each<[string, Work]>([
    ['renumbered', (spectool) => spectool.renumberSpec.execute({ spec: 'a', to: 9 })],
    ['archived', (spectool) => spectool.archiveSpecs.execute({ specs: ['a'] })],
  ])('a spec that was %s on one branch and changed on the other has both changes', async (_what, move) => {
    await merged(move, (spectool) => spectool.updateSpec.execute({ spec: 'a', addTags: ['kept'] }));
    await tool().resolveConflicts.execute();
    const all = await specs();
    expect(all).toHaveLength(2);
    expect(all.find(({ name }) => name === 'a')?.tags).toEqual(['kept']);
    expect(await errors()).toEqual([]);
    expect(read('specs/002-b/README.md')).toContain(
      `(../${all.find(({ name }) => name === 'a')?.path.replace('specs/', '') ?? ''}/README.md)`,
    );
  });

  it('an outcome set on one branch is kept, and the log decides between two outcomes', async () => {
    const ending = (outcome: 'rejected' | 'deferred') => (spectool: Tool) =>
      spectool.archiveSpecs.execute({ specs: ['a'], outcome, reason: `so it is ${outcome}` });
    await merged(ending('rejected'), (spectool) =>
      spectool.updateSpec.execute({ spec: 'a', priority: 'high' }),
    );
    await tool().resolveConflicts.execute();
    const find = async () => (await specs()).find(({ name }) => name === 'a');
    expect(await find()).toMatchObject({ archived: true, archivedAs: 'rejected', priority: 'high' });
    expect(await errors()).toEqual([]);
    sandbox = base.copy();
    await merged(ending('rejected'), ending('deferred'));
    await tool().resolveConflicts.execute();
    const a = await find();
    expect(['rejected', 'deferred']).toContain(a?.archivedAs);
    expect(read(`${a?.path ?? ''}/README.md`)).toContain(`archived_as: ${a?.archivedAs ?? ''}\n`);
    expect(await errors()).toEqual([]);
    const { diverged } = await tool().viewSpec.execute({ spec: 'a' });
    expect(diverged?.map(({ field }) => field)).toEqual(['archived_as']);
    await tool().archiveSpecs.execute({ specs: ['a'], outcome: 'rejected', reason: 'settled' });
    expect((await tool().viewSpec.execute({ spec: 'a' })).diverged).toBeUndefined();
  });
});

describe('A spec whose folder is missing after a merge', () => {
  /** Runs the command that the hint of the finding names. */
  const bringBack = async () => {
    const { findings } = await tool().validateProject.execute();
    const { fix = '' } = findings.find(({ code }) => code === 'FOLDER_GONE') ?? {};
    expect(fix).toMatch(/^Restore the folder: `git checkout [0-9a-f]{12} -- [^`]*`[.;]$/);
    execFileSync('sh', ['-c', /`([^`]*)`/.exec(fix)?.[1] ?? ''], { cwd: sandbox.root, env: GIT_ENV });
  };

  it('is restored with its last text by the command that validate shows', async () => {
    renameSync(path('specs/002-b'), path("specs/002-it's b"));
    await tool().updateSpec.execute({ spec: '2', priority: 'high' });
    sandbox.commit('renamed');
    const text = read("specs/002-it's b/README.md");
    rmSync(path("specs/002-it's b"), { recursive: true });
    sandbox.commit('gone').write('other.txt').commit('since');
    await bringBack();
    expect(read("specs/002-it's b/README.md")).toBe(text);
    expect(await errors()).toEqual([]);
  });

  it('is not restored over another spec in its folder, but its text can be shown', async () => {
    rmSync(path('specs/001-a'), { recursive: true });
    await tool().createSpec.execute({ name: 'c' });
    renameSync(path('specs/003-c'), path('specs/001-a'));
    const { findings } = await tool().validateProject.execute();
    const { fix = '' } = findings.find(({ code }) => code === 'FOLDER_GONE') ?? {};
    const command =
      /^Another folder now has that path; see the text of the missing spec: `([^`]*)`\.$/.exec(fix)?.[1] ??
      '';
    const shown = execFileSync('sh', ['-c', command], { cwd: sandbox.root, env: GIT_ENV, encoding: 'utf8' });
    expect(shown).toMatch(/^# A$/m);
  });

  it('can be restored after git merged its edit into another spec without a conflict', async () => {
    await tool().createSpec.execute({ name: 'c', body: `# C\n\n${alike}` });
    sandbox.commit('c');
    const conflicts = await merged(
      (spectool) => spectool.updateSpec.execute({ spec: '3', assignee: 'lee' }),
      async (spectool) => {
        await spectool.deleteSpec.execute({ spec: '3', reason: 'made twice' });
        await spectool.createSpec.execute({ name: 'd', body: `# C\n\n${alike}` });
      },
    );
    expect(conflicts).toEqual([]);
    const { findings } = await tool().validateProject.execute();
    expect(findings.filter(({ file }) => file.startsWith('specs/004-d')).map(({ code }) => code)).toContain(
      'EDITED_BY_HAND',
    );
    const before = (await specs()).length;
    await bringBack();
    expect((await specs()).length).toBe(before + 1);
    expect(await errors()).toEqual([]);
  });
});

describe('compact', () => {
  const history = async () => (await tool().showHistory.execute()).events;

  it('keeps specs and history unchanged, in fewer files', async () => {
    for (const tag of ['r', 's', 't', 'u', 'v'])
      await tool().updateSpec.execute({ spec: 'a', addTags: [tag] });
    const [before, told] = [await specs(), await history()];
    const { packed } = await tool().compactLog.execute();
    expect(packed).toEqual([{ stream: before[0]?.id, files: 6 }]);
    expect(readdirSync(path(`.spectool/log/${before[0]?.id ?? ''}`))).toEqual([
      expect.stringMatching(/^pack-\d{8}-[0-9a-f]{16}\.jsonl$/),
    ]);
    expect(await specs()).toEqual(before);
    expect(await history()).toEqual(told);
    expect((await tool().compactLog.execute()).packed).toEqual([]);
  });

  it('of both sides before a merge keeps every record once, and git has no conflict', async () => {
    for (const tag of ['r', 's', 't', 'u']) await tool().updateSpec.execute({ spec: 'a', addTags: [tag] });
    sandbox.commit('unpacked');
    const packedAfter = (tag: string) => async (side: Tool) => {
      await side.updateSpec.execute({ spec: 'a', addTags: [tag] });
      expect((await side.compactLog.execute()).packed).toMatchObject([{ files: 6 }]);
    };
    expect(await merged(packedAfter('theirs'), packedAfter('ours'))).toEqual([
      expect.stringMatching(/README\.md$/),
    ]);
    await tool().resolveConflicts.execute();
    expect((await specs())[0]?.tags.toSorted()).toEqual(['ours', 'r', 's', 't', 'theirs', 'u']);
    expect((await history()).map(({ type }) => type).toSorted()).toEqual([
      'ProjectInitialized',
      'SpecCreated',
      'SpecCreated',
      ...Array.from({ length: 6 }, () => 'TagsChanged'),
    ]);
    expect(await errors()).toEqual([]);
    const { length } = await history();
    await tool().updateSpec.execute({ spec: 'a', addTags: ['after'] });
    expect(await history()).toHaveLength(length + 1);
  });

  it('causes no record to count twice after an interruption, when a record is in a pack and in its own file', async () => {
    for (const tag of ['r', 's', 't', 'u', 'v'])
      await tool().updateSpec.execute({ spec: 'a', addTags: [tag] });
    const [told, stream] = [await history(), path(`.spectool/log/${(await specs())[0]?.id ?? ''}`)];
    const loose = readdirSync(stream).map(
      (name) => [name, readFileSync(join(stream, name), 'utf8')] as const,
    );
    await tool().compactLog.execute();
    for (const [name, text] of loose) writeFileSync(join(stream, name), text);
    expect(await history()).toEqual(told);
    await tool().updateSpec.execute({ spec: 'a', addTags: ['w'] });
    await tool().compactLog.execute();
    expect((await history()).slice(1)).toEqual(told);
    expect(await errors()).toEqual([]);
  });
});
