import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import type { OnEvent } from '../../src/application/spectool.js';
import type { HistoryEvent } from '../../src/domain/log/historyEvents.js';

const emitWarning = jest.spyOn(process, 'emitWarning');
beforeEach(() => {
  emitWarning.mockReset().mockImplementation(() => undefined);
});
afterEach(() => {
  emitWarning.mockReset();
});

async function listening(onEvent: OnEvent, fileSystem?: MemoryFileSystem): Promise<TestSpectool> {
  const spectool = createTestSpectool({ onEvent, fileSystem });
  await spectool.initProject.execute({ agentTools: 'none', skill: true });
  return spectool;
}

describe('onEvent', () => {
  it('is called once for every recorded event, in the order of the log', async () => {
    const heard: HistoryEvent[] = [];
    const spectool = await listening((event) => {
      heard.push(event);
    });
    await spectool.createSpec.execute({ name: 'a' });
    await spectool.createSpec.execute({ name: 'b', dependsOn: ['1'] });
    await spectool.updateSpec.execute({ spec: '1', status: 'in-progress', addTags: ['x'], title: 'New' });
    await spectool.archiveSpecs.execute({ specs: ['1', '2'], outcome: 'deferred', reason: 'x' });
    await spectool.unarchiveSpecs.execute({ specs: ['2'] });
    await spectool.renumberSpec.execute({ spec: '1', to: 7 });
    await spectool.undoChange.execute({});
    await spectool.installSkill.execute({ force: true });
    const { events } = await spectool.showHistory.execute({});
    const inOrder = (all: readonly HistoryEvent[]) => all.map(({ type, id }) => `${id} ${type}`).sort();
    expect(inOrder(heard)).toEqual(inOrder(events));
    expect(heard.map(({ type }) => type)).toEqual([
      ...'ProjectInitialized SkillInstalled SpecCreated SpecCreated StatusChanged TagsChanged'.split(' '),
      ...'SpecRenamed FieldsChanged SpecArchived FieldsChanged SpecArchived SpecUnarchived'.split(' '),
      ...'FieldsChanged SpecRenumbered DependenciesChanged ChangeUndone SpecRenumbered'.split(' '),
      ...'ChangeUndone DependenciesChanged'.split(' '),
    ]);
    expect(heard[2]).toEqual(events.find(({ type, spec }) => type === 'SpecCreated' && spec?.endsWith('a')));
  });

  it('is not called for changes without effect, refused changes and reads', async () => {
    const heard: string[] = [];
    const spectool = await listening(({ type }) => {
      heard.push(type);
    });
    await spectool.createSpec.execute({ name: 'a', priority: 'high' });
    heard.length = 0;
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    await expect(spectool.updateSpec.execute({ spec: '1', status: 'complete' })).rejects.toBeDefined();
    await spectool.listSpecs.execute({});
    expect(heard).toEqual([]);
  });

  it('is not called for a change that was reverted because the disk failed', async () => {
    const heard: string[] = [];
    class FullDisk extends MemoryFileSystem {
      full = false;
      override move(from: string, to: string): void {
        if (this.full) throw new Error('no space');
        super.move(from, to);
      }
    }
    const files = new FullDisk();
    const spectool = await listening(({ type }) => {
      heard.push(type);
    }, files);
    await spectool.createSpec.execute({ name: 'a' });
    heard.length = 0;
    files.full = true;
    await expect(spectool.archiveSpecs.execute({ specs: ['1'] })).rejects.toThrow('no space');
    files.full = false;
    expect(heard).toEqual([]);
    await spectool.archiveSpecs.execute({ specs: ['1'] });
    expect(heard).toEqual(['SpecArchived']);
  });

  it.each<[string, OnEvent]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws an object that cannot be printed',
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything may be thrown
        throw new Proxy(
          {},
          {
            get: () => {
              throw new Error('no');
            },
          },
        );
      },
    ],
  ])('cannot make a change fail when it %s, which causes a warning', async (_what, onEvent) => {
    const spectool = await listening(onEvent);
    const { spec } = await spectool.createSpec.execute({ name: 'a' });
    expect(spec.ref).toBe('001-a');
    await new Promise((resolve) => setImmediate(resolve));
    expect(emitWarning).toHaveBeenCalledTimes(3);
    expect(emitWarning.mock.calls[0]).toEqual([
      expect.stringContaining('onEvent'),
      expect.objectContaining({ code: 'SPECTOOL_ON_EVENT' }),
    ]);
  });

  it('is called until it is ended, with data typed by the type of the event', async () => {
    const spectool = createTestSpectool();
    await spectool.initProject.execute({ agentTools: 'none' });
    const heard: (string | null)[] = [];
    const end = spectool.onEvent((event) => {
      if (event.type === 'SpecRenumbered') heard.push(`to ${String(event.data.to)}`);
      else heard.push(event.spec);
    });
    await spectool.createSpec.execute({ name: 'a' });
    await spectool.renumberSpec.execute({ spec: '1', to: 7 });
    end();
    await spectool.createSpec.execute({ name: 'b' });
    expect(heard).toEqual(['001-a', 'to 7']);
  });

  it('cannot change the log or the result by changing an event object', async () => {
    const spectool = await listening((event) => {
      for (const key of Object.keys(event.data)) Reflect.deleteProperty(event.data, key);
    });
    const { events } = await spectool.createSpec.execute({ name: 'a' });
    expect(events[0]?.data).toMatchObject({ ref: '001-a' });
    expect((await spectool.showHistory.execute({ spec: '1' })).events[0]?.data).toMatchObject({
      ref: '001-a',
    });
  });
});
