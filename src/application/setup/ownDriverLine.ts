/** Whether spectool wrote this `merge.<driver>.driver`, now or in an earlier version; one of somebody's own is left alone. */
export function isOwnDriverLine(line: string): boolean {
  const program = String.raw`(?:'(?:[^']|'\\'')*' )+`;
  return [
    'spectool merge-driver %O %A %B %P',
    String.raw`${program}merge-driver %O %A %B %P; s=\$\?; test \$s -lt 2 && exit \$s; git merge-file %A %O %B`,
    String.raw`${program}merge-driver (?:--[a-z]+-code \d+ )+(?:-- )?%O %A %B %P %L %X %Y(?: %S)?; case \$\? in [^\n]*`,
  ].some((own) => new RegExp(`^${own}$`).test(line));
}
