import { ContainerModule } from 'inversify';
import { NodeHasher } from '../adapters/system/nodeHasher.js';
import { RandomIds } from '../adapters/system/randomIds.js';
import { SystemActor } from '../adapters/system/systemActor.js';
import { SystemClock } from '../adapters/system/systemClock.js';
import { TOKENS } from './tokens.js';

/** Time, chance, hashing and the person: what this machine gives. */
export const systemModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.Clock).toResolvedValue(() => new SystemClock(), []);
  bind(TOKENS.IdGenerator).toResolvedValue(() => new RandomIds(), []);
  bind(TOKENS.Hasher).toResolvedValue(() => new NodeHasher(), []);
  bind(TOKENS.ActorSource).toResolvedValue(
    (repository) => new SystemActor(() => repository.userName()),
    [TOKENS.Repository],
  );
});
