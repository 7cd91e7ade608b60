import { wholeConflict } from '../../../domain/document/conflictMarks.js';
import type { TextMerge, TextMergeStyle } from '../../../ports/repository/merges.js';
import type { GitProcess } from '../gitProcess.js';
import { temporaryFolder } from '../../files/temporaryFolder.js';
import { gitFailure } from '../gitProcess.js';

/** Up to this value, git's exit code is the number of conflicts; higher codes are errors. */
const MOST_CONFLICTS = 127;

/**
 * Merges texts with `git merge-file`, which needs files but no repository. For texts that git takes for binary, the result is one
 * conflict.
 */
export function mergeTexts(
  git: GitProcess,
  texts: readonly [ours: string, base: string, theirs: string],
  {
    labels = ['ours', 'base', 'theirs'],
    markerSize = 7,
    conflictStyle = 'merge',
    encoding = 'utf8',
  }: TextMergeStyle,
): TextMerge {
  const copies = texts.map((text, index) => [String(index), Buffer.from(text, encoding)] as const);
  const { paths, remove } = temporaryFolder('git merge-file', copies);
  try {
    const named = labels.flatMap((label) => ['-L', label]);
    const style = conflictStyle === 'configured' ? [] : ['-c', `merge.conflictStyle=${conflictStyle}`];
    const answer = git.run([
      ...style,
      'merge-file',
      '-p',
      '-q',
      `--marker-size=${String(markerSize)}`,
      ...named,
      '--',
      ...paths,
    ]);
    if (answer.status !== undefined && answer.status <= MOST_CONFLICTS)
      return { text: answer.output.toString(encoding), conflicts: answer.status };
    const [ours, , theirs] = texts;
    if (!texts.some((text) => text.includes('\0'))) throw gitFailure('merge the texts', answer);
    return { text: wholeConflict(ours, theirs, labels[0], labels[2], markerSize), conflicts: 1 };
  } finally {
    // Ignore a failed removal: a temporary folder that is left over is harmless.
    remove();
  }
}
