import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Inspection } from '../../domain/findings/inspection.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { InspectionLedger, InspectionPass } from '../../ports/inspectionLedger.js';
import { CACHE_FOLDER } from './cacheFolder.js';
import { evidenceOf } from './evidence.js';
import {
  decodeInspections,
  encodeInspections,
  type InspectionRows,
  type KeptInspection,
  stampCount,
} from './inspectionFile.js';
import { KeptRows } from './keptRows.js';
import { isSettled, isStampAt, stampOf } from './stamp.js';

const FILE = `${CACHE_FOLDER}/inspections.bin`;
/** One in so many has to have changed. */
const REWRITTEN_FROM = 1000;
const NO_ROWS: InspectionRows = { rows: [], stamps: new BigInt64Array(0) };

/** Where the log of a stream stands. */
export type LogPlace = (stream: string) => string;

/**
 * Findings in one file of the cache. None is believed unless every file of the spec and of its log, and every folder they stand in, is
 * the one it was made from.
 */
export class InspectionCache implements InspectionLedger {
  readonly #files: FileSystem;
  readonly #build: string;
  readonly #logOf: LogPlace;
  readonly #now: () => number;

  /** @param build another build may find other things. @param now milliseconds since 1970. */
  constructor(files: FileSystem, build: string, logOf: LogPlace, now: () => number = Date.now) {
    this.#files = files;
    this.#build = build;
    this.#logOf = logOf;
    this.#now = now;
  }

  begin(rules: string): InspectionPass {
    const readNs = BigInt(this.#now()) * 1_000_000n;
    return new CachedPass(this.#files, `${this.#build} ${rules}`, this.#logOf, readNs);
  }
}

class CachedPass implements InspectionPass {
  readonly #files: FileSystem;
  readonly #rules: string;
  readonly #logOf: LogPlace;
  readonly #readNs: bigint;
  readonly #before: InspectionRows;
  /** Where the stamps of each row begin. */
  readonly #starts: readonly number[];
  readonly #finder: KeptRows;
  readonly #kept: { readonly row: KeptInspection; readonly stamps: Iterable<bigint> }[] = [];
  readonly #looked = new Map<string, boolean>();
  #learned = 0;

  constructor(files: FileSystem, rules: string, logOf: LogPlace, readNs: bigint) {
    this.#files = files;
    this.#rules = rules;
    this.#logOf = logOf;
    this.#readNs = readNs;
    this.#before = this.#load();
    const { rows } = this.#before;
    const starts: number[] = [];
    rows.reduce((at, [, , folders], i) => ((starts[i] = at), at + stampCount(folders) * 4), 0);
    this.#starts = starts;
    this.#finder = new KeptRows(rows.length, (row) => rows[row]?.[0]);
  }

  known({ path }: SpecFolder): Inspection | undefined {
    const at = this.#finder.rowOf(path);
    const row = this.#before.rows[at];
    if (row === undefined) return undefined;
    const [, inspection, folders] = row;
    const start = this.#starts[at] ?? 0;
    try {
      if (folders[0]?.[0] !== path || !this.#isUnchanged(folders, start)) return undefined;
      if (!inspection.links.every(([target, exists]) => this.#exists(target) === exists)) return undefined;
    } catch {
      return undefined;
    }
    this.#kept.push({
      row,
      stamps: this.#before.stamps.subarray(start, start + stampCount(folders) * 4),
    });
    return inspection;
  }

  learn(folder: SpecFolder, inspection: Inspection): void {
    const { stream } = inspection;
    const evidence = evidenceOf(this.#files, [
      folder.path,
      ...(stream === undefined ? [] : [this.#logOf(stream)]),
    ]);
    // Looked at after the reading: what changed in between is younger than the pass.
    if (evidence === undefined || evidence.folders[0]?.[1] === null) return;
    if (!evidence.stats.every((stat) => isSettled(stat, this.#readNs))) return;
    this.#kept.push({
      row: [folder.path, inspection, evidence.folders],
      stamps: evidence.stats.flatMap(stampOf),
    });
    this.#learned += 1;
  }

  /** Never fails: a cache that cannot be kept costs time, nothing else. */
  save(): void {
    const { rows } = this.#before;
    const gone = rows.length + this.#learned - this.#kept.length;
    // Looking at a few again costs less than writing all of them.
    if (this.#learned + gone <= rows.length / REWRITTEN_FROM) return;
    const stamps = new BigInt64Array(this.#kept.reduce((sum, { row }) => sum + stampCount(row[2]) * 4, 0));
    let at = 0;
    for (const one of this.#kept) for (const number of one.stamps) stamps[at++] = number;
    try {
      const bytes = encodeInspections(this.#rules, { rows: this.#kept.map(({ row }) => row), stamps });
      this.#files.write(FILE, bytes, { durable: false });
    } catch {
      // As without a cache.
    }
  }

  #load(): InspectionRows {
    try {
      const bytes = this.#files.read(FILE);
      return (bytes === undefined ? undefined : decodeInspections(bytes, this.#rules)) ?? NO_ROWS;
    } catch {
      return NO_ROWS;
    }
  }

  #isUnchanged(folders: KeptInspection[2], start: number): boolean {
    const { stamps } = this.#before;
    let at = start;
    const isSame = (path: string) => {
      const stat = this.#files.stat(path);
      at += 4;
      return stat !== undefined && isStampAt(stamps, at - 4, stat);
    };
    for (const [path, names] of folders) {
      if (names === null) {
        if (this.#files.stat(path) !== undefined) return false;
        continue;
      }
      if (!isSame(path)) return false;
      for (const name of names) if (!isSame(`${path}/${name}`)) return false;
    }
    return true;
  }

  /** Many specs lead to the same places. */
  #exists(path: string): boolean {
    let known = this.#looked.get(path);
    if (known === undefined) this.#looked.set(path, (known = this.#files.stat(path) !== undefined));
    return known;
  }
}
