import { ContainerModule } from 'inversify';
import { GitRepository } from '../adapters/git/gitRepository.js';
import type { FileSystem } from '../ports/fileSystem.js';
import { TOKENS } from './tokens.js';

/** The git repository around the project. */
export const gitModule = (root: string) =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Repository)
      .toResolvedValue(
        (files: FileSystem) => new GitRepository(root, process.env, files),
        [TOKENS.FileSystem],
      )
      .inSingletonScope();
  });
