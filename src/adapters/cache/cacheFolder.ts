/** Ignored by git; may be removed at any time. */
export const CACHE_FOLDER = '.spectool/cache/specs';
