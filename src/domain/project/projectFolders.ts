export const CONFIG_FILE = '.spectool/config.json';
export const TEMPLATES_FOLDER = '.spectool/templates';
/** The events, a folder for each stream. */
export const LOG_FOLDER = '.spectool/log';
/** Specs that were deleted, text and all; ignored by git, never emptied. */
export const TRASH_FOLDER = '.spectool/trash';

/** Where what was called so goes: its time tells it from others of that name. @param at an ISO instant. */
export function trashPlace(name: string, at: string): string {
  return `${TRASH_FOLDER}/${name}${trashMark(at)}`;
}

/** Hides the trash from git. */
export const TRASH_IGNORE = `${TRASH_FOLDER}/.gitignore`;

/** What the name of a folder ends with that went at that time. */
export function trashMark(at: string): string {
  return `.${at.replace(/\D/g, '')}`;
}

/** Files and folders under way; ignored by git, swept by the next writer. */
export const STAGING_FOLDER = '.spectool/tmp';
/** Tells of a change that is under way, or was interrupted. */
export const JOURNAL_FILE = `${STAGING_FOLDER}/journal.json`;
