import { beforeEach, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

/**
 * A project with four specs: 1 in progress, 2 complete and urgent, 3 planned and with low priority, 4 with a status of
 * another tool.
 */
let project: MemoryProject;
const refs = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { specs, results } = JSON.parse((await project.run([...args, '--json'])).stdout) as {
    specs?: readonly { ref: string }[];
    results?: readonly { spec: { ref: string } }[];
  };
  return (specs ?? results?.map(({ spec }) => spec) ?? []).map(({ ref }) => ref).toSorted();
};
const done = async (...args: readonly string[]): Promise<void> => {
  expect(await project.run(args)).toMatchObject({ code: 0 });
};

beforeEach(async () => {
  project = new MemoryProject();
  await done('init', '-y', '--agent-tools', 'none');
  await done('config', 'set', 'workflow.completeNeeds', 'nothing');
  await done('create', 'a login', '--priority', 'HIGH');
  await done('create', 'b login', '--priority', 'Urgent');
  await done('create', 'c login', '--priority', 'minor');
  await done('update', '1', '2', '--status', 'WIP');
  await done('update', '2', '--status', 'Done');
  project.files.write('specs/004-d/README.md', '---\nstatus: draft\ncreated: 2026-01-05\n---\n# D login\n');
});

it('update and create write the known status and priority when a synonym is given', () => {
  const fields = (ref: string) =>
    /^status: (.*)\n[^]*^priority: (.*)\n/m.exec(project.files.readText(`specs/${ref}/README.md`) ?? '');
  expect(['001-a-login', '002-b-login', '003-c-login'].map((ref) => fields(ref)?.slice(1))).toEqual([
    ['in-progress', 'high'],
    ['complete', 'critical'],
    ['planned', 'low'],
  ]);
});

it.each<[readonly string[], readonly string[]]>([
  [['list', '--status', 'In Progress'], ['001-a-login']],
  [
    ['list', '--status', 'to-do,FINISHED'],
    ['002-b-login', '003-c-login'],
  ],
  [
    ['list', '--priority', 'Critical,MAJOR'],
    ['001-a-login', '002-b-login'],
  ],
  [['list', '--where', 'status=closed'], ['002-b-login']],
  [['list', '--where', 'priority=ASAP'], ['002-b-login']],
  // A word that a document has as its status means exactly that status in a filter.
  [['list', '--where', 'status=draft'], ['004-d']],
  [['search', 'login', '--status', 'doing'], ['001-a-login']],
  [['search', 'login status:IN_PROGRESS'], ['001-a-login']],
  [
    ['search', 'login priority:blocker,low'],
    ['002-b-login', '003-c-login'],
  ],
  [['update', '--where', 'status=Backlog', '--add-tag', 'x'], ['003-c-login']],
  [['update', '--where', 'status=draft', '--status', 'TODO', '--force', '--reason', 'x'], ['004-d']],
  [['archive', '--where', 'status=shipped'], ['002-b-login']],
])('the command %j selects the specs %j', async (args, expected) => {
  expect(await refs(...args)).toEqual(expected);
});
