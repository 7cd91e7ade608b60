import type { Finding } from '../../domain/findings/finding.js';
import { namesakeOf, referenceIndex } from '../../domain/naming/referenceIndex.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { NameNow } from '../oldNames.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Corrects findings of broken links with the list of all specs: drops a finding if the target was only archived or
 * unarchived, and adds the right target if the spec was renamed or the path is relative to the root.
 */
export function withoutMoved(
  findings: readonly Finding[],
  specs: readonly SpecView[],
  files: Pick<FileSystem, 'stat'>,
  now: NameNow,
): readonly Finding[] {
  const find = referenceIndex(specs);
  const placeNow = (target: string): string | undefined => {
    const parts = target.split('/');
    for (let i = parts.length - 1; i >= 0; i--) {
      const spec = namesakeOf(parts[i] ?? '', find);
      if (spec !== undefined) return [spec.path, ...parts.slice(i + 1)].join('/');
    }
    return undefined;
  };
  return findings.flatMap((one): readonly Finding[] => {
    if (one.target === undefined) return [one];
    const { target, ...finding } = one;
    const [former] = target.split('/').filter((part) => now(part) !== undefined);
    if (former !== undefined) return [oldName(finding, 'the link', former, now)];
    const folder = finding.file.slice(0, finding.file.lastIndexOf('/'));
    const fromRoot = target.startsWith(`${folder}/`) ? target.slice(folder.length + 1) : undefined;
    const place = [placeNow(target), fromRoot].find((path) => path !== undefined && isThere(files, path));
    if (place === undefined) return [finding];
    if (unarchived(place) === unarchived(target)) return [];
    return [
      {
        ...finding,
        message: `${finding.message.replace(/\.$/, '')}; the file may now be ${pathFrom(folder, place)}.`,
      },
    ];
  });
}

/** Returns a finding for a reference by a name that the spec no longer has. */
export function oldName(
  at: Pick<Finding, 'file' | 'line'>,
  what: string,
  former: string,
  now: NameNow,
): Finding {
  const { file, line } = at;
  return {
    severity: 'warning',
    code: 'OLD_NAME',
    file,
    ...(line !== undefined && { line }),
    message:
      `${what} names ${former}, which is ${now(former)?.ref ?? former} now; the reference is followed.`.replace(
        /^the/,
        'The',
      ),
    fix: 'The next change of the spec writes the new name.',
    advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'write the new names' }],
  };
}

function isThere(files: Pick<FileSystem, 'stat'>, path: string): boolean {
  try {
    return files.stat(path) !== undefined;
  } catch {
    return false;
  }
}

function unarchived(path: string): string {
  return path.replace(/(?:\/archived)+(?=\/)/, '');
}

function pathFrom(folder: string, path: string): string {
  const [from, to] = [folder.split('/'), path.split('/')];
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
