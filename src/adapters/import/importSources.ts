import type { ImportSource } from '../../ports/importSource.js';
import { backlog } from './backlog.js';
import { flat } from './flatFiles.js';
import { json } from './jsonLines.js';
import { kep } from './kep.js';
import { leanspec } from './leanspec.js';
import { toolSource } from './toolDocuments.js';

/** All import sources, such as `kep` and `kiro`. If several recognize a folder equally well, the first one is used. */
export const IMPORT_SOURCES: readonly ImportSource[] = [
  kep,
  ...['spec-kit', 'kiro', 'openspec', 'bmad', 'gsd', 'conductor', 'superpowers'].map(toolSource),
  backlog,
  leanspec,
  flat,
  json,
];
