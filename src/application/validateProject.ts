import type { DocumentProblem } from '../domain/document/documentProblem.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import { foldSpec } from '../domain/log/foldSpec.js';
import { PROJECT_STREAM } from '../domain/log/record.js';
import type { ConfigFinding } from '../domain/project/configFinding.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import { OVERSIZED_ABOVE } from '../domain/spec/sizeRating.js';
import type { SpecView } from '../domain/spec/specView.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Hasher } from '../ports/hasher.js';
import type { SpecStore } from '../ports/specStore.js';
import type { CountTokens } from './countTokens.js';
import type { MendFindings } from './mendFindings.js';
import type { SpecCatalog } from './specCatalog.js';
import { streamOf } from './streamOf.js';
import { checkFields } from './validation/checkFields.js';
import { checkDrift, checkStream } from './validation/checkLog.js';
import { checkText } from './validation/checkText.js';
import { checkTree } from './validation/checkTree.js';
import type { Finding } from './validation/finding.js';

export interface ValidateProjectRequest {
  /** Only findings of these; the whole project without it. */
  readonly specs?: readonly string[];
  /** Warnings count as errors. */
  readonly strict?: boolean;
  /** Mend what is safe to mend, then look again. */
  readonly fix?: boolean;
}

export interface ValidateProjectResult {
  readonly findings: readonly Finding[];
  readonly errors: number;
  readonly warnings: number;
  /** Specs looked at. */
  readonly checked: number;
  /** What `fix` did, a sentence each. */
  readonly fixed: readonly string[];
  readonly ok: boolean;
}

export interface ValidateProjectParts {
  readonly catalog: SpecCatalog;
  readonly store: SpecStore;
  readonly files: FileSystem;
  readonly log: EventLog;
  readonly hasher: Hasher;
  readonly tokens: CountTokens;
  readonly mend: MendFindings;
  readonly config: ProjectConfig;
  readonly configWarnings: readonly ConfigFinding[];
}

const LOG_FOLDER = '.spectool/log';

/** Everything that can be wrong, for people and CI. */
export class ValidateProject {
  readonly #parts: ValidateProjectParts;

  constructor(parts: ValidateProjectParts) {
    this.#parts = parts;
  }

  async execute(request: ValidateProjectRequest = {}): Promise<ValidateProjectResult> {
    const { catalog, store, mend } = this.#parts;
    const only =
      request.specs === undefined || request.specs.length === 0
        ? undefined
        : request.specs.map((name) => catalog.find(name));
    const fixed = request.fix === true ? mend.all() : [];
    const folders = store.folders();
    const chosen =
      only === undefined ? folders : folders.filter(({ path }) => only.some((one) => one.path === path));
    const all = await this.#findings(folders, chosen);
    const findings =
      only === undefined
        ? all
        : all.filter(({ file }) => chosen.some(({ path }) => file.startsWith(`${path}/`)));
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const warnings = findings.length - errors;
    return {
      findings,
      errors,
      warnings,
      checked: chosen.length,
      fixed,
      ok: errors === 0 && (request.strict !== true || warnings === 0),
    };
  }

  async #findings(
    folders: readonly SpecFolder[],
    chosen: readonly SpecFolder[],
  ): Promise<readonly Finding[]> {
    const { config, configWarnings, store, catalog, log } = this.#parts;
    const fileOf = ({ path }: Pick<SpecView, 'path'>) => `${path}/${config.structure.defaultFile}`;
    const findings: Finding[] = configWarnings.map(({ key, message, allowed }) => ({
      severity: 'warning',
      code: 'CONFIG_UNKNOWN_KEY',
      file: '.spectool/config.json',
      message: `${key} ${message}.`,
      ...(allowed !== undefined && { fix: allowed }),
    }));
    const specs: SpecView[] = [];
    const streams = new Map<string, SpecFolder>();
    const unreadable = new Set<string>();
    for (const folder of folders) {
      const document = store.open(folder);
      const spec = catalog.viewOf(folder, document);
      specs.push(spec);
      if (document.problem !== undefined) unreadable.add(folder.ref);
      findings.push(...this.#specFindings(folder, document, spec, streams, fileOf(folder)));
    }
    findings.push(
      ...checkTree(specs, folders, config, fileOf),
      ...this.#strayStreams(log, streams, unreadable),
      ...(await this.#sizes(chosen)),
    );
    return findings.sort(inOrder);
  }

  #specFindings(
    folder: SpecFolder,
    document: SpecDocument,
    spec: SpecView,
    streams: Map<string, SpecFolder>,
    file: string,
  ): readonly Finding[] {
    const { config, files, log, hasher } = this.#parts;
    const { problem } = document;
    if (problem !== undefined) {
      const isConflict = problem.code === 'MERGE_CONFLICT';
      return [
        {
          severity: 'error',
          code: isConflict ? 'MERGE_CONFLICT' : 'DOCUMENT_BROKEN',
          file,
          ...(problem.line !== undefined && { line: problem.line }),
          message: problem.message,
          fix: isConflict ? 'spectool resolve, then edit what is still marked' : fixFor(problem, folder),
        },
      ];
    }
    const id = streamOf(folder.ref, document.frontmatter, hasher);
    const twin = streams.get(id);
    if (twin === undefined) streams.set(id, folder);
    const copied: Finding[] =
      twin === undefined
        ? []
        : [
            {
              severity: 'error',
              code: 'ID_COPIED',
              file,
              message: `It has the same id as ${twin.path}: one is a copy of the other.`,
              fix: 'spectool validate --fix; or remove the `id` line of the copy',
            },
          ];
    const found = [
      ...checkFields(spec, document, file, config.frontmatter),
      ...checkText(spec, document, file, files),
      ...copied,
    ];
    if (twin !== undefined) return found;
    // The log is read here, where the document is at hand: once, and a stream at a time.
    const stream = log.read(id);
    const seen = { ...document.frontmatter, id };
    return [
      ...found,
      ...checkStream(stream, LOG_FOLDER),
      ...checkDrift(folder, seen, stream.records, file, (text) => hasher.sha256(text)),
    ];
  }

  /** Streams no document stands for; a document that cannot be read may be the one. */
  #strayStreams(
    log: EventLog,
    streams: ReadonlyMap<string, SpecFolder>,
    unreadable: ReadonlySet<string>,
  ): readonly Finding[] {
    const stray = log.streams().filter((stream) => !streams.has(stream));
    return stray.flatMap((stream) => {
      const read = log.read(stream);
      const findings = checkStream(read, LOG_FOLDER);
      if (stream === PROJECT_STREAM || read.records.length === 0) return findings;
      const { spec } = foldSpec(read.records);
      if (spec.kind === 'active' && unreadable.has(spec.labels.ref)) return findings;
      return [
        ...findings,
        {
          severity: 'warning',
          code: 'FOLDER_GONE',
          file: `${LOG_FOLDER}/${stream}`,
          message: 'The folder of this spec is gone; its history is kept.',
          fix: 'bring it back from git, or leave it',
        },
      ];
    });
  }

  async #sizes(folders: readonly SpecFolder[]): Promise<readonly Finding[]> {
    const { tokens, config } = this.#parts;
    const large = await tokens.above(OVERSIZED_ABOVE, folders);
    return large.map(([{ path }, count]) => ({
      severity: 'warning',
      code: 'SIZE',
      file: `${path}/${config.structure.defaultFile}`,
      message: `The spec has ${String(count)} tokens; above 5,000 it should be split.`,
      fix: 'move detail into specs or files of its own',
    }));
  }
}

function inOrder(a: Finding, b: Finding): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
}

function fixFor({ code }: DocumentProblem, { name, path }: SpecFolder): string {
  if (code === 'MISSING_DOCUMENT') return `git restore ${path}, or remove the folder`;
  if (code === 'FRONTMATTER_MISSING')
    return `begin it with --- status: planned, created: YYYY-MM-DD, --- (a line each); or let spectool create ${name} --body FILE make the spec`;
  return 'mend the line; spectool validate tells when it is right';
}
