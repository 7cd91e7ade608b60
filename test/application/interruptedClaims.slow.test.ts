import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { FileProjectLock, FileRegistry } from '../../src/adapters/storage/lock/lockAndClaimRegistry.js';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { FakeProcesses } from '../support/fakeProcesses.js';
import { type Fault, FaultyFileSystem } from '../support/faultyFileSystem.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { isRejected, refusalOf } from '../support/thrownError.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { gitRepository, repositoryPorts } from '../support/gitRepositoryPorts.js';

const REGISTRY = 'spectool/0';
const MOST_STEPS = 60;
const processes = new FakeProcesses();
let last = 0;

let box: GitSandbox;
let second: string;

/**
 * Returns spectool as it runs in a process of its own, with real files. `files` counts the changes in the worktree and
 * in the registry.
 */
function tool(root: string, by: string, fault?: Fault) {
  const pid = ++last;
  const table = processes.seenBy(pid);
  const files = new FaultyFileSystem(new NodeFileSystem(root, { staging: '.spectool/tmp' }), fault);
  const shared = new FaultyFileSystem(new NodeFileSystem(join(box.root, '.git')), fault, files);
  const spectool = createSpectool({
    ports: {
      fileSystem: files,
      actors: new FixedActor(by),
      ...repositoryPorts(gitRepository(root, GIT_ENV)),
      lock: new FileProjectLock(files, table),
      registry: new FileRegistry(files, () => ({ files: shared, path: REGISTRY }), table),
    },
  });
  return { spectool, files, kill: () => processes.kill(pid) };
}

const as = (root: string, by: string) => tool(root, by).spectool;

/** Returns the holder of a spec as a command in the given worktree reports it. */
async function holder(root: string, spec: string): Promise<string | undefined> {
  const { specs } = await as(root, 'anybody').listSpecs.execute();
  return specs.find(({ name }) => name === spec)?.claim?.by;
}

beforeAll(async () => {
  box = new GitSandbox();
  await as(box.root, 'ada').initProject.execute({ agentTools: 'none' });
  const names = Array.from({ length: MOST_STEPS }, (_, i) => `s${String(i)}`);
  for (const name of ['release', 'planned', 'steal', 'next'].flatMap((kind) => names.map((n) => kind + n)))
    await as(box.root, 'ada').createSpec.execute({ name, tags: [name], noGit: true, body: 'Text.\n' });
  box.commit();
  second = join(temporaryFolder(), 'second');
  box.git('worktree', 'add', '-q', '-b', 'second', second);
});

interface Case {
  /** The holder before the command runs, if any. */
  readonly before?: string;
  /** The actor that runs the command, in the second worktree. */
  readonly by: string;
  readonly run: (spectool: Spectool, spec: string) => Promise<unknown>;
  /** The holders that are allowed after the command was killed; undefined for none. */
  readonly ends: readonly (string | undefined)[];
}

const CASES: Readonly<Record<string, Case>> = {
  release: {
    before: 'kim',
    by: 'kim',
    run: (spectool, spec) => spectool.releaseSpec.execute({ spec }),
    ends: ['kim', undefined],
  },
  planned: {
    before: 'kim',
    by: 'kim',
    run: (spectool, spec) => spectool.releaseSpec.execute({ spec, status: 'planned' }),
    ends: ['kim', undefined],
  },
  steal: {
    before: 'kim',
    by: 'lee',
    run: (spectool, spec) =>
      spectool.claimSpecs.execute({ specs: [spec], steal: true, reason: 'kim is away' }),
    ends: ['kim', 'lee'],
  },
  next: {
    by: 'lee',
    run: (spectool, spec) => spectool.claimNext.execute({ tags: [spec] }),
    ends: [undefined, 'lee'],
  },
};

describe.each(Object.entries(CASES))('the command "%s"', (kind, { before, by, run, ends }) => {
  it('killed at any of its writes leaves at most one holder, the same in all worktrees', async () => {
    const found = new Set<string | undefined>();
    for (let at = 1; ; at += 1) {
      const spec = `${kind}s${String(at - 1)}`;
      if (before !== undefined) await as(second, before).claimSpecs.execute({ specs: [spec] });
      const { spectool, files, kill } = tool(second, by, { at, dies: true });
      const isDone = !(await isRejected(run(spectool, spec)));
      if (files.changes < at) {
        // The command made fewer changes than `at`, so a kill at each of its changes was tested.
        expect([isDone, at > 6]).toEqual([true, true]);
        break;
      }
      kill();
      const seen = [await holder(box.root, spec), await holder(second, spec)];
      expect({ at, seen, isOne: ends.includes(seen[0]) }).toEqual({
        at,
        seen: [seen[0], seen[0]],
        isOne: true,
      });
      found.add(seen[0]);
      for (const root of [box.root, second]) {
        const claim = () => as(root, 'zoe').claimSpecs.execute({ specs: [spec] });
        if (seen[0] === undefined && root === box.root) await claim();
        else expect((await refusalOf(claim)).details).toMatchObject({ holder: seen[0] ?? 'zoe' });
      }
    }
    expect([...found].sort()).toEqual([...ends].sort());
  });
});
