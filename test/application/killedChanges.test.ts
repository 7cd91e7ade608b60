import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FixedActor,
  FixedClock,
  MemoryProjectLock,
  MemoryRegistry,
  NoRepository,
} from '../../src/adapters/memory/standIns.js';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { FaultyFileSystem, type Fault } from '../support/faultyFileSystem.js';
import { ScratchProject } from '../support/scratchProject.js';

const DOC = 'specs/001-a/README.md';

function toolOver(fileSystem: FileSystem): Spectool {
  return createSpectool({
    ports: {
      fileSystem,
      clock: new FixedClock(),
      actors: new FixedActor(),
      ...new NoRepository().ports,
      lock: new MemoryProjectLock(),
      registry: new MemoryRegistry(),
    },
  });
}

function toolOn({ root }: ScratchProject, fault?: Fault): Spectool {
  return toolOver(new FaultyFileSystem(new NodeFileSystem(root, { staging: '.spectool/tmp' }), fault));
}

let project: ScratchProject;
beforeAll(async () => {
  project = ScratchProject.initialised();
  const tool = toolOn(project);
  await tool.createSpec.execute({ name: 'a', body: '# A\n\n## Problem\n\nOne.\n\n## Acceptance\n' });
  await tool.addCriterion.execute({ spec: '1', text: 'it works' });
  await tool.createSpec.execute({ name: 'b' });
});
afterAll(() => project.remove());

/** The commands, with what a document shows of each, and the names of its events. */
const COMMANDS: readonly [string, (tool: Spectool) => Promise<unknown>, RegExp, string][] = [
  [
    'fields',
    ({ updateSpec }) => updateSpec.execute({ spec: '1', priority: 'high', addTags: ['x'] }),
    /^tags:.*\bx\b[^]*^priority: high$|^priority: high$[^]*^tags:.*\bx\b/m,
    'FieldsChanged',
  ],
  [
    'a title',
    ({ updateSpec }) => updateSpec.execute({ spec: '1', title: 'Other' }),
    /^# Other$/m,
    'SpecRenamed',
  ],
  [
    'a tick',
    ({ checkCriteria }) => checkCriteria.execute({ spec: '1', criteria: ['1'], test: 'x' }),
    /\[x\]/,
    'CriterionChecked',
  ],
  ['a note', ({ addNote }) => addNote.execute({ spec: '1', text: 'Asked.' }), /Asked\./, 'NoteAdded'],
  [
    'a section',
    ({ replaceSection }) => replaceSection.execute({ spec: '1', heading: 'Problem', set: 'Longer.' }),
    /^Longer\.$/m,
    'SectionReplaced',
  ],
  [
    'a criterion',
    ({ addCriterion }) => addCriterion.execute({ spec: '1', text: 'two' }),
    /: two$/m,
    'CriterionAdded',
  ],
];

describe.each(COMMANDS)('A command that sets %s', (_what, command, shown, event) => {
  it('and is killed is finished by the next one, together with what a hand wrote in between', async () => {
    const states = new Set<string>();
    for (let at = 1; ; at += 1) {
      const scratch = project.copy();
      const isDone = await command(toolOn(scratch, { at, dies: true })).then(
        () => true,
        () => false,
      );
      const text = scratch.read(DOC).replace(/^status:/m, 'reviewer: lee\nstatus:');
      scratch.write(DOC, `${text}\nMine.\n`);
      await toolOn(scratch).updateSpec.execute({ spec: '2', assignee: 'kim' });
      const tool = toolOn(scratch);
      const { events } = await tool.showHistory.execute({ spec: '1' });
      const isRecorded =
        events.filter(({ type }) => type === event).length > (event === 'CriterionAdded' ? 1 : 0);
      const now = scratch.read(DOC);
      const times = now.split(shown).length - 1;
      expect({ at, times }).toEqual({ at, times: isRecorded ? 1 : 0 });
      expect(now).toMatch(/^reviewer: lee$/m);
      expect(now.split('\nMine.\n')).toHaveLength(2);
      const { findings } = await tool.validateProject.execute();
      expect(findings.filter(({ code }) => /RECORDS_NOT|DOCUMENT_BEHIND|CHANGE_UN/.test(code))).toEqual([]);
      states.add(isRecorded ? 'finished' : 'not begun');
      scratch.remove();
      if (isDone) break;
    }
    expect([...states].sort()).toEqual(['finished', 'not begun']);
  });

  it('writes three files: its record and the document, and a note that need not be flushed', async () => {
    const scratch = project.copy();
    const disk = new NodeFileSystem(scratch.root, { staging: '.spectool/tmp' });
    const written: string[] = [];
    const stage: FileSystem['stage'] = (path, content, options) => {
      if (!path.startsWith('.spectool/cache/'))
        written.push(`${path.replace(/log.*/, 'log')}${options?.durable === false ? '' : ' flushed'}`);
      return NodeFileSystem.prototype.stage.call(disk, path, content, options);
    };
    await command(toolOver(Object.assign(disk, { stage })));
    expect(written).toEqual(['.spectool/log flushed', `${DOC} flushed`, '.spectool/tmp/journal.json']);
    scratch.remove();
  });
});

it('A command that is killed as it brings together what two branches recorded is finished by the next one', async () => {
  const [ours, theirs] = [project.copy(), project.copy()];
  await toolOn(ours).addNote.execute({ spec: '1', text: 'Left.' });
  await toolOn(theirs).addNote.execute({ spec: '1', text: 'Right.' });
  await toolOn(theirs).updateSpec.execute({ spec: '1', priority: 'high' });
  for (const [path, text] of theirs.files('.spectool/log')) ours.write(path, text);
  const command = (tool: Spectool) => tool.updateSpec.execute({ spec: '1', addTags: ['x'] });
  const whole = ours.copy();
  await command(toolOn(whole));
  expect(whole.read(DOC)).toMatch(/priority: high[^]*Left\.[^]*Right\./);
  for (let at = 1; ; at += 1) {
    const scratch = ours.copy();
    const isDone = await command(toolOn(scratch, { at, dies: true })).then(
      () => true,
      () => false,
    );
    await toolOn(scratch).updateSpec.execute({ spec: '2', assignee: 'kim' });
    const text = scratch.read(DOC);
    expect([ours.read(DOC), whole.read(DOC)]).toContain(text);
    await command(toolOn(scratch));
    expect({ at, text: scratch.read(DOC) }).toEqual({ at, text: whole.read(DOC) });
    scratch.remove();
    if (isDone) break;
  }
  for (const scratch of [ours, theirs, whole]) scratch.remove();
});
