export const CONFIG_FILE = '.spectool/config.json';
export const TEMPLATES_FOLDER = '.spectool/templates';
/** The log, with a folder for each stream. */
export const LOG_FOLDER = '.spectool/log';
/** The folders of deleted specs; ignored by git, never emptied. */
export const TRASH_FOLDER = '.spectool/trash';

/**
 * Returns the path in the trash for a folder; the time makes it unique.
 * @param at an ISO instant.
 */
export function trashPlace(name: string, at: string): string {
  return `${TRASH_FOLDER}/${name}${trashMark(at)}`;
}

/** Hides the trash from git. */
export const TRASH_IGNORE = `${TRASH_FOLDER}/.gitignore`;

/** Returns the time as a suffix for a folder in the trash. */
export function trashMark(at: string): string {
  return `.${at.replace(/\D/g, '')}`;
}

/** Temporary files and folders; ignored by git, cleaned up by the next writer. */
export const STAGING_FOLDER = '.spectool/tmp';
/** Describes a transaction that is running or was interrupted. */
export const JOURNAL_FILE = `${STAGING_FOLDER}/journal.json`;
