import { cpSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FixedActor, FixedClock } from '../../src/adapters/memory/testDoubles.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';
import type { Spectool } from '../../src/application/spectool.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver as withoutGit } from '../support/spectoolOnDisk.js';

const spectoolOver = (fileSystem: FileSystem, actor = 'ada') =>
  withoutGit(fileSystem, {
    clock: new FixedClock(actor === 'ada' ? '2026-01-05T10:00:00.000Z' : '2026-01-05T11:00:00.000Z'),
    actors: new FixedActor(actor),
  });

const at = ({ root }: ScratchProject, actor?: string) => spectoolOver(onDisk(root), actor);
const fix = (spectool: Spectool) => spectool.validateProject.execute({ fix: true });
/** Returns the folder of the spec with the given name. */
function folderOf(scratch: ScratchProject, name: string): string {
  const file = [...scratch.files().keys()].find((path) => path.endsWith(`-${name}/README.md`));
  return dirname(file ?? '');
}

function edit(scratch: ScratchProject, name: string, change: (text: string) => string): void {
  const path = `${folderOf(scratch, name)}/README.md`;
  scratch.write(path, change(scratch.read(path)));
}

/** Simulates a git merge of another clone: adds the log of that clone, and its specs that are missing in this project. */
function bring(theirs: ScratchProject, scratch: ScratchProject): void {
  const ours = scratch.files();
  for (const [path, text] of theirs.files())
    if (path.startsWith('.spectool/log/') || !ours.has(path)) scratch.write(path, text);
  theirs.remove();
}

type Damage = (scratch: ScratchProject, name: string) => unknown;
const DAMAGES: Readonly<Record<string, Damage>> = {
  'a copied folder': (scratch, name) => {
    const folder = join(scratch.root, folderOf(scratch, name));
    cpSync(folder, join(dirname(folder), `080-copy-of-${name}`), { recursive: true });
  },
  'a document behind the log': async (scratch, name) => {
    let before = '';
    edit(scratch, name, (text) => (before = text));
    await at(scratch).updateSpec.execute({ spec: name, priority: 'high', addTags: ['x'] });
    await at(scratch).checkCriteria.execute({ spec: name, criteria: ['1'] });
    edit(scratch, name, () => `${before}\nMore.\n`);
  },
  'a folder behind the log': async (scratch, name) => {
    const folder = join(scratch.root, folderOf(scratch, name));
    await at(scratch).archiveSpecs.execute({ specs: [name] });
    renameSync(join(scratch.root, folderOf(scratch, name)), folder);
  },
  'a number that two have': async (scratch, name) => {
    const theirs = scratch.copy();
    await at(scratch).createSpec.execute({ name: `ours-${name}`, dependsOn: ['b'] });
    await at(scratch).updateSpec.execute({ spec: 'c', addDependencies: [`ours-${name}`] });
    await at(theirs, 'lee').createSpec.execute({ name: `theirs-${name}`, dependsOn: ['b'] });
    bring(theirs, scratch);
  },
  'a folder that is gone': (scratch, name) =>
    rmSync(join(scratch.root, folderOf(scratch, name)), { recursive: true }),
};

const bodyOf = (name: string) =>
  `# ${name}\n\n## Problem\n\nOf ${name}.\n\n## Success Criteria\n\n- [ ] it works\n`;

let ground: ScratchProject | undefined;
/**
 * Returns a copy of a project with three specs in groups: `b` is alone in a group of its own, so that archiving it
 * empties the group.
 */
async function project(): Promise<ScratchProject> {
  if (ground === undefined) {
    ground = ScratchProject.initialised({
      structure: { pattern: 'custom', groupExtractor: '{milestone}', groupFallback: 'none' },
      frontmatter: { custom: { milestone: 'string' } },
    });
    const { createSpec } = at(ground);
    for (const name of ['a', 'b', 'c'])
      await createSpec.execute({
        name,
        ...(name === 'b' && { fields: { milestone: 'v1' } }),
        body: bodyOf(name),
      });
  }
  return ground.copy();
}

async function findings(scratch: ScratchProject): Promise<readonly string[]> {
  const found = await at(scratch).validateProject.execute();
  return found.findings.map(({ code, file, message }) => masked(`${code} ${file} ${message}`)).sort();
}

/** Replaces random ids and hashes in a text. */
function masked(text: string): string {
  return text.replace(/(?<![a-z0-9])[a-z0-9]{16}(?![a-z0-9])/g, '*').replace(/[0-9a-f]{24,}/g, '*');
}

async function seen(scratch: ScratchProject) {
  const { events } = await at(scratch).showHistory.execute();
  const documents = [...scratch.files()].filter(([path]) => /^(?:specs|\.spectool\/trash)\//.test(path));
  return {
    documents: documents.map(([path, text]) => [path, masked(text)]),
    facts: events.map(({ type, data }) => masked(JSON.stringify([type, data]))).sort(),
    findings: await findings(scratch),
  };
}

/** A command of another actor about another spec, which finds and repairs the change that was interrupted. */
const nextCommand = ({ root }: ScratchProject) =>
  spectoolOver(onDisk(root)).updateSpec.execute({ spec: 'c', assignee: 'kim' });

/** Returns a project that has every damage, each to a spec of its own. */
async function damaged(): Promise<ScratchProject> {
  const scratch = await project();
  const names = Object.keys(DAMAGES).map((_, i) => `spec-${String.fromCharCode(100 + i)}`);
  for (const name of names) await at(scratch).createSpec.execute({ name, body: bodyOf(name) });
  for (const [i, damage] of Object.values(DAMAGES).entries()) await damage(scratch, names[i] ?? '');
  return scratch;
}

const lines = (state: unknown) => JSON.stringify(state);

async function copiesOf(scratch: ScratchProject, command: (spectool: Spectool) => Promise<unknown>) {
  const [old, done] = [scratch.copy(), scratch.copy()];
  const counting = new FaultyFileSystem(onDisk(done.root));
  await command(spectoolOver(counting));
  for (const one of [old, done]) await nextCommand(one);
  const states = { before: await seen(old), after: await seen(done), changes: counting.changes };
  for (const one of [old, done]) one.remove();
  return states;
}

async function killed(
  scratch: ScratchProject,
  place: number,
  command: (spectool: Spectool) => Promise<unknown>,
): Promise<ScratchProject> {
  const copy = scratch.copy();
  const dying = new FaultyFileSystem(onDisk(copy.root), { at: place, dies: true });
  await command(spectoolOver(dying)).catch(() => undefined);
  return copy;
}

describe.each<[string, Damage, (spectool: Spectool) => Promise<unknown>]>([
  ...Object.entries(DAMAGES).map(([name, damage]): [string, Damage, typeof fix] => [
    `validate --fix of ${name}`,
    damage,
    fix,
  ]),
  [
    'archive of the last in its group',
    () => undefined,
    (tool) => tool.archiveSpecs.execute({ specs: ['b'] }),
  ],
])('the command "%s"', (_name, damage, command) => {
  it('killed at any of its writes is done whole or not at all, and is completed when it runs again', async () => {
    const scratch = await project();
    await damage(scratch, 'a');
    const { before, after, changes } = await copiesOf(scratch, command);
    expect(before).not.toEqual(after);
    expect(changes).toBeGreaterThan(2);
    for (let place = 1; place <= changes; place++) {
      const copy = await killed(scratch, place, command);
      await nextCommand(copy);
      const state = await seen(copy);
      if (lines(state) !== lines(after)) expect({ place, state }).toEqual({ place, state: before });
      await command(at(copy));
      expect({ place, state: await seen(copy) }).toEqual({ place, state: after });
      copy.remove();
    }
  });
});

it('validate --fix of many findings killed at any of its writes causes no new finding, loses no text, and is completed when it runs again', async () => {
  const scratch = await damaged();
  const texts = [...scratch.files().values()].flatMap((text) => /^Of [\w-]+\.$/m.exec(text) ?? []);
  const { before, after, changes } = await copiesOf(scratch, fix);
  expect(lines(before)).not.toBe(lines(after));
  const known = new Set([...before.findings, ...after.findings]);
  for (let place = 1; place <= changes; place++) {
    const copy = await killed(scratch, place, fix);
    await nextCommand(copy);
    const state = await seen(copy);
    expect({ place, more: state.findings.filter((one) => !known.has(one)) }).toEqual({ place, more: [] });
    expect({ place, lost: texts.filter((text) => !lines(state).includes(text)) }).toEqual({
      place,
      lost: [],
    });
    await fix(at(copy));
    expect({ place, state: await seen(copy) }).toEqual({ place, state: after });
    copy.remove();
  }
});

it('validate --fix with a failing disk reports the repairs it made before any failed write, and the next run reports the others', async () => {
  const scratch = await damaged();
  const whole = scratch.copy();
  const counting = new FaultyFileSystem(onDisk(whole.root));
  const { fixed } = await fix(spectoolOver(counting));
  let told = 0;
  for (let place = 1; place <= counting.changes; place += 3) {
    const copy = scratch.copy();
    const failing = new FaultyFileSystem(onDisk(copy.root), { at: place });
    const stands = await fix(spectoolOver(failing)).then(
      (result) => result.fixed,
      (error: unknown) => (isFacts(error) ? error.details.fixed : []),
    );
    const { fixed: after } = await fix(at(copy));
    // The next command may report that it finished an interrupted change, although only the journal of the change was left.
    // This message is no repair, so leave it out.
    const all = [...stands, ...after].filter((line) => !line.startsWith('An earlier change'));
    expect({ place, all: all.map(masked).sort() }).toEqual({ place, all: fixed.map(masked).sort() });
    if (after.length > 0 && stands.length > 0) told += 1;
    copy.remove();
  }
  expect(told).toBeGreaterThan(5);
});

function isFacts(error: unknown): error is { readonly details: { readonly fixed: readonly string[] } } {
  if (!(error instanceof SpectoolError)) throw error;
  return Array.isArray((error.details as { fixed?: unknown } | undefined)?.fixed);
}
