import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { advisedResult } from '../../../src/adapters/cli/defineCommand.js';
import { advisedHint } from '../../../src/composition/bin/program.js';
import { commandFor, commandTable, allDefinitions } from '../../../src/adapters/cli/commandTable.js';
import type { UseCaseName } from '../../../src/application/spectool.js';
import * as useCases from '../../../src/application/useCases.js';
import { refusalOf } from '../../support/commandLinesInText.js';
import type { Advice } from '../../../src/domain/errors/spectoolError.js';

const SRC = join(import.meta.dirname, '../../../src');

describe('advice of a use case', () => {
  it.each<[Advice, string]>([
    [{ useCase: 'showDependencies', to: 'see the graph' }, 'Run `spectool deps` to see the graph.'],
    [{ useCase: 'resolveConflicts' }, 'Run `spectool resolve`.'],
    [{ useCase: 'installSkill', request: { force: true } }, 'Run `spectool skill install --force`.'],
    [{ useCase: 'listSpecs', request: { scope: 'all' } }, 'Run `spectool list --all`.'],
    [{ useCase: 'listSpecs', request: { scope: 'active' } }, 'Run `spectool list`.'],
    [
      { useCase: 'updateSpec', request: { spec: '5', status: 'planned', force: true }, needs: ['reason'] },
      'Run `spectool update 5 --status planned --force --reason TEXT`.',
    ],
    [
      { useCase: 'updateSpec', request: { spec: '5', removeDependencies: ['3', '004-api'] } },
      'Run `spectool update 5 --remove-dep 3,004-api`.',
    ],
    [
      { useCase: 'updateSpec', request: { spec: 'a b', fields: { sprint: 5, team: 'red "hot" `x`' } } },
      'Run `spectool update "a b" --field sprint=5 --field \'team=red "hot" `x`\'`.',
    ],
    [{ useCase: 'updateSpec', needs: ['spec', 'addTags'] }, 'Run `spectool update SPEC --add-tag TAG`.'],
    [{ useCase: 'archiveSpecs', request: { specs: ['1', '2'] } }, 'Run `spectool archive 1 2`.'],
    [
      { useCase: 'archiveSpecs', request: { specs: ['1-x|reboot', "2-$(a)'!b"] } },
      "Run `spectool archive \"1-x|reboot\" '2-$(a)'\\''!b'`.",
    ],
    [
      { useCase: 'updateSpec', request: { spec: '--force', addTags: ['-x'], status: 'planned' } },
      'Run `spectool update --status planned --add-tag=-x -- --force`.',
    ],
    [
      { useCase: 'updateSpec', request: { spec: '5' }, needs: ['priority'] },
      'Run `spectool update 5 --priority low|medium|high|critical`.',
    ],
  ])('is printed as a spectool command line: %j', async (advice, words) => {
    expect(await advisedHint(undefined, [advice])).toBe(words);
  });

  it('is printed after the hint of an error, in its order', async () => {
    const hint = await advisedHint('Look.', [
      { useCase: 'undoChange' },
      { useCase: 'showHistory', to: 'see' },
    ]);
    expect(hint).toBe('Look. Run `spectool undo`. Run `spectool history` to see.');
    expect(await advisedHint(undefined)).toBeUndefined();
  });

  it('is printed in the hints and fixes of a result', async () => {
    const advice: readonly Advice[] = [{ useCase: 'undoChange' }];
    const answer = {
      warnings: [{ code: 'A', message: 'b', advice }],
      findings: [{ code: 'C', fix: 'd.', advice }],
    };
    expect(await advisedResult<object>(answer, advisedHint)).toEqual({
      warnings: [{ code: 'A', message: 'b', hint: 'Run `spectool undo`.' }],
      findings: [{ code: 'C', fix: 'd. Run `spectool undo`.' }],
    });
  });

  it('can express every request field of each use case that has a command', async () => {
    // Request fields without a flag: only programs set them, or the command line sets them in another way.
    const otherwise: Readonly<Record<string, readonly string[]>> = {
      createSpec: ['noGit', 'noSimilar', 'requestId'],
      addNote: ['requestId'],
      validateProject: ['fixesOnce'],
      listSpecs: ['fields', 'unassigned'],
      proveCriteria: ['input'],
      updateSpec: ['title', 'addRelated', 'removeRelated', 'addCode', 'removeCode'],
      updateSpecs: ['title', 'addRelated', 'removeRelated', 'addCode', 'removeCode'],
      checkCriteria: ['commit'],
      countTokens: ['sections'],
      initProject: ['mergeDriver'],
      primeProject: ['budget'],
      exportCurrent: ['budget'],
      replaceSection: ['expect'],
      showBoard: ['unassigned'],
      nextSpecs: ['unassigned'],
      claimNext: ['unassigned'],
      setSetting: ['more'],
      mergeDocuments: ['base', 'ours', 'theirs', 'path', 'encoding'],
    };
    const definitions = await allDefinitions();
    for (const name of Object.keys(useCases) as UseCaseName[]) {
      const definition = definitions.find((one) => one.name === commandFor(name)?.name);
      if (definition === undefined) continue;
      const keys = [...definition.arguments, ...definition.flags].map(({ key }) => key);
      const asked = Object.keys(useCases[name].request).filter(
        (key) => !(otherwise[name] ?? []).includes(key),
      );
      const told = asked.flatMap((key) => Object.keys(definition.asFlags({ [key]: 'x' })));
      expect({ name, missing: told.filter((key) => !keys.includes(key)) }).toEqual({ name, missing: [] });
    }
  });

  it('is printed as a command line that the parser accepts', async () => {
    const line = (await advisedHint(undefined, [
      { useCase: 'updateSpec', request: { spec: '5', fields: { a: '…' } }, needs: ['reason', 'addTags'] },
    ])) as string;
    expect(await refusalOf(/`(.*)`/.exec(line)?.[1] ?? '')).toBeUndefined();
  });
});

it('messages in src/domain, src/application and src/ports name use cases instead of commands and flags', () => {
  /** Texts that look like a spectool command line but are not, so they are allowed. */
  const NONE = [
    // Commands of git.
    'git update-index --skip-worktree',
    'git submodule update --init',
    'git config --unset-all',
    'git log --diff-filter=D',
    // A marker in copied files, by which spectool recognizes its copies.
    'spectool:copy of AGENTS.md',
    // The name by which the log says that `validate --fix` recorded an event.
    'validate --fix',
    // The beginning of the HTML comment that marks the block of spectool in AGENTS.md.
    '<!-- spectool:',
  ];
  const commands = commandTable.map(({ name }) => name).join('|');
  const spoken = new RegExp(`\\bspectool (?:${commands})\\b|(?:^|[\\s\`"'(])--[a-z]`);
  const found = ['domain', 'application', 'ports'].flatMap((room) =>
    readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        textsIn(readFileSync(join(SRC, room, path), 'utf8'))
          .filter((text) => spoken.test(text) && !NONE.some((part) => text.includes(part)))
          .map((text) => `${room}/${path}: ${text}`),
      ),
  );
  expect(found).toEqual([]);
});

/** Returns every string literal and every template part of a source text. */
function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));
  return texts;
}
