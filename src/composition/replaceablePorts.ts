import { SpectoolError } from '../domain/errors/spectoolError.js';
import { nearestWords } from '../domain/naming/nearestWords.js';
import type { Services } from '../application/services.js';

/** Names of the ports that a program embedding spectool can implement; all other ports are internal. */
const PORTS = [
  'fileSystem',
  'clock',
  'ids',
  'actors',
  'clone',
  'commits',
  'commitLog',
  'merges',
  'otherBranches',
  'lock',
  'registry',
  'remoteEntries',
  'editor',
  'eventLog',
  'searchIndex',
  'tokenCounter',
] as const;

/** Ports that a program embedding spectool can implement; all other ports are internal. */
export type Ports = Pick<Services, (typeof PORTS)[number]>;

/** Ports implemented by the embedding program; undefined keeps the default implementation. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };

const EMBEDDER_GONE =
  'Vectors come from a table of words now. Replace `searchIndex` to search with a model of your own.';

/** Checks that all given ports are known. Their members are left to the compiler. @throws SpectoolError `USAGE`. */
export function checkedPorts(ports: OwnPorts): OwnPorts {
  const allowed: readonly string[] = PORTS;
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined || allowed.includes(name)) continue;
    const [near] = nearestWords(name, allowed, 1);
    throw new SpectoolError('USAGE', `"${name}" is not a port. There are: ${allowed.join(', ')}.`, {
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
      ...(name === 'embedder' && { hint: EMBEDDER_GONE }),
      details: { field: `ports.${name}`, allowed },
    });
  }
  return ports;
}
