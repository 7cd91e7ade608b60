import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import {
  type DocumentState,
  documentState,
  type PlaceState,
  placeState,
} from '../../domain/log/documentState.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/record.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { ABSENT, type Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/hasher.js';
import { streamOf } from './streamOf.js';
import { labelsOf } from '../../domain/naming/folderLabels.js';
import type { Needs } from '../services.js';

/** A spec ready for a change: what the log tells, and what has to be recorded before anything else. */
export interface SpecHistory {
  readonly id: string;
  readonly records: readonly LogRecord[];
  readonly spec: Spec;
  /** Frontmatter found in the document, `id` included. */
  readonly seen: JsonObject;
  /** What was found, not done: an import, a hand edit, a move. Recorded as observations. */
  readonly observations: readonly SpecCommand[];
  readonly document: DocumentState;
  readonly place: PlaceState;
}

/** Compares a spec's document and folder with its log. */
export class SpecHistories {
  static readonly needs = ['eventLog', 'hasher'] as const;
  readonly #log: EventLog;
  readonly #hasher: Hasher;

  constructor(services: Needs<typeof SpecHistories>) {
    this.#log = services.eventLog;
    this.#hasher = services.hasher;
  }

  /** @param title the title the document shows. */
  open(folder: SpecFolder, document: SpecDocument, title: string): SpecHistory {
    const sha256 = (text: string) => this.#hasher.sha256(text);
    const id = streamOf(folder.ref, document.frontmatter, this.#hasher);
    const seen: JsonObject = { ...document.frontmatter, id };
    const records = this.#log.records(id);
    const { spec } = foldSpec(records);
    const labels = labelsOf(folder);
    if (spec.kind === 'absent') {
      const newer = records.length > 0;
      if (newer) {
        throw new SpectoolError(
          'LOG_UNREADABLE',
          `The log of ${folder.ref} was written by a newer spectool.`,
          {
            hint: 'Upgrade spectool before you change this spec.',
          },
        );
      }
      const observations: SpecCommand[] = [
        { type: 'ImportSpec', data: { ...labels, title, frontmatter: seen } },
      ];
      return { id, records, spec: ABSENT, seen, observations, document: 'current', place: 'current' };
    }
    const state = documentState(seen, spec, records, sha256);
    const place = placeState(labels, spec, records);
    const observations: SpecCommand[] = [
      ...(state === 'edited' ? ([{ type: 'ObserveFrontmatter', data: { frontmatter: seen } }] as const) : []),
      ...(place === 'moved' ? ([{ type: 'ObservePlace', data: labels }] as const) : []),
    ];
    return { id, records, spec, seen, observations, document: state, place };
  }
}
