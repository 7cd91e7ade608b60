import type { Container, ServiceIdentifier } from 'inversify';
import type { ActorSource } from '../ports/actorSource.js';
import type { Clock } from '../ports/clock.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Hasher } from '../ports/hasher.js';
import type { IdGenerator } from '../ports/idGenerator.js';
import type { InspectionLedger } from '../ports/inspectionLedger.js';
import type { NumberRegistry } from '../ports/numberRegistry.js';
import type { ProjectLock } from '../ports/projectLock.js';
import type { Repository } from '../ports/repository.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { ShippedFiles } from '../ports/shippedFiles.js';
import type { SpecStore } from '../ports/specStore.js';
import type { TemplateLibrary } from '../ports/templateLibrary.js';
import type { TokenCounter } from '../ports/tokenCounter.js';
import { TOKENS } from './tokens.js';

/** The ports an embedding program may bring its own implementations of. */
export interface Ports {
  readonly fileSystem: FileSystem;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly hasher: Hasher;
  readonly actors: ActorSource;
  readonly repository: Repository;
  readonly lock: ProjectLock;
  readonly numbers: NumberRegistry;
  readonly eventLog: EventLog;
  readonly specs: SpecStore;
  readonly templates: TemplateLibrary;
  readonly shippedFiles: ShippedFiles;
  readonly searchIndex: SearchIndex;
  readonly tokenCounter: TokenCounter;
  readonly inspections: InspectionLedger;
}

/** Some of the ports; what is undefined is left as it is. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };

const TOKEN_OF: { readonly [Port in keyof Ports]: ServiceIdentifier<Ports[Port]> } = {
  fileSystem: TOKENS.FileSystem,
  clock: TOKENS.Clock,
  ids: TOKENS.IdGenerator,
  hasher: TOKENS.Hasher,
  actors: TOKENS.ActorSource,
  repository: TOKENS.Repository,
  lock: TOKENS.ProjectLock,
  numbers: TOKENS.NumberRegistry,
  eventLog: TOKENS.EventLog,
  specs: TOKENS.SpecStore,
  templates: TOKENS.TemplateLibrary,
  shippedFiles: TOKENS.ShippedFiles,
  searchIndex: TOKENS.SearchIndex,
  tokenCounter: TOKENS.TokenCounter,
  inspections: TOKENS.InspectionLedger,
};

/** Puts the embedder's ports in the place of the usual ones. */
export function bindPorts(container: Container, ports: OwnPorts): void {
  for (const name of Object.keys(ports) as (keyof Ports)[]) {
    const port = ports[name];
    if (port !== undefined) container.rebind<unknown>(TOKEN_OF[name]).toConstantValue(port);
  }
}
