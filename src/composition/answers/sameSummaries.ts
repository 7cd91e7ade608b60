import { join } from 'node:path';
import { keptSummary, type RestampedDocument, restamped } from '../../adapters/cache/summaryFile.js';
import { readRegularFile } from '../../adapters/files/readRegularFile.js';
import { parseSpecDocument } from '../../adapters/storage/specs/documentReader.js';
import { writeCache } from './answers.js';
import { YamlFrontmatterParser } from '../../adapters/storage/specs/yamlFrontmatterParser.js';
import { plainText } from '../../domain/document/plainText.js';
import { documentSummary } from '../../domain/document/specSummary.js';

/**
 * True where each of these documents, though changed, still says to listings what it said before: who ticks nothing and
 * changes neither title nor frontmatter changes no list. Their new stamps are kept then.
 * @param caches of the project. @param root of the project. @param isKept false where they may change again unseen.
 */
export function haveSameSummaries(
  caches: string,
  root: string,
  documents: readonly RestampedDocument[],
  isKept: boolean,
): boolean {
  const place = join(caches, 'specs', 'summaries.bin');
  const parser = new YamlFrontmatterParser();
  try {
    const kept = restamped(new Uint8Array(readRegularFile(place)), documents, (path, sections) => {
      const { text } = plainText(readRegularFile(join(root, path)));
      if (text === undefined) return undefined;
      const document = parseSpecDocument(text, parser);
      // Without a title it is shown by the name of its folder, which is read elsewhere.
      const summary = documentSummary(document, '', sections);
      return summary.title === '' ? undefined : keptSummary(path, summary);
    });
    if (kept === undefined) return false;
    if (isKept) writeCache(place, kept);
    return true;
  } catch {
    return false;
  }
}
