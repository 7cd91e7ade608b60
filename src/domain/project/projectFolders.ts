export const CONFIG_FILE = '.spectool/config.json';
export const TEMPLATES_FOLDER = '.spectool/templates';
/** The folder of the log, with a subfolder for each spec and one for the project. */
export const LOG_FOLDER = '.spectool/log';
/** The folder to which the folders of deleted specs are moved; git ignores it, and spectool never empties it. */
export const TRASH_FOLDER = '.spectool/trash';

/**
 * Returns the path in the trash for the folder of a deleted spec; the time makes it unique.
 * @param at the time of the deletion, ISO 8601.
 */
export function trashPlace(name: string, at: string): string {
  return `${TRASH_FOLDER}/${name}${trashMark(at)}`;
}

/** The file that makes git ignore the trash. */
export const TRASH_IGNORE = `${TRASH_FOLDER}/.gitignore`;

/** Returns a time as the suffix of a folder in the trash: `.20260105100000000`. */
export function trashMark(at: string): string {
  return `.${at.replace(/\D/g, '')}`;
}

/** The folder for temporary files; git ignores it, and the next command that writes cleans it up. */
export const STAGING_FOLDER = '.spectool/tmp';
/** The journal: the file that describes a running or interrupted transaction, so that it can be finished. */
export const JOURNAL_FILE = `${STAGING_FOLDER}/journal.json`;

export const OWN_FOLDER = '.spectool';

/** True for a file in `.spectool`, such as the log, which commits of all specs share. */
export function isOwnFile(path: string): boolean {
  return isIn(OWN_FOLDER, path);
}

/** True if a path is the folder or file `place`, or is inside that folder. */
export function isIn(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
