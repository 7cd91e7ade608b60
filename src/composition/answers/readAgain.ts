import { join } from 'node:path';
import {
  type KeptSummary,
  keptSummary,
  type ReadSummary,
  type RestampedDocument,
  withReadAgain,
} from '../../adapters/cache/summaryFile.js';
import { readRegularFile } from '../../adapters/files/readRegularFile.js';
import { parseSpecDocument } from '../../adapters/storage/specs/documentReader.js';
import { YamlFrontmatterParser } from '../../adapters/storage/specs/yamlFrontmatterParser.js';
import { plainText } from '../../domain/document/plainText.js';
import { documentSummary } from '../../domain/document/specSummary.js';
import { frontmatterPrint } from '../../domain/log/frontmatterPrint.js';
import { writeCache } from './answers.js';

/**
 * Reads documents that changed anew, and keeps what they tell now.
 * @param caches of the project. @param root of the project. @param isKept false where they may change again unseen.
 * @param isToldBy what one tells now, and the JSON of what was kept of it: false ends it.
 * @returns false where it was ended, or what was kept is not there.
 */
export function readAgain(
  caches: string,
  root: string,
  documents: readonly RestampedDocument[],
  isKept: boolean,
  isToldBy: (now: KeptSummary, before: string) => boolean,
): boolean {
  const place = join(caches, 'specs', 'summaries.bin');
  const parser = new YamlFrontmatterParser();
  const read = (path: string, sections: readonly string[], before: string): ReadSummary | undefined => {
    const { text } = plainText(readRegularFile(join(root, path)));
    if (text === undefined) return undefined;
    const document = parseSpecDocument(text, parser);
    // Without a title it is shown by the name of its folder, which is read elsewhere.
    const summary = documentSummary(document, '', sections);
    if (summary.title === '') return undefined;
    const kept = keptSummary(path, summary);
    return isToldBy(kept, before) ? { kept, print: frontmatterPrint(summary.frontmatter) } : undefined;
  };
  try {
    const kept = withReadAgain(new Uint8Array(readRegularFile(place)), documents, read);
    if (kept === undefined) return false;
    if (isKept) writeCache(place, kept);
    return true;
  } catch {
    return false;
  }
}
