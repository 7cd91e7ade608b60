import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { ScratchProject } from '../support/scratchProject.js';
import { gitRepository, repositoryPorts } from '../support/gitRepositoryPorts.js';

const DOCUMENT = 'specs/001-a/README.md';

describe('A document that git changes at checkout', () => {
  it.each([
    ['a filter', 'filter=shout', 'This is LOUD.'],
    ['keywords', 'ident', '$Id: '],
  ])(
    'causes a warning, and the change is not recorded as an edit: changed by %s',
    async (_name, attribute, shown) => {
      const project = ScratchProject.initialised();
      const git = new GitSandbox(project.root);
      git.git('config', 'filter.shout.smudge', 'sed s/quiet/LOUD/');
      git.git('config', 'filter.shout.clean', 'sed s/LOUD/quiet/');
      const tool = () =>
        createTestSpectool({
          fileSystem: new NodeFileSystem(project.root, { staging: '.spectool/tmp' }),
          ports: repositoryPorts(gitRepository(project.root, GIT_ENV)),
        });
      await tool().createSpec.execute({ name: 'a', body: '# A\n\nThis is quiet.\n\n$Id$\n' });
      git.write('.gitattributes', `*.md ${attribute}\n`).commit();
      git.git('rm', '-q', '-r', '--cached', 'specs');
      git.git('reset', '-q', '--hard');
      expect(project.read(DOCUMENT)).toContain(shown);

      const { warnings } = await tool().updateSpec.execute({ spec: '1', priority: 'high' });

      expect(warnings.map(({ code }) => code)).toEqual(['TEXT_FILTERED']);
      const { events } = await tool().showHistory.execute({ spec: '1' });
      expect(events.map(({ type }) => type)).toEqual(['FieldsChanged', 'SpecCreated']);
      expect(project.read(DOCUMENT)).toContain(shown);
      project.remove();
    },
  );
});
