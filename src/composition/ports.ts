import type { Services } from '../application/services.js';

/** The ports an embedding program may bring its own implementations of. */
export type Ports = Pick<
  Services,
  | 'fileSystem'
  | 'clock'
  | 'ids'
  | 'hasher'
  | 'actors'
  | 'repository'
  | 'lock'
  | 'numbers'
  | 'eventLog'
  | 'specStore'
  | 'templateLibrary'
  | 'shippedFiles'
  | 'searchIndex'
  | 'embedder'
  | 'tokenCounter'
  | 'inspectionLedger'
>;

/** Some of the ports; what is undefined is left as it is. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };
