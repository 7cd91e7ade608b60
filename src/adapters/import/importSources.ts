import type { ImportSource } from '../../ports/importSource.js';
import { backlog } from './backlog.js';
import { flat } from './flatFiles.js';
import { json } from './jsonLines.js';
import { kep } from './kep.js';
import { kiro } from './kiro.js';
import { leanspec } from './leanspec.js';
import { openspec } from './openspec.js';
import { specKit } from './specKit.js';

/** All import sources, such as `kep` and `kiro`. If several recognize a folder equally well, the first one is used. */
export const IMPORT_SOURCES: readonly ImportSource[] = [
  kep,
  specKit,
  kiro,
  openspec,
  backlog,
  leanspec,
  flat,
  json,
];
