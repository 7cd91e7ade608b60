import { beforeEach, describe, expect, it } from '@jest/globals';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { gitRepository } from '../../support/gitRepositoryPorts.js';

const FILE = 'specs/001-a/README.md';
const LOG = '.spectool/log/abc';
let sandbox: GitSandbox;
let theirs: string;

beforeEach(() => {
  sandbox = new GitSandbox();
  const put = (text: string, record: string) =>
    sandbox.write(FILE, text).write(`${LOG}/${record}`, record).commit(record);
  put('base\n', 'one');
  sandbox.git('checkout', '-q', '-b', 'theirs');
  put('theirs\n', 'two');
  theirs = sandbox.git('rev-parse', 'HEAD');
  sandbox.git('checkout', '-q', 'main');
  put('ours\n', 'three');
});

function change(
  more: {
    readonly theirsLabel?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly base?: string;
    readonly theirs?: string;
    readonly path?: string;
  } = {},
) {
  const { env, ...given } = more;
  const files = { path: FILE, ours: 'ours\n', base: 'base\n', theirs: 'theirs\n', ...given };
  return gitRepository(sandbox.root, { ...GIT_ENV, ...env }).changeOfMerge(files, LOG);
}
const merging = () => ({ [`GITHEAD_${theirs}`]: 'theirs' });
const COMES = { added: ['two'], removed: [] };

describe('changeOfMerge', () => {
  it('finds the merged commit in the environment variables that git sets', () => {
    expect(change({ env: merging() })).toEqual(COMES);
  });

  it('finds the merged commit in the labels that newer versions of git pass', () => {
    const short = theirs.slice(0, 7);
    expect(change({ theirsLabel: 'theirs' })).toEqual(COMES);
    expect(change({ theirsLabel: `${short} (two)` })).toEqual(COMES);
    expect(change({ theirsLabel: `parent of ${short} (two)`, base: 'theirs\n', theirs: 'base\n' })).toEqual({
      added: [],
      removed: ['two'],
    });
  });

  it.each<[string, string, (commit: string) => string]>([
    ['a rebase', 'rebase-merge/done', (commit) => `pick 0000000 x\nfixup -C ${commit} two\n`],
    ['a rebase with the apply backend', 'rebase-apply/original-commit', (commit) => `${commit}\n`],
    ['a series of cherry-picks', 'sequencer/todo', (commit) => `# x\npick ${commit} two\npick 0000000 x\n`],
    ['a cherry-pick', 'CHERRY_PICK_HEAD', (commit) => `${commit}\n`],
  ])('finds the merged commit in the files that git keeps during %s', (_what, file, text) => {
    sandbox.write(`.git/${file}`, text(theirs));
    expect(change()).toEqual(COMES);
  });

  it('finds the records of a document that one side has moved', () => {
    sandbox.git('mv', 'specs/001-a', 'specs/002-a');
    sandbox.commit('moved');
    expect(change({ env: merging(), path: 'specs/002-a/README.md' })).toEqual(COMES);
  });

  it.each<[string, Parameters<typeof change>[0]]>([
    ['passes no label', {}],
    ['passes its placeholders unreplaced', { theirsLabel: '%Y' }],
    ['names something that is not a commit', { theirsLabel: 'Stashed changes' }],
    ['names something like a flag', { theirsLabel: '--all' }],
  ])('returns undefined when git names no commit: it %s', (_what, given) => {
    expect(change(given)).toBeUndefined();
  });

  it('returns undefined when the versions of the file belong to another merge or to two commits', () => {
    expect(change({ env: merging(), theirs: 'other\n' })).toBeUndefined();
    expect(change({ env: merging(), base: 'other\n' })).toBeUndefined();
    sandbox.git('checkout', '-q', '-b', 'twin', 'main~1');
    sandbox.write(FILE, 'theirs\n').write(`${LOG}/four`, 'four').commit('four');
    const twin = sandbox.git('rev-parse', 'HEAD');
    sandbox.git('checkout', '-q', 'main');
    expect(change({ env: { ...merging(), [`GITHEAD_${twin}`]: 'twin' } })).toBeUndefined();
  });
});
