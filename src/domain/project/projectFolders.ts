/** Files and folders under way; ignored by git, swept by the next writer. */
export const STAGING_FOLDER = '.spectool/tmp';
