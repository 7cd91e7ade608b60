/** One version of a file with conflicts, as listed in git's index. */
export interface Unmerged {
  readonly path: string;
  readonly mode: string;
  readonly stage: string;
  readonly id: string;
}

/** Parses the output of `git ls-files --unmerged -z`: entries `<mode> <id> <stage>\t<path>`, each ended by NUL. */
export function parseUnmerged(listing: Buffer): readonly Unmerged[] {
  return listing
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const match = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(line);
      if (match === null) return [];
      const [, mode = '', id = '', stage = '', file = ''] = match;
      return [{ mode, id, stage, path: file }];
    });
}
