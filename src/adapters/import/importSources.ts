import type { ImportSource } from '../../ports/importSource.js';
import { flat } from './flatFiles.js';
import { json } from './jsonLines.js';
import { toolSources } from './toolDocuments.js';

/** All import sources, such as `kep` and `kiro`. If several recognize a folder equally well, the first one is used. */
export const IMPORT_SOURCES: readonly ImportSource[] = [...toolSources(), flat, json];
