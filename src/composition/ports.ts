import type { Services } from './services.js';

/** The ports an embedding program may bring its own implementations of; the rest is the tool's own affair. */
export type Ports = Pick<
  Services,
  | 'fileSystem'
  | 'clock'
  | 'ids'
  | 'actors'
  | 'clone'
  | 'commits'
  | 'merges'
  | 'otherBranches'
  | 'lock'
  | 'registry'
  | 'editor'
  | 'eventLog'
  | 'searchIndex'
  | 'embedder'
  | 'tokenCounter'
  | 'progress'
>;

/** Some of the ports; what is undefined is left as it is. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };
