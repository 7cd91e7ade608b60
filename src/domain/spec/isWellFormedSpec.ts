import { ARCHIVE_FOLDER, isUnseenFolder, type Labels } from '../naming/specFolder.js';
import { isJsonObject } from '../value/jsonValue.js';
import type { ActiveSpec } from './spec.js';

const LONGEST_TEXT = 1000;

/**
 * True if a spec that was computed from the log has values of the expected types. Log files may be forged, and labels become
 * paths, so names that lead out of the specs folder are rejected here.
 */
export function isWellFormed(spec: ActiveSpec): boolean {
  const { labels, title, frontmatter, claim, deleted, approvals = [], retired = [], known = [] } = spec;
  return (
    typeof title === 'string' &&
    isJsonObject(frontmatter) &&
    typeof labels.name === 'string' &&
    typeof labels.archived === 'boolean' &&
    (labels.sequence === null || isSequence(labels.sequence)) &&
    (labels.ref === '' || isPlainName(labels.ref)) &&
    (labels.group === undefined || isGroup(labels.group)) &&
    (labels.archived || topFolder(labels) !== ARCHIVE_FOLDER) &&
    (claim === undefined ||
      (isText(claim.by) &&
        isText(claim.lease) &&
        [claim.place, claim.session].every((text) => text === undefined || isText(text)))) &&
    approvals.every(({ by, on, text }) => [by, on, text].every(isText)) &&
    retired.every(({ n, text, reason, by = '' }) => isSequence(n) && [text, reason, by].every(isString)) &&
    known.every(({ label = '', text }) => isString(label) && isString(text)) &&
    (deleted === undefined || typeof deleted.reason === 'string')
  );
}

/** True for a text that is not empty and not too long to be displayed in listings. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT;
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isSequence(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isGroup(group: unknown): boolean {
  return typeof group === 'string' && (group === '' || group.split('/').every(isPlainName));
}

/** Returns the top folder of the spec's path within the specs folder. */
function topFolder({ group = '', ref }: Labels): string | undefined {
  return (group === '' ? ref : group).split('/')[0];
}

/**
 * True for the name of a single folder in which specs are searched. Such a name has no `/`, and no `.` or `..` between
 * backslashes.
 */
function isPlainName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    !/[/\0]/.test(name) &&
    name.split('\\').every((part) => part !== '' && part !== '.' && part !== '..') &&
    !isUnseenFolder(name)
  );
}
