import { SpectoolError } from '../domain/errors/spectoolError.js';
import { nearestWords } from '../domain/naming/nearestWords.js';
import type { Services } from '../application/services.js';

/** Ports that a program embedding spectool can implement; all other ports are internal. */
export type Ports = Pick<
  Services,
  | 'fileSystem'
  | 'clock'
  | 'ids'
  | 'actors'
  | 'clone'
  | 'commits'
  | 'commitLog'
  | 'merges'
  | 'otherBranches'
  | 'lock'
  | 'registry'
  | 'remoteEntries'
  | 'editor'
  | 'eventLog'
  | 'searchIndex'
  | 'tokenCounter'
>;

/** Ports implemented by the embedding program; undefined keeps the default implementation. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };

/** Names of the members that an implementation of each port must have. */
const MEMBERS = {
  fileSystem:
    'root read readText open list stat stage write createExclusive makeDirectory move remove removeEmptyDirectory sweepTemporary link readLink isInside placeOf',
  clock: 'now today',
  ids: 'specId nonce',
  actors: 'actor',
  clone: 'available complaint notCheckedOut logIgnoredBy userName hook setHook readConfig writeConfig',
  commits:
    'lastCommits committedTexts filesNotInHead differingSince committedBeside stagedDocuments untracked projectFiles filesContaining stagedFiles lastFolder changesSince leftOutside',
  commitLog:
    'missing naming since commits commitNamed lastCommitAt firstCommitWith blame textIn filesIn otherProjects',
  merges:
    'mergeText changeOfMerge isFiltered conflictSides textsLeft versionsThatMeet conflictedPaths stage continuation',
  otherBranches: 'foldersElsewhere logsInWorktrees logsOnBranches changedElsewhere worktrees',
  lock: 'hold',
  registry: 'claims enter hold',
  remoteEntries: 'remote branch read change',
  editor: 'edit',
  eventLog: 'read records streams highestLamport highestSequence pack seal stage',
  searchIndex: 'search',
  tokenCounter: 'count',
} as const satisfies Readonly<Record<keyof Ports, string>>;

type Words<Text> = Text extends `${infer Word} ${infer More}` ? Word | Words<More> : Text;
type Needed<Port> = { [Name in keyof Port]-?: undefined extends Port[Name] ? never : Name }[keyof Port];

/** Makes it a compile error if the table `MEMBERS` differs from the interfaces of the ports. */
const MEMBERS_OF_PORTS: {
  readonly [Name in keyof Ports]: Needed<NonNullable<Ports[Name]>> extends Words<(typeof MEMBERS)[Name]>
    ? Words<(typeof MEMBERS)[Name]> extends keyof NonNullable<Ports[Name]>
      ? string
      : never
    : never;
} = MEMBERS;

/** Names of members that are values; all other members are functions. */
const VALUES: readonly string[] = ['root'];
const EMBEDDER_GONE =
  'Vectors come from a table of words now. Replace `searchIndex` to search with a model of your own.';

/**
 * Checks that all given ports are known and have all members. @throws SpectoolError `USAGE` for an unknown or incomplete
 * port.
 */
export function checkedPorts(ports: OwnPorts): OwnPorts {
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    const allowed = Object.keys(MEMBERS_OF_PORTS);
    if (!allowed.includes(name)) {
      const [near] = nearestWords(name, allowed, 1);
      throw new SpectoolError('USAGE', `"${name}" is not a port. There are: ${allowed.join(', ')}.`, {
        ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
        ...(name === 'embedder' && { hint: EMBEDDER_GONE }),
        details: { field: `ports.${name}`, allowed },
      });
    }
    const members = MEMBERS_OF_PORTS[name as keyof Ports].split(' ');
    const missing = members.filter((member) => !isThere(port, member));
    if (missing.length === 0) continue;
    throw new SpectoolError('USAGE', `The port "${name}" lacks ${missing.join(', ')}.`, {
      hint: `It must have: ${members.join(', ')}.`,
      details: { field: `ports.${name}`, missing },
    });
  }
  return ports;
}

function isThere(port: unknown, member: string): boolean {
  const value = (port as Readonly<Record<string, unknown>> | null)?.[member];
  return VALUES.includes(member) ? value !== undefined && value !== null : typeof value === 'function';
}
