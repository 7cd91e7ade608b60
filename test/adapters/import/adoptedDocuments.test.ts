import { describe, expect, it } from '@jest/globals';
import { FileAdoptedDocuments } from '../../../src/adapters/import/adoptedDocuments.js';
import { FileSourceTrees } from '../../../src/adapters/import/fileSourceTrees.js';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import type { AdoptedFolder } from '../../../src/domain/project/configuration.js';
import { parseSpecDocument } from '../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';

/** Gives the files of a project, with a count of the documents that are parsed. */
function given(texts: Readonly<Record<string, string>>, snapshot?: Snapshot) {
  const files = new MemoryFileSystem();
  for (const [path, text] of Object.entries(texts)) files.write(path, text);
  const parser = new YamlFrontmatterParser('asWritten');
  const parsed: string[] = [];
  const trees = new FileSourceTrees(files, '', undefined, (text) => {
    parsed.push(text);
    return parseSpecDocument(text, parser);
  });
  const open = () => new FileAdoptedDocuments(files, trees, snapshot);
  const read = (path: string, kind: AdoptedFolder['kind']) => open().read({ path, kind, words: {} });
  /** Each document as its files and its title. */
  const titles = (path: string, kind: AdoptedFolder['kind']) =>
    Object.fromEntries(
      read(path, kind).documents.map(({ texts: [...all], title }) => [all.join(' '), title]),
    );
  const one = (path: string, kind: AdoptedFolder['kind']) => read(path, kind).documents[0];
  return { files, open, read, titles, one, parsed };
}

describe('Superpowers', () => {
  const design = (name: string, text = ''): [string, string] => [
    `docs/superpowers/specs/${name}.md`,
    `# ${name} Design\n${text}`,
  ];
  const plan = (name: string, text = ''): [string, string] => [
    `docs/superpowers/plans/${name}.md`,
    `# ${name} Plan\n${text}`,
  ];
  const names = (project: ReturnType<typeof given>) =>
    project
      .read('docs/superpowers', 'superpowers')
      .documents.map(({ texts, partOf }) =>
        [
          ...texts.map((path) => path.replace('docs/superpowers/', '')),
          ...(partOf === undefined ? [] : [partOf]),
        ].join(' '),
      );

  it('joins a plan with the design that its head names, else with that of the same day and name', () => {
    const project = given(
      Object.fromEntries([
        design('2026-03-01-kiln-design'),
        plan('2026-03-04-oven-work', '**Spec:** `docs/superpowers/specs/2026-03-01-kiln-design.md`'),
        design('2026-03-02-glaze-design', '**Status:** Approved\n'),
        plan('2026-03-02-glaze', '## Task 1\n\n- [x] Mix\n- [ ] Dip\n\n```\n- [x] quoted\n```\n'),
        plan('2026-03-05-shelf', '**Related:** [kiln](../specs/2026-03-01-kiln-design.md)'),
      ]),
    );
    expect(names(project)).toEqual([
      'plans/2026-03-05-shelf.md',
      'specs/2026-03-01-kiln-design.md plans/2026-03-04-oven-work.md',
      'specs/2026-03-02-glaze-design.md plans/2026-03-02-glaze.md',
    ]);
    expect(project.read('docs/superpowers', 'superpowers').documents[2]).toMatchObject({
      ...{ key: 'specs/2026-03-02-glaze-design', name: 'glaze', created: '2026-03-02' },
      word: { word: 'Approved', from: 'field Status' },
      boxes: { path: 'docs/superpowers/plans/2026-03-02-glaze.md', ticked: 1, total: 2 },
    });
  });

  it('keeps the plans of a design with several as its parts, and a standard that all plans name alone', () => {
    const spec = 'Spec: [kiln](../specs/2026-03-01-kiln-design.md)\n';
    const standard = 'Design rules: `docs/superpowers/specs/2026-01-01-rules.md`\n';
    const project = given(
      Object.fromEntries([
        design('2026-03-01-kiln-design'),
        design('2026-01-01-rules'),
        plan('2026-03-02-walls', `${spec}${standard}`),
        plan('2026-03-03-door', `${spec}${standard}`),
        plan('2026-03-04-glaze', standard.replace('Design rules', 'Coding standard')),
      ]),
    );
    expect(names(project)).toEqual([
      'plans/2026-03-02-walls.md specs/2026-03-01-kiln-design',
      'plans/2026-03-03-door.md specs/2026-03-01-kiln-design',
      'plans/2026-03-04-glaze.md',
      'specs/2026-01-01-rules.md',
      'specs/2026-03-01-kiln-design.md',
    ]);
  });

  it('keeps the files that a spec had: the plan of a design, and a plan that was a spec', () => {
    const spec = 'Spec: [kiln](../specs/2026-03-01-kiln-design.md)\n';
    const [walls, door] = ['plans/2026-03-02-walls', 'plans/2026-03-03-door'];
    const project = given(
      Object.fromEntries([design('2026-03-01-kiln-design'), plan('2026-03-02-walls', spec)]),
    );
    const groups = (known: Readonly<Record<string, { plan?: string }>>) =>
      project
        .open()
        .read({ path: 'docs/superpowers', kind: 'superpowers', words: {} }, (key) => known[key])
        .documents.map(({ key, plan: own, partOf }) => [key, own ?? partOf]);
    const whole = 'specs/2026-03-01-kiln-design';
    expect(groups({ [walls]: {}, [whole]: {} })).toEqual([[walls, whole], [whole, undefined]]); // prettier-ignore
    expect(groups({ [whole]: { plan: walls } })).toEqual([[whole, walls]]);
    project.files.write(`docs/superpowers/${door}.md`, `# Door Plan\n${spec}`);
    expect(groups({ [whole]: { plan: door } })).toEqual([[walls, whole], [whole, door]]); // prettier-ignore
    expect(groups({})).toEqual([[walls, whole], [door, whole], [whole, undefined]]); // prettier-ignore
  });

  it('reads designs and plans of one folder, and leaves out what is neither', () => {
    const project = given({
      'docs/plans/2026-03-01-kiln-design.md': '# Kiln — Design\n',
      'docs/plans/2026-03-01-kiln-implementation.md': '# Kiln Implementation Plan\n',
      'docs/plans/README.md': '# Plans\n',
      'docs/plans/2026-03-01-kiln-results.md': '# Results\n',
    });
    expect(project.open().kindsIn('docs/plans')).toEqual(['superpowers']);
    expect(project.titles('docs/plans', 'superpowers')).toEqual({
      'docs/plans/2026-03-01-kiln-design.md docs/plans/2026-03-01-kiln-implementation.md': 'Kiln',
    });
    expect(project.read('docs/plans', 'superpowers').leftOut.map(({ why }) => why)).toEqual([
      'report',
      'index',
    ]);
  });
});

describe('folders', () => {
  it('reads Spec Kit: a folder is a spec, and only lines with a T-number are tasks', () => {
    const project = given({
      '.specify/memory/constitution.md': '# C\n',
      'specs/007-kiln/spec.md':
        '# Feature Specification: Fire the kiln\n\n**Created**: 2026-01-18\n**Status**: Draft  \n',
      'specs/007-kiln/tasks.md':
        '# Tasks: Kiln\n\n- [x] T001 Lay bricks\n- [ ] T002 Light it\n- [x] Checked\n',
      'specs/007-kiln/checklists/req.md': '- [x] a\n',
      'specs/20260319-143022-oven/plan.md': '# Implementation Plan: Oven\n',
    });
    expect(project.open().kindsIn('specs')[0]).toBe('spec-kit');
    expect(project.read('specs', 'spec-kit').documents).toMatchObject([
      {
        ...{ key: '007-kiln', path: 'specs/007-kiln', title: 'Fire the kiln', number: 7, name: 'kiln' },
        texts: ['specs/007-kiln/spec.md', 'specs/007-kiln/tasks.md'],
        files: ['specs/007-kiln/checklists/req.md'],
        ...{ created: '2026-01-18', word: { word: 'Draft' } },
        boxes: { path: 'specs/007-kiln/tasks.md', ticked: 1, total: 2 },
      },
      { key: '20260319-143022-oven', title: 'Oven', name: 'oven', created: '2026-03-19' },
    ]);
  });

  it('reads OpenSpec: an archived change keeps its key, and descriptions are no specs', () => {
    const project = given({
      'openspec/changes/add-kiln/proposal.md': '## Why\n',
      'openspec/changes/add-kiln/tasks.md': '- [ ] 1.1 Bricks\n',
      'openspec/changes/archive/2026-02-03-add-door/proposal.md': '# Change: Add a door\n',
      'openspec/changes/add-door/proposal.md': '# Change: Add a door\n',
      'openspec/specs/kiln/spec.md': '# Kiln\n',
    });
    const { documents, leftOut } = project.read('openspec', 'openspec');
    expect(documents).toMatchObject([
      { key: 'add-kiln', title: 'Add kiln', boxes: { ticked: 0, total: 1 } },
      {
        key: 'add-door',
        title: 'Add a door',
        place: { word: 'complete', from: 'archive' },
        isArchived: true,
      },
    ]);
    expect(documents[1]).not.toHaveProperty('created');
    expect(leftOut).toContainEqual({
      path: 'openspec/specs/kiln/spec.md',
      why: 'description of what exists',
    });
  });

  it('reads Kiro: titles of templates are none, in any language, and the phase is a ledger', () => {
    const project = given({
      '.kiro/specs/kiln/requirements.md': '# Requirements Document\n',
      '.kiro/specs/kiln/design.md': '# Design Document: Kiln for Bread\n',
      '.kiro/specs/kiln/spec.json':
        '{"created_at":"2026-01-13T10:00:00Z","phase":"implementation-completed"}',
      '.kiro/specs/oven/requirements.md': '# 要件定義\n',
      '.kiro/specs/door-bell/requirements.md': '# 要件定義\n',
      '.kiro/specs/door-bell/tasks.md': '- [-] 1. Ring\n- [x] 2. Hear\n- [ ]* 3. Optional\n',
      '.kiro/specs/wall/requirements.md': '# متطلبات بناء الجدار\n',
      '.kiro/specs/wall/design.md': '# تصميم بناء الجدار\n',
      '.kiro/steering/product.md': '# P\n',
    });
    const documents = project.read('.kiro', 'kiro').documents;
    expect(documents.map(({ title }) => title)).toEqual([
      'Door bell',
      'Kiln for Bread',
      'Oven',
      'بناء الجدار',
    ]);
    expect(documents[0]?.boxes).toMatchObject({ ticked: 1, total: 2, isBegun: true });
    expect(documents[1]).toMatchObject({
      created: '2026-01-13',
      ledger: { word: 'implementation-completed' },
    });
  });

  it('reads Conductor: one id in tracks and archive is the archived spec', () => {
    const project = given({
      'conductor/tracks.md': '- [~] **Track: Kiln.**\n*Link: [x](./tracks/kiln_20260120/)*\n',
      'conductor/tracks/kiln_20260120/spec.md': '# Track Spec: Kiln\n',
      'conductor/tracks/kiln_20260120/plan.md': '# Plan: Kiln\n\n- [~] Task: Bricks\n',
      'conductor/tracks/door_20260101/spec.md': '# Specification: Door\n',
      'conductor/archive/door_20260101/spec.md': '# Specification: Door\n',
      'conductor/tracks/oven/heat_20260201/spec.md': '# Spec — Heat (`heat_20260201`)\n',
    });
    expect(project.open().kindsIn('conductor')[0]).toBe('conductor');
    expect(project.read('conductor', 'conductor').documents).toMatchObject([
      { key: 'door_20260101', path: 'conductor/archive/door_20260101', title: 'Door', isArchived: true },
      { key: 'kiln_20260120', created: '2026-01-20', name: 'kiln', ledger: { word: 'in progress' } },
      { key: 'heat_20260201', path: 'conductor/tracks/oven/heat_20260201', title: 'Heat' },
    ]);
  });

  it('reads GSD: phases with their roadmap, milestones as archive', () => {
    const project = given({
      '.planning/ROADMAP.md': '- [x] **Phase 1-2** — Walls\n- [ ] **Phase 12.3.1: Door bell** - rings\n',
      '.planning/phases/02-wall/02-01-PLAN.md': '# x\n',
      '.planning/phases/12.3.1-door-bell/12.3.1-01-PLAN.md': '- [ ] criterion\n',
      '.planning/phases/12.3.1-door-bell/12.3.1-01-SUMMARY.md': '# x\n',
      '.planning/milestones/v1.0-phases/01-base/01-CONTEXT.md': '# x\n',
    });
    const { documents, leftOut } = project.read('.planning', 'gsd');
    expect(documents).toMatchObject([
      { key: '01-base', title: 'Base', place: { from: 'milestone' } },
      { key: '02-wall', title: 'Wall', number: 2, ledger: { word: 'done' } },
      {
        key: '12.3.1-door-bell',
        title: 'Door bell',
        ledger: { word: 'planned' },
        word: { word: 'complete' },
      },
    ]);
    expect(documents[2]).not.toHaveProperty('boxes');
    expect(leftOut).toEqual([{ path: '.planning/ROADMAP.md', why: "the tool's own" }]);
  });
});

describe('files', () => {
  it('reads stories of BMAD with the status of the ledger or of the section', () => {
    const project = given({
      'docs/stories/1.2.kiln.story.md':
        '# Story 1.2: Fire the kiln\n\n## Status\n\n**Done**\n\n## Tasks\n\n- [ ] a\n',
      'docs/stories/1.2.manual-test-plan.md': '# Test\n',
      '_bmad/core/1-1-x.md': '# x\n',
    });
    expect(project.one('docs/stories', 'bmad')).toMatchObject({
      title: 'Fire the kiln',
      word: { word: '**Done**' },
    });
    expect(project.read('docs/stories', 'bmad').leftOut).toHaveLength(1);
    project.files.write('out/implementation-artifacts/10-4-bell.md', '# Story 10.4: Bell\n');
    project.files.write(
      'out/implementation-artifacts/1a-2-door.md',
      '# Story 1a.2: Door\n\nStatus: review\n',
    );
    project.files.write(
      'out/implementation-artifacts/sprint-status.yaml',
      'development_status:\n  1a-2-door: done\n',
    );
    expect(project.read('out', 'bmad').documents).toMatchObject([
      { name: 'bell', title: 'Bell' },
      { title: 'Door', ledger: { word: 'done' }, word: { word: 'review' } },
    ]);
  });

  it('reads decision records in several forms', () => {
    const project = given({
      'docs/adr/0003-use-clay.md': '# 3. Use clay\n\nDate: 2026-02-01\n\n## Status\n\nAccepted\n',
      'docs/adr/ADR-004-fire.md': '# ADR-004: Fire it\n\n> **Status**: Accepted\n',
      'docs/adr/0000-template.md': '# Title\n',
      'docs/adr/INDEX.md': '# ADRs\n',
      'docs/adr/0005-load-report.md': '# 5. Load report\n',
    });
    expect(project.open().kindsIn('docs/adr')).toEqual(['records']);
    expect(project.read('docs/adr', 'records').documents).toMatchObject([
      {
        key: '0003-use-clay',
        title: 'Use clay',
        number: 3,
        created: '2026-02-01',
        word: { word: 'Accepted' },
      },
      { key: '0005-load-report', title: 'Load report' },
      { key: 'ADR-004-fire', title: 'Fire it', number: 4, word: { word: 'Accepted' } },
    ]);
  });

  it('reads plain Markdown: the folder of what has ended is the place', () => {
    const project = given({
      'docs/plans/completed/plan-2026-02-27-kiln.md':
        '# Kiln Implementation Plan (phase 2) (2026-02-27)\n\n## Status\n\n- Program status: Completed\n',
      'docs/plans/review-2026-03-01-kiln.md': '# Review\n',
      'docs/plans/2026-03-02-609-door.md':
        '# #609 Door\n\n> ⚠️ **LEGACY PLAN.** See the oven.\n\nStatus: Draft\n',
    });
    expect(project.open().kindsIn('docs/plans')).toEqual(['plans']);
    const { documents } = project.read('docs/plans', 'plans');
    expect(documents[0]).toMatchObject({ title: '#609 Door', word: { word: 'superseded', from: 'notice' } });
    expect(documents[0]).not.toHaveProperty('number');
    expect(documents.slice(1)).toMatchObject([
      {
        key: 'plan-2026-02-27-kiln',
        title: 'Kiln (phase 2)',
        created: '2026-02-27',
        place: { word: 'completed' },
      },
    ]);
  });
});

it('passes over links, and keeps a document whose frontmatter is broken or whose neighbour is not text', () => {
  const project = given({
    'plans/__proto__.md': '# Prototype\n',
    'plans/a.md': '---\na: [\n---\n# A\n',
    'secret.md': '# Secret\n',
  });
  project.files.write('plans/b.md', new Uint8Array([0xff, 0xfe, 0x00, 0x01]));
  project.files.link('../secret.md', 'plans/c.md');
  const { documents, skipped } = project.read('plans', 'plans');
  expect(documents.map(({ key, title }) => [key, title])).toEqual([
    ['__proto__', 'Prototype'],
    ['a', 'A'],
  ]);
  expect(skipped).toHaveLength(2);
  expect(project.read('missing', 'plans')).toEqual({ documents: [], leftOut: [], skipped: [] });
  expect(project.open().text('plans/missing.md')).toBeUndefined();
  expect(project.open().text('plans/__proto__.md')).toBe('# Prototype\n');
});

it('does not read a file again that has not changed', () => {
  const cache = new MemoryFileSystem();
  const later = 1_800_000_000_000;
  const snapshot = new Snapshot(
    () => ({ files: cache, folder: 'cache/' }),
    () => later,
  );
  const project = given({ 'plans/a.md': '# A\n', 'plans/b.md': '# B\n' }, snapshot);
  const before = project.read('plans', 'plans');
  snapshot.save();
  project.parsed.length = 0;
  expect(project.read('plans', 'plans')).toEqual(before);
  expect(project.parsed).toEqual([]);
  project.files.write('plans/b.md', '# Bee\n');
  const after = project.read('plans', 'plans').documents;
  expect(after.map(({ title }) => title)).toEqual(['A', 'Bee']);
  expect(project.parsed).toEqual(['# Bee\n']);
});

it('does not read the list of the tool again until it changes', () => {
  const folder = '_bmad-output/implementation-artifacts';
  const list = (status: string) => `development_status:\n  1-1-kiln: ${status}\n`;
  const snapshot = new Snapshot(
    () => ({ files: new MemoryFileSystem(), folder: 'cache/' }),
    () => 1_800_000_000_000,
  );
  const { files, one, parsed } = given({ [`${folder}/1-1-kiln.md`]: '# Kiln\n' }, snapshot);
  const said = () => one(folder, 'bmad')?.ledger?.word;
  files.write(`${folder}/sprint-status.yaml`, list('done'));
  expect([said(), said()]).toEqual(['done', 'done']);
  expect(parsed.filter((text) => text.includes('development_status'))).toHaveLength(1);
  files.write(`${folder}/sprint-status.yaml`, list('review'));
  expect(said()).toBe('review');
});
