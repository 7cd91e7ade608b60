import { BOUNDS } from '../../../domain/value/bounds.js';
import { firstOf } from '../../../domain/value/collections.js';
import { quoted, quoteForShell } from '../../../domain/value/text.js';
import type { SpecSummary } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  type Finding,
  FINDING_CODES,
  findingCode,
  type FindingSummary,
  compareFindings,
  REMOVED_CODES,
  SEVERITIES,
  summaryOf,
  withFixesOnce,
} from '../../../domain/findings/finding.js';
import { foldSpec, hasOutlivedDeletion } from '../../../domain/log/foldSpec.js';
import { type LogEnd, refsIn } from '../../../domain/log/logSummary.js';
import { PROJECT_STREAM } from '../../../domain/log/records/record.js';
import { distinctNames, referencesIn } from '../../../domain/naming/references.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import {
  folderAt,
  lastNameIn,
  nameIn,
  parentOf,
  type SpecFolder,
} from '../../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { ActiveSpec } from '../../../domain/spec/spec.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import type { EventLog } from '../../../ports/eventLog.js';
import { hasId, type UnnamedStreams } from '../../changes/specLogs.js';
import { type RequestOf, flag, oneOf, texts, type Warning, useCase } from '../../useCase.js';
import { agentsFindings } from '../../setup/agentsFile.js';
import { projectDescription } from '../../changes/projectSettingsRecord.js';
import { isEmptySpecsFolder } from '../../setup/setupChanges.js';
import { checkLogStream, readLogOrFinding } from '../../validation/checkLog.js';
import { checkTree, oldName } from '../../validation/checkAcrossSpecs.js';
import { notReadFinding } from '../../validation/inspectSpec.js';
import { packingNotes } from '../../commands/project/compactLog.js';
import { withoutMoved } from '../../validation/repairFindings.js';
import type { UnreadPath, UnreadPaths } from '../../validation/unreadPaths.js';
import type { Services } from '../../services.js';

export interface ValidateProjectResult {
  /** Number of findings for each code: errors first, then the most frequent. */
  readonly summary: readonly FindingSummary[];
  /** Findings, errors first, then in the order of their files. */
  readonly findings: readonly Finding[];
  readonly errors: number;
  readonly warnings: number;
  /** Number of findings that `severity` and `codes` exclude. */
  readonly others: number;
  /** Number of checked specs. */
  readonly checked: number;
  /** Repairs made by `fix`, one sentence each. */
  readonly fixed: readonly string[];
  /** Notes that are not findings, for example that a project without specs has documents that could be imported. */
  readonly notes?: readonly Warning[];
  readonly ok: boolean;
}

/** Checks the whole project, for people and continuous integration. */
export const validateProject = useCase(
  {
    /** Limits findings to these specs; the whole project by default. */
    specs: texts,
    /** Treat warnings as errors. */
    strict: flag,
    /** Repair findings that are safe to repair, then check again. */
    fix: flag,
    /** Specs that keep their number in a repair of duplicate numbers, although another spec with the number is older. */
    keep: texts,
    /** Limits findings to what the next commit changes: specs and files in git's index. */
    staged: flag,
    /** Limits findings to this severity. */
    severity: oneOf(SEVERITIES),
    /** Limits findings to these codes. */
    codes: texts,
    /** List repairs once for each finding code in the summary, instead of in each finding. */
    fixesOnce: flag,
  },
  async (use, request): Promise<ValidateProjectResult> => {
    const { specCatalog: catalog, specStore: store, repairFindings } = use;
    const only =
      request.specs === undefined || request.specs.length === 0 ? undefined : catalog.findAll(request.specs);
    const isAsked = filterOf(request);
    const keep = (request.keep ?? []).map(catalog.finder()).map(({ path }) => path);
    const fixed = request.fix === true ? repairFindings.all(keep) : [];
    const folders = store.folders();
    const chosen =
      only === undefined ? folders : folders.filter(({ path }) => only.some((one) => one.path === path));
    // With `strict`, a request that names specs is the last check of these specs before completion.
    const last = new Set(request.strict === true ? only?.map(({ path }) => path) : []);
    const [found, ends, specs] = await allFindings(use, folders, chosen, last);
    const isBroken = found.some(({ code }) => code === 'DOCUMENT_BROKEN');
    const beside = isBroken ? use.foreignDocuments.beside(store.summaries(folders)) : undefined;
    const isOurs = (path: string) => beside?.folders.has(path) !== true;
    const all = found.filter(({ file }) => isOurs(parentOf(file)));
    const staged = request.staged === true ? stagedSpecs(use, specs) : undefined;
    const findings = all.filter((one) => isAsked(one) && staged?.isOf(one) !== false);
    const { specsDir } = use.configuration.config;
    const notes = [
      ...(folders.length === 0 ? use.foreignDocuments.warnings(specsDir, all) : (beside?.warnings ?? [])),
      ...packingNotes(ends.values()),
      ...forcedNotes(specs),
      ...use.shippedSpecs.notes(
        only === undefined ? specs : specs.filter(({ path }) => only.some((one) => one.path === path)),
      ),
    ];
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const warnings = findings.length - errors;
    const summary = summaryOf(findings);
    return {
      summary,
      findings: request.fixesOnce === true ? withFixesOnce(findings, summary) : findings,
      errors,
      warnings,
      others: all.length - findings.length,
      checked: staged?.count ?? chosen.filter(({ path }) => isOurs(path)).length,
      fixed,
      ...(notes.length > 0 && staged === undefined && { notes }),
      ok: errors === 0 && (request.strict !== true || warnings === 0),
    };
  },
);

/**
 * Returns the number of specs that git's index changes, and a filter for findings in the changed files and specs, or that name
 * such a spec, as a dependency on a deleted spec does.
 */
function stagedSpecs({ commits, specStore }: Services, specs: readonly SpecView[]) {
  const files = commits.stagedFiles();
  const changed = specs
    .map(({ path, id }) => [path, `${LOG_FOLDER}/${String(id)}`])
    .filter((places) => places.some((place) => files.some((file) => file.startsWith(`${place}/`))));
  const names = files.map(parentOf).filter((path) => files.includes(specStore.documentPath({ path })));
  const isOf = ({ file, message }: Finding) =>
    files.includes(file) ||
    changed.flat().some((place) => `${file}/`.startsWith(`${place}/`)) ||
    names.some((path) => message.includes(lastNameIn(path)));
  return { count: changed.length, isOf };
}

async function allFindings(
  use: Services,
  folders: readonly SpecFolder[],
  chosen: readonly SpecFolder[],
  last: ReadonlySet<string>,
): Promise<readonly [readonly Finding[], ReadonlyMap<string, LogEnd>, readonly SpecView[]]> {
  const {
    fileSystem: files,
    eventLog: log,
    inspectSpec,
    configuration,
    specCatalog,
    specStore,
    projectWarnings,
    unreadPlaces,
  } = use;
  const { config, warnings } = configuration;
  const paths = new Map<string, string>();
  const fileOf = ({ path }: Pick<SpecView, 'path'>) => paths.get(path) ?? specStore.documentPath({ path });
  const findings: Finding[] = warnings.map(({ key, message, allowed, isError, conflictLine: line }) => ({
    ...(line === undefined
      ? { severity: isError === true ? 'error' : 'warning', code: 'CONFIG_UNKNOWN_KEY' }
      : { severity: 'error', code: 'MERGE_CONFLICT', line }),
    file: '.spectool/config.json',
    message: `${key} ${message}.`,
    ...(allowed !== undefined && { fix: allowed }),
  }));
  const add = (more: Iterable<Finding>) => {
    for (const finding of more) findings.push(finding);
  };
  add(projectWarnings.unfinished().map((one) => ({ severity: 'error', file: LOG_FOLDER, ...one })));
  const summaries: SpecSummary[] = [];
  const ends = new Map<string, LogEnd>();
  const streams = new Map<string, SpecFolder>();
  const unreadable = new Set<string>();
  const sizes: Finding[] = [];
  const sized = new Set(chosen);
  const isWhole = chosen === folders;
  const now = use.clock.now();
  const { rules } = config;
  for await (const [folder, inspection] of inspectSpec.all(folders, chosen)) {
    const { document, path, stream, oversized, end } = inspection;
    summaries.push({ folder, ...document, file: { path } });
    paths.set(folder.path, path);
    if (stream !== undefined && end !== undefined) ends.set(stream, end);
    if (stream === undefined) unreadable.add(folder.ref);
    const twin = stream === undefined ? undefined : streams.get(stream);
    if (stream !== undefined && twin === undefined) streams.set(stream, folder);
    const ofLog =
      twin === undefined
        ? inspection.logFindings
        : [copied(twin, fileOf(folder), hasId(document.frontmatter))];
    add(inspection.findings);
    add(ofLog);
    if (oversized !== undefined && sized.has(folder)) sizes.push(tooLarge(oversized, fileOf(folder)));
  }
  // Only stale work depends on the time of the last change.
  const mayBeStale = ({ folder, frontmatter: { status } }: SpecSummary) =>
    !folder.archived && status !== 'planned' && status !== 'complete' && sized.has(folder);
  const specs = specCatalog.views(summaries, ends, mayBeStale);
  const named = new Set(summaries.flatMap((one) => (hasId(one.frontmatter) ? one.folder.path : [])));
  let missed: ReturnType<UnreadPaths['missed']> | undefined;
  const holderOf = (spec: Pick<ActiveSpec, 'labels'>) => (missed ??= unreadPlaces.missed())(spec);
  const ofStrays = strayStreams(use, log, streams, { unreadable, holderOf }, named);
  const places = unreadPlaces.all(missed !== undefined);
  add([...places, ...unreadPlaces.ofLog()].map(notReadFinding));
  const logs = unreadPlaces.streamsLeftOut();
  const misnamed = ofStrays.filter(({ code }) => code === 'FIELD_INVALID').map(({ file }) => file);
  const leftOut = [...streams].flatMap(([stream, folder]) => (logs.has(stream) ? [fileOf(folder)] : []));
  const nameNow = use.oldNames.now(folders, summaries, ends);
  let gone: ReadonlySet<string> | undefined;
  const isLogged = (name: string) =>
    (gone ??= new Set(
      log.streams().flatMap((one) => (streams.has(one) ? [] : refsIn(log.records(one)))),
    )).has(name);
  const elsewhere = new Set(places.map(({ path }) => nameIn(path)));
  add(checkTree(specs, folders, config, fileOf, now, elsewhere, isLogged));
  for (const { folder, frontmatter } of summaries)
    for (const [field, name] of referencesIn(frontmatter))
      if (nameNow(name) !== undefined) add([oldName({ file: fileOf(folder) }, field, name, nameNow)]);
  add(ofStrays);
  const agents = { config, project: projectDescription(log, files) };
  // AGENTS.md depends on the project's log, so skip its check if git leaves that log out of the working tree.
  if (!logs.has(PROJECT_STREAM)) add(agentsFindings(files, agents, use.agentInstructions));
  add(sizes);
  add(
    use.policies.findings({
      specs,
      ends,
      chosen: isWhole ? undefined : new Set(chosen.map(({ path }) => path)),
      last,
      streams,
      found: findings,
    }),
  );
  // These specs have a log, but under another name or only in git, so do not report their logs as missing.
  const withLog = new Set([...misnamed, ...leftOut]);
  const isKnown = ({ code, file }: Finding) => code !== 'LOG_GONE' || !withLog.has(file);
  const needed = new Set(
    summaries.flatMap(({ frontmatter }) => referencesIn(frontmatter).map(([, name]) => nameIn(name))),
  );
  const folderOf = foldersByPlace(folders, streams);
  const nameOf = distinctNames(folders);
  const all = withoutMoved(findings.filter(isKnown), specs, files, nameNow)
    .flatMap((finding): readonly Finding[] => {
      const folder = folderOf(finding);
      if (!isWhole && (folder === undefined || !sized.has(folder))) return [];
      const { severity, code, ...rest } = finding;
      const isSpec = folder !== undefined && fileOf(folder) === finding.file;
      const isMissed = code === 'NOT_READ' && needed.has(isSpec ? folder.ref : nameIn(finding.file));
      const level = rules[code] ?? (isMissed ? 'error' : severity);
      if (level === 'off') return [];
      if (folder === undefined) return [{ severity: level, code, ...rest }];
      return [{ severity: level, code, spec: nameOf(folder), ...advised(rest, folder, nameOf(folder)) }];
    })
    .sort(compareFindings);
  return [all, ends, specs];
}

/**
 * Returns findings for logs whose spec has no document. Leaves out a log if an unreadable or unread document may belong to
 * it.
 * @param named folders of documents with an `id`.
 */
function strayStreams(
  use: Services,
  log: EventLog,
  streams: ReadonlyMap<string, SpecFolder>,
  {
    unreadable,
    holderOf,
  }: {
    readonly unreadable: ReadonlySet<string>;
    readonly holderOf: ReturnType<UnreadPaths['missed']>;
  },
  named: ReadonlySet<string>,
): readonly Finding[] {
  const { fileSystem, configuration, specLogFinder, specStore } = use;
  const isEmpty = isEmptySpecsFolder(fileSystem, configuration.config.specsDir);
  let looked = 0;
  let unnamed: UnnamedStreams | undefined;
  const stray = log.streams().filter((stream) => !streams.has(stream));
  return stray.flatMap((stream): readonly Finding[] => {
    const read = readLogOrFinding(log, stream);
    if ('unreadable' in read) return [read.unreadable];
    const findings = checkLogStream(read, LOG_FOLDER);
    if (stream === PROJECT_STREAM || read.records.length === 0) return findings;
    const folded = foldSpec(read.records);
    const { spec } = folded;
    const isMissed = hasOutlivedDeletion(folded);
    if (spec.kind === 'absent' || spec.deleted !== undefined) return findings;
    const { path } = folderAt(configuration.config.specsDir, spec.labels);
    unnamed ??= specLogFinder.unnamed();
    const claims = unnamed.get(path) ?? [];
    if (claims.includes(stream))
      return [
        ...findings,
        nameless(specStore.documentPath({ path }), stream, claims.length === 1, named.has(path)),
      ];
    // The log keeps documents of another tool after their adoption.
    if (unreadable.has(spec.labels.ref) || spec.labels.at !== undefined) return findings;
    const holder = holderOf(spec);
    if (holder !== undefined)
      return holder.isSure ? findings : [...findings, unsure(stream, spec, holder.place)];
    return [
      ...findings,
      {
        severity: 'warning',
        code: 'FOLDER_GONE',
        file: `${LOG_FOLDER}/${stream}`,
        message: `The folder of ${calledIn(spec, stream)} is missing; its history is kept.`,
        fix: isEmpty
          ? 'Restore the specs folder from git, or set `specsDir` to its new path.'
          : `${looked++ < MOST_LOOKED_FOR ? wayBack(use, stream, spec) : FROM_GIT}.`,
        ...(!isEmpty &&
          !isMissed && {
            advice: [
              { useCase: 'validateProject', request: { fix: true }, to: 'record the deletion instead' },
            ],
          }),
      },
    ];
  });
}

/**
 * Returns advice to restore a spec from the last commit that has it. The advised command never overwrites an existing
 * folder.
 */
function wayBack(use: Services, stream: string, { labels }: ActiveSpec): string {
  const { configuration, fileSystem, commits, specStore } = use;
  const { path } = folderAt(configuration.config.specsDir, labels);
  const file = specStore.documentPath({ path });
  const kept = commits
    .committedTexts(file)
    .find(({ text }) => specStore.parse(text).frontmatter['id'] === stream);
  if (labels.ref === '' || kept === undefined) return FROM_GIT;
  const commit = kept.commit.slice(0, 12);
  return fileSystem.stat(path) === undefined
    ? `Restore the folder: \`git checkout ${commit} -- ${quoteForShell(path)}\``
    : `Another folder now has that path; see the text of the missing spec: \`git show ${quoteForShell(`${commit}:./${file}`)}\``;
}

/** Returns a note that names the specs that were completed by force, although criteria were not met. */
function forcedNotes(specs: readonly SpecView[]): readonly Warning[] {
  const forced = specs.filter((spec) => spec.forced !== undefined && !spec.archived);
  if (forced.length === 0) return [];
  const named = forced.map(({ ref }) => ref);
  return [
    {
      code: 'COMPLETED_BY_FORCE',
      message: `Completed although criteria were not met: ${firstOf(named, BOUNDS.listed)}.`,
    },
  ];
}

/**
 * Returns a filter of findings by severity and code.
 * @throws SpectoolError `USAGE` for an unknown code, with the nearest known one.
 */
function filterOf(request: RequestOf<typeof validateProject.request>): (finding: Finding) => boolean {
  const { severity } = request;
  const codes = request.codes?.map((code) => {
    const known = findingCode(code.toUpperCase());
    if (known !== undefined) return known;
    const name = code.toUpperCase();
    if (Object.hasOwn(REMOVED_CODES, name))
      throw new SpectoolError('USAGE', `The code ${name} was removed: ${REMOVED_CODES[name] ?? ''}.`);
    const [near] = nearestWords(name, FINDING_CODES, 1);
    throw new SpectoolError('USAGE', `"${name}" is not a known code of findings.`, {
      hint: near === undefined ? `The codes are: ${FINDING_CODES.join(', ')}.` : `Did you mean ${near}?`,
    });
  });
  return (finding) =>
    (severity === undefined || finding.severity === severity) &&
    (codes === undefined || codes.includes(finding.code));
}

/** Returns a function that returns the spec of a finding, found by the folder or log in the finding's path. */
function foldersByPlace(
  folders: readonly SpecFolder[],
  streams: ReadonlyMap<string, SpecFolder>,
): (finding: Finding) => SpecFolder | undefined {
  const places = new Map(folders.map((folder) => [folder.path, folder]));
  for (const [stream, folder] of streams) places.set(`${LOG_FOLDER}/${stream}`, folder);
  return ({ file }) => {
    let place = file;
    while (place !== '' && !places.has(place)) place = place.slice(0, Math.max(0, place.lastIndexOf('/')));
    return places.get(place);
  };
}

/** Replaces the spec's folder name in the advice of a finding by a unique name, because several folders may have that name. */
function advised<Told extends Pick<Finding, 'advice'>>(told: Told, { ref }: SpecFolder, name: string): Told {
  if (told.advice === undefined || name === ref) return told;
  const named = (value: unknown) => (value === ref ? name : value);
  const advice = told.advice.map((one) => {
    const { spec, specs, ...request } = (one.request ?? {}) as { spec?: unknown; specs?: unknown };
    const chosen = {
      ...(spec !== undefined && { spec: named(spec) }),
      ...(Array.isArray(specs) && { specs: specs.map(named) }),
    };
    return { ...one, request: { ...chosen, ...request } } as typeof one;
  });
  return { ...told, advice };
}

const FROM_GIT = 'Restore the folder from git';
/** Maximum number of missing specs to look up in git. */
const MOST_LOOKED_FOR = 20;

/**
 * Returns the finding for a document whose `id` is missing or has no log, although the log has a spec in this folder. @param
 * isNamed true if the document has an `id` without a log.
 */
function nameless(file: string, stream: string, isSure: boolean, isNamed: boolean): Finding {
  return {
    severity: 'error',
    code: isNamed ? 'FIELD_INVALID' : 'FIELD_MISSING',
    file,
    message: isNamed
      ? `No record has this \`id\`; according to the log, this folder belongs to the spec with the id ${stream}.`
      : `The \`id\` is missing; according to the log, this folder belongs to the spec with the id ${stream}.`,
    ...(isSure
      ? { advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'restore the `id`' }] }
      : {
          fix: `The log has several specs for this folder. If the document belongs to this one, write \`id: ${stream}\` into the frontmatter.`,
        }),
  };
}

/** Returns the finding for a copied spec. @param isNamed true if the document has an `id`. */
function copied({ path }: SpecFolder, file: string, isNamed: boolean): Finding {
  return {
    severity: 'error',
    code: 'ID_COPIED',
    file,
    message: isNamed
      ? `The spec has the same id as ${path}; one is a copy of the other.`
      : `The \`id\` is missing, and the id that spectool would make from the name and the creation day already belongs to ${path}.`,
    advice: [
      {
        useCase: 'validateProject',
        request: { fix: true },
        to: 'make the copy a separate spec, or to move a folder that git brought back to the trash',
      },
    ],
  };
}

function tooLarge(tokens: number, file: string): Finding {
  return {
    severity: 'warning',
    code: 'SIZE',
    file,
    message: `The spec has ${String(tokens)} tokens, above the limit of 5,000.`,
    fix: 'Split the spec, or move details into further files.',
  };
}

/** Returns the finding for a spec that is missing from the working tree, if an unread folder or file may contain it. */
function unsure(stream: string, spec: ActiveSpec, { hint }: UnreadPath): Finding {
  return {
    severity: 'warning',
    code: 'FOLDER_GONE',
    file: `${LOG_FOLDER}/${stream}`,
    message: `${calledIn(spec, stream)} was not found, but may be in a path that could not be read, so its history was kept.`,
    fix: hint,
  };
}

/** Returns the name and title of a spec for messages; its id if the record of its creation is missing. */
function calledIn({ labels, title }: ActiveSpec, stream: string): string {
  return labels.ref === '' ? `the spec with the id ${stream}` : `${labels.ref} (${quoted(title)})`;
}
