import { SpectoolError } from '../domain/errors/spectoolError.js';
import { nearestWords } from '../domain/naming/nearestWords.js';
import type { Services } from './services.js';

/** The ports that an embedding program can implement; all others are internal. */
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
  | 'editor'
  | 'eventLog'
  | 'searchIndex'
  | 'embedder'
  | 'tokenCounter'
  | 'progress'
>;

/** Implementations of some ports; undefined keeps the default one. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };

/** Required members of each port. */
const MEMBERS = {
  fileSystem:
    'root read readText open list stat stage write createExclusive makeDirectory move remove removeEmptyDirectory sweepTemporary link readLink isInside placeOf',
  clock: 'now today',
  ids: 'specId nonce',
  actors: 'actor',
  clone: 'available complaint secret notCheckedOut logIgnoredBy userName hook setHook readConfig writeConfig',
  commits:
    'lastCommits committedTexts filesNotInHead isUntouched stagedDocuments untracked lostFromIndex lastFolder textsBeside changesSince',
  commitLog: 'naming since specFolders',
  merges:
    'mergeText changeOfMerge isFiltered conflictSides textsLeft versionsThatMeet conflictedPaths stage continuation',
  otherBranches: 'foldersElsewhere logElsewhere logsOnBranches logsOfWorktrees worktrees',
  lock: 'hold',
  registry: 'claims isWhole change',
  editor: 'edit',
  eventLog: 'read records streams highestLamport highestSequence pack seal stage',
  searchIndex: 'search',
  embedder: 'id dimensions sections query',
  tokenCounter: 'count',
  progress: 'tell',
} as const satisfies Readonly<Record<keyof Ports, string>>;

type Words<Text> = Text extends `${infer Word} ${infer More}` ? Word | Words<More> : Text;
type Needed<Port> = { [Name in keyof Port]-?: undefined extends Port[Name] ? never : Name }[keyof Port];

/** Fails to compile if the table and the interfaces differ. */
const MEMBERS_OF_PORTS: {
  readonly [Name in keyof Ports]: Needed<NonNullable<Ports[Name]>> extends Words<(typeof MEMBERS)[Name]>
    ? Words<(typeof MEMBERS)[Name]> extends keyof NonNullable<Ports[Name]>
      ? string
      : never
    : never;
} = MEMBERS;

/** Members that are values, not functions. */
const VALUES: readonly string[] = ['root', 'id', 'dimensions'];

/** Checks names and members of ports. @throws SpectoolError `USAGE` for an unknown or incomplete port. */
export function checkedPorts(ports: OwnPorts): OwnPorts {
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    const allowed = Object.keys(MEMBERS_OF_PORTS);
    if (!allowed.includes(name)) {
      const [near] = nearestWords(name, allowed, 1);
      throw new SpectoolError('USAGE', `"${name}" is not a port. There are: ${allowed.join(', ')}.`, {
        ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
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
