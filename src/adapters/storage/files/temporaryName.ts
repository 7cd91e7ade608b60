const PREFIX = '.spectool-tmp-';
const SHAPE = /^\.spectool-tmp-(\d{1,10})-[a-z0-9]+$/;
let count = 0;

/** A name for a write under way; it says which process it belongs to, so that a dead one's can be swept. */
export function temporaryName(pid: number): string {
  count += 1;
  return `${PREFIX}${pid}-${Math.random().toString(36).slice(2, 10)}${count.toString(36)}`;
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The process a temporary file belongs to, undefined when the name does not say. */
export function temporaryOwner(name: string): number | undefined {
  const match = SHAPE.exec(name);
  return match === null ? undefined : Number(match[1]);
}
