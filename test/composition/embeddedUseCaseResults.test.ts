import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PLAIN_TERMINAL } from '../../src/adapters/cli/layout/terminalStyle.js';
import { NoRepository, SequentialIds } from '../../src/adapters/memory/testDoubles.js';
import type { UseCaseName } from '../../src/application/spectool.js';
import * as useCases from '../../src/application/useCases.js';
import { MemoryProject } from '../support/memoryProject.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8');
const rows = [...page.matchAll(/^\| (`.*) \| (.*) \|$/gm)].map(([, first = '', beside = '']) => ({
  names: (first.match(/`[a-z]+[A-Z]\w*`/g) ?? []).map((name) => name.slice(1, -1)),
  beside,
}));
const namesWhere = (matches: (beside: string) => boolean) =>
  rows.flatMap(({ names, beside }) => (matches(beside) ? names : []));

type Asked = readonly [name: UseCaseName, request: object, command: readonly string[]];

/** Use cases whose result equals the JSON output of a command: name, request, and the command without `--json`. */
const SAME: readonly Asked[] = [
  ['initProject', { agentTools: 'none' }, ['init', '-y', '--agent-tools', 'none']],
  ['installSkill', {}, ['skill', 'install']],
  ['primeProject', { budget: 1000 }, ['prime']],
  ['createSpec', { name: 'e' }, ['create', 'e']],
  ['updateSpec', { spec: '1', priority: 'high' }, ['update', '1', '--priority', 'high']],
  ['updateSpecs', { specs: ['1', '2'], priority: 'high' }, ['update', '1', '2', '--priority', 'high']],
  ['deleteSpec', { spec: '4', reason: 'x', force: true }, ['delete', '4', '--reason', 'x', '--force']],
  ['renumberSpec', { spec: '4' }, ['renumber', '4']],
  ['importSpecs', {}, ['import']],
  ['adoptFolders', { paths: ['specs'], kind: 'plans' }, ['adopt', 'specs', '--kind', 'plans']],
  ['claimNext', {}, ['next', '--claim']],
  ['releaseSpec', { spec: '2' }, ['release', '2']],
  ['releaseSpecs', { specs: ['2', '1'] }, ['release', '2', '1']],
  ['listCriteria', { spec: '2' }, ['criteria', '2']],
  ['checkCriteria', { spec: '2', criteria: ['2'] }, ['check', '2', '2']],
  ['uncheckCriteria', { spec: '2', criteria: ['1'] }, ['uncheck', '2', '1']],
  ['retireCriterion', { spec: '2', criterion: '1', reason: 'x' }, ['retire', '2', '1', '--reason', 'x']],
  ['restoreCriterion', { spec: '2', criterion: '1' }, ['restore', '2', '1']],
  ['approveSpec', { spec: '2' }, ['approve', '2']],
  ['approveSpecs', { specs: ['1', '2'] }, ['approve', '1', '2']],
  ['reviewSpecs', { specs: ['2'] }, ['review', '2']],
  ['addCriterion', { spec: '2', text: 'so' }, ['add-criterion', '2', 'so']],
  ['addNote', { spec: '2', text: 'so' }, ['note', '2', 'so']],
  ['readSection', { spec: '2', heading: 'Problem' }, ['section', '2', 'Problem']],
  [
    'replaceSection',
    { spec: '2', heading: 'Problem', set: 'So.' },
    ['section', '2', 'Problem', '--set', 'So.'],
  ],
  ['editSpec', { spec: '2' }, ['edit', '2']],
  ['acceptSpec', { spec: '2' }, ['accept', '2']],
  ['exportCurrent', {}, ['export', 'current']],
  ['exportIndex', {}, ['export', 'index']],
  ['listSpecs', {}, ['list']],
  ['showDependencies', {}, ['deps']],
  ['showStatistics', {}, ['stats']],
  ['labelCriteria', { spec: '2' }, ['label', '2']],
  ['proveCriteria', { reports: ['report.xml'] }, ['prove', 'report.xml']],
  ['traceSpecs', {}, ['trace']],
  ['findOverlaps', {}, ['trace', '--overlap']],
  ['findDrift', {}, ['trace', '--drift']],
  ['findCommitSpec', {}, ['commit-spec']],
  ['explainLines', { path: 'src/a.ts' }, ['why', 'src/a.ts']],
  ['showHistory', {}, ['history']],
  ['countTokens', {}, ['tokens']],
  ['reportProject', { since: 'main' }, ['export', 'markdown', '--since', 'main']],
  ['exportProject', {}, ['export', 'json']],
  ['validateProject', {}, ['validate']],
  ['undoChange', {}, ['undo']],
  ['resolveConflicts', {}, ['resolve']],
  ['stageRecords', {}, ['stage-records']],
  ['compactLog', {}, ['compact']],
  ['readSetting', { key: 'specsDir' }, ['config', 'get', 'specsDir']],
  ['listSettings', {}, ['config', 'list']],
  ['setSetting', { key: 'autoCheck', values: ['false'] }, ['config', 'set', 'autoCheck', 'false']],
  ['unsetSetting', { key: 'workflow.completeNeeds' }, ['config', 'unset', 'workflow.completeNeeds']],
];
const OTHER: readonly Asked[] = [
  ['archiveSpecs', { specs: ['1'] }, ['archive', '1']],
  ['unarchiveSpecs', { specs: ['3'] }, ['unarchive', '3']],
  ['claimSpecs', { specs: ['1'] }, ['claim', '1']],
  ['viewSpec', { spec: '1' }, ['view', '1']],
  ['viewSpecAsOf', { spec: '1', asOf: 'HEAD' }, ['view', '1', '--as-of', 'HEAD']],
  ['viewSpecs', { specs: ['1', '2'] }, ['view', '1', '2']],
  ['searchSpecs', { query: 'login' }, ['search', 'login']],
  ['nextSpecs', {}, ['next']],
  ['showBoard', {}, ['board']],
];

const EDITOR = {
  edit: async (text: string) => ({
    path: 'copy.md',
    bytes: new TextEncoder().encode(`${text}More.\n`),
    discard: () => undefined,
  }),
};

/** Has one commit, whose only spec is the first one. */
class OneCommit extends NoRepository {
  override commitNamed(): never {
    return 'a'.repeat(40) as never;
  }

  override commits(): never {
    const commit = {
      hash: 'a'.repeat(40),
      author: 'kim',
      authoredAt: 0,
      committedAt: 0,
      message: '',
      files: [],
    };
    return { commits: [commit] } as never;
  }

  override textIn(): never {
    return '# A\n' as never;
  }

  override filesIn() {
    return ['specs/001-a/README.md'];
  }
}

/** Returns a project of four specs: 1 and 4 are planned, 2 is claimed with one of two criteria ticked, 3 is archived. */
async function project(): Promise<MemoryProject> {
  const made = new MemoryProject({ ids: new SequentialIds(), editor: EDITOR, commitLog: new OneCommit() });
  const { spectool } = made;
  const body = '## Problem\n\nA login.\n\n## Success Criteria\n\n- [ ] one\n- [ ] two\n';
  await spectool.setSetting.execute({ key: 'workflow.completeNeeds', values: ['nothing'] });
  made.files.write('report.xml', '<testsuite><testcase name="002/AC1" file="a.test.ts"/></testsuite>');
  for (const name of ['a', 'b', 'c', 'd']) await spectool.createSpec.execute({ name, body, noSimilar: true });
  await spectool.claimSpecs.execute({ specs: ['2'] });
  await spectool.checkCriteria.execute({ spec: '2', criteria: ['1'] });
  await spectool.archiveSpecs.execute({ specs: ['3'] });
  return made;
}

/** Parses JSON and drops hints and fixes, because a command prints them as text and a use case returns them as data. */
const plain = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (['advice', 'hint', 'fix'].includes(key) ? undefined : value));

async function both([name, request, command]: Asked): Promise<{ result: unknown; document: unknown }> {
  const { spectool } = await project();
  const useCase = spectool[name] as { execute(request: object): Promise<unknown> };
  const refused = ({ code, message }: { readonly code: string; readonly message: string }) => ({
    error: { code, message },
  });
  const result = await useCase.execute(request).catch(refused);
  const terminal = { ...PLAIN_TERMINAL, interactive: name === 'editSpec' };
  const { stdout, stderr } = await (await project()).run([...command, '--json'], terminal);
  return { result: plain(JSON.stringify(result)), document: plain(stdout === '' ? stderr : stdout) };
}

describe('the use cases in the table of docs/embedding.md', () => {
  it('are all use cases of spectool, each once', () => {
    expect(namesWhere(() => true).toSorted()).toEqual(Object.keys(useCases).toSorted());
  });

  it('are all covered by the tests in this file if the table compares their result with a command', () => {
    expect(namesWhere((beside) => beside.startsWith('the same')).toSorted()).toEqual(
      SAME.map(([name]) => name).toSorted(),
    );
    expect([...namesWhere((beside) => /^(?:more|other):/.test(beside))].toSorted()).toEqual(
      [...OTHER.map(([name]) => name), 'mergeDocuments'].toSorted(),
    );
  });

  it.each(SAME)('return as the table says: %s with %j gives what its command prints', async (...asked) => {
    const { result, document } = await both(asked);
    expect(document).toEqual(result);
  });

  it.each(OTHER)('return as the table says: %s with %j, not what the command prints', async (...asked) => {
    const { result, document } = await both(asked);
    expect(document).not.toEqual(result);
  });
});
