import { ARCHIVE_FOLDER, isUnseenFolder, type Labels } from '../naming/specFolder.js';
import { isJsonObject } from '../value/json.js';
import type { ActiveSpec } from './spec.js';

const LONGEST_TEXT = 1000;

/**
 * True when a folded spec has the shape its type promises. Log files can be written by anybody: their labels become
 * paths, so a name that leads elsewhere must not get further than the fold.
 */
export function isWellFormed({ labels, title, frontmatter, claim, deleted }: ActiveSpec): boolean {
  return (
    typeof title === 'string' &&
    isJsonObject(frontmatter) &&
    typeof labels.name === 'string' &&
    typeof labels.archived === 'boolean' &&
    (labels.sequence === null || Number.isSafeInteger(labels.sequence)) &&
    (labels.ref === '' || isPlainName(labels.ref)) &&
    (labels.group === undefined || isGroup(labels.group)) &&
    (labels.archived || topFolder(labels) !== ARCHIVE_FOLDER) &&
    (claim === undefined ||
      (isText(claim.by) &&
        isText(claim.lease) &&
        [claim.place, claim.session].every((text) => text === undefined || isText(text)))) &&
    (deleted === undefined || typeof deleted.reason === 'string')
  );
}

/** What every listing shows of a spec is of a length that somebody can have meant. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT;
}

function isGroup(group: unknown): boolean {
  return typeof group === 'string' && (group === '' || group.split('/').every(isPlainName));
}

/** Below the folder for specs. */
function topFolder({ group = '', ref }: Labels): string | undefined {
  return (group === '' ? ref : group).split('/')[0];
}

/** True for the name of one folder in which specs are looked for: no separator, and, where `\` separates too, no step upward. */
function isPlainName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    !/[/\0]/.test(name) &&
    name.split('\\').every((part) => part !== '' && part !== '.' && part !== '..') &&
    !isUnseenFolder(name)
  );
}
