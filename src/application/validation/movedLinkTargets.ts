import type { Finding } from '../../domain/findings/finding.js';
import { foldersAbove } from '../../domain/naming/projectPath.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { NameNow } from '../oldNames.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { linkTargetExists } from './inspectSpec.js';

/**
 * Corrects findings of broken links with the list of all specs: drops a finding if the target was only archived or unarchived,
 * and names the spec if it was renamed.
 */
export function withoutMoved(
  findings: readonly Finding[],
  specs: readonly SpecView[],
  files: Pick<FileSystem, 'stat'>,
  now: NameNow,
): readonly Finding[] {
  const byPlace = new Map(specs.map(({ path }) => [unarchived(path), path]));
  return findings.flatMap((one): readonly Finding[] => {
    if (one.target === undefined) return [one];
    const { target, ...finding } = one;
    const former = target.split('/').find((part) => now(part) !== undefined);
    if (former !== undefined) return [oldName(finding, 'the link', former, now)];
    const wanted = unarchived(target);
    const place = [...foldersAbove(wanted), wanted].find((folder) => byPlace.has(folder)) ?? '';
    const moved = `${byPlace.get(place) ?? ''}${wanted.slice(place.length)}`;
    return place !== '' && linkTargetExists(files, moved) ? [] : [finding];
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

function unarchived(path: string): string {
  return path.replace(/(?:\/archived)+(?=\/)/, '');
}
