import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { DEFAULT_CONFIG } from '../../src/domain/project/configuration.js';
import { MemoryProject } from '../support/memoryProject.js';

/** A repository in the middle of the operation that `then` continues, with documents in its index. */
class Operation extends NoRepository {
  then: string | undefined;
  staged: readonly string[] = [];
  files: readonly string[] = [];

  override stagedDocuments(): readonly string[] {
    return this.staged;
  }

  override stagedFiles(): readonly string[] {
    return this.files;
  }

  override otherProjects() {
    return [{ folder: 'api/', name: 'api', specsDir: 'api/specs', structure: DEFAULT_CONFIG.structure }];
  }

  override continuation(): string | undefined {
    return this.then;
  }
}

let merges: Operation;
let project: MemoryProject;
const found = () => project.spectool.findCommitSpec.execute();

beforeEach(async () => {
  merges = new Operation();
  project = new MemoryProject({ merges, commits: merges, commitLog: merges });
  await project.spectool.createSpec.execute({ name: 'login' });
  await project.spectool.createSpec.execute({ name: 'export' });
});

describe('findCommitSpec', () => {
  it('returns the one spec that the actor holds', async () => {
    expect(await found()).toEqual({ spec: null, because: 'none' });
    await project.spectool.claimSpecs.execute({ specs: ['1'] });
    expect(await found()).toEqual({ spec: '001-login' });
    expect((await project.run(['commit-spec'])).stdout).toBe('001-login\n');
    await project.spectool.claimSpecs.execute({ specs: ['2'] });
    expect(await found()).toEqual({ spec: null, because: 'several' });
    expect((await project.run(['commit-spec'])).stdout).toBe('');
  });

  it('returns no spec for a message that names specs itself', async () => {
    await project.spectool.claimSpecs.execute({ specs: ['1'] });
    const foundFor = (message: string) => project.spectool.findCommitSpec.execute({ message });
    expect(await foundFor('Add it\n\n1. Spec: 2\n')).toEqual({ spec: null, because: 'named' });
    expect(await foundFor('See the Spec: 2\n')).toEqual({ spec: '001-login' });
  });

  it('returns no spec for a commit of files that all belong to a nested project', async () => {
    await project.spectool.claimSpecs.execute({ specs: ['1'] });
    merges.files = ['api/a.ts', 'api/specs/001-a/README.md'];
    expect(await found()).toEqual({ spec: null, because: 'none' });
    merges.files = ['api/a.ts', 'b.ts'];
    expect(await found()).toEqual({ spec: '001-login' });
  });

  it('returns no spec during a merge, rebase, cherry-pick or revert', async () => {
    await project.spectool.claimSpecs.execute({ specs: ['1'] });
    merges.then = 'git rebase --continue';
    expect(await found()).toEqual({ spec: null, because: 'operation' });
  });

  it('returns the spec whose document is staged, also if its completion ended the claim', async () => {
    const stage = (...names: readonly string[]) => {
      merges.staged = names.map((name) => project.files.readText(`specs/${name}/README.md`) ?? '');
    };
    await project.spectool.claimSpecs.execute({ specs: ['1', '2'] });
    stage('002-export');
    expect(await found()).toEqual({ spec: '002-export' });
    await project.spectool.updateSpec.execute({
      spec: '2',
      status: 'complete',
      force: true,
      reason: 'shown',
    });
    stage('002-export');
    expect(await found()).toEqual({ spec: '002-export' });
    stage('001-login', '002-export');
    expect(await found()).toEqual({ spec: '001-login' });
    await project.spectool.createSpec.execute({ name: 'planned' });
    stage('003-planned');
    expect(await found()).toEqual({ spec: null, because: 'none' });
  });
});
