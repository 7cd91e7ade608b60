import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextMerge } from '../../ports/repository.js';
import type { GitProcess } from './gitProcess.js';
import { gitFailure } from './gitProcess.js';

/** Git gives the number of conflicts as its exit code, up to this; above are failures. */
const MOST_CONFLICTS = 127;

/** `git merge-file`, which needs files but no repository. */
export function mergeTexts(
  git: GitProcess,
  texts: readonly [ours: string, base: string, theirs: string],
  labels: readonly [string, string, string],
): TextMerge {
  const folder = mkdtempSync(join(tmpdir(), 'spectool-merge-'));
  try {
    const files = texts.map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, text);
      return file;
    });
    const named = labels.flatMap((label) => ['-L', label]);
    const answer = git.run(['merge-file', '-p', '-q', ...named, '--', ...files]);
    if (answer.status === undefined || answer.status > MOST_CONFLICTS)
      throw gitFailure('merge the texts', answer);
    return { text: answer.output.toString('utf8'), conflicts: answer.status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
