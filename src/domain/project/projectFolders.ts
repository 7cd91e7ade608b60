export const CONFIG_FILE = '.spectool/config.json';
export const TEMPLATES_FOLDER = '.spectool/templates';
/** The events, a folder for each stream. */
export const LOG_FOLDER = '.spectool/log';
/** Specs that were deleted, text and all; ignored by git, never emptied. */
export const TRASH_FOLDER = '.spectool/trash';
/** Files and folders under way; ignored by git, swept by the next writer. */
export const STAGING_FOLDER = '.spectool/tmp';
