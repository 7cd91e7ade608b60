import type { ImportSource } from '../../ports/import/importSource.js';
import { flat } from './flat.js';
import { json } from './json.js';

/** Every kind of documents that can be imported; the first of those that find equally many is taken. */
export const IMPORT_SOURCES: readonly ImportSource[] = [flat, json];
