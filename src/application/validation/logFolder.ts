/** Where findings in the log say it stands. */
export const LOG_FOLDER = '.spectool/log';
