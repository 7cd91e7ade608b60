const PREFIX = '.spectool-tmp-';
const SHAPE = /^\.spectool-tmp-(\d{1,10})-[a-z0-9]+$/;
let count = 0;

/**
 * Returns a name for a temporary file. The name contains the process id, so that the files of processes that have ended can be
 * removed.
 */
export function temporaryName(pid: number): string {
  count += 1;
  return `${PREFIX}${pid}-${Math.random().toString(36).slice(2, 10)}${count.toString(36)}`;
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns the id of the process that wrote a temporary file, from the file's name; undefined for any other name. */
export function temporaryOwner(name: string): number | undefined {
  const match = SHAPE.exec(name);
  return match === null ? undefined : Number(match[1]);
}
