import { ContainerModule } from 'inversify';
import { NoRepository } from '../adapters/memory/noRepository.js';
import { TOKENS } from './tokens.js';

/** The git repository around the project. */
export const gitModule = (_root: string) =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Repository)
      .toResolvedValue(() => new NoRepository(), [])
      .inSingletonScope();
  });
