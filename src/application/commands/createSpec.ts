import { duplicateWarnings } from '../changes/brokenAndDuplicateSpecs.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { headingsOf, titleOf } from '../../domain/document/sections/headings.js';
import { sectionsNamed } from '../../domain/document/sections/sections.js';
import { documentTextProblem } from '../../domain/document/documentText.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { frontmatterDigest, textDigests } from '../../domain/log/digests.js';
import { timestampOf } from '../../domain/value/dates.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder } from '../../domain/naming/projectPath.js';
import { slugOf, titleOfName } from '../../domain/naming/folderName.js';
import { keepsUpdated, type Configuration } from '../../domain/project/configuration.js';
import { decide, evolve, type SpecCommand, type SpecEvent } from '../../domain/spec/specEvents.js';
import { REQUESTED_FIELDS, SET_ROWS } from '../../domain/fields/standardFields.js';
import { ABSENT, NOT_CREATED, type Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { type ChangeResult, FIELD_REQUEST, settingAdvice } from '../changes/changeResult.js';
import { unknownPlaceholders } from '../changes/newSpecText.js';
import { decideCommands } from '../changes/reconcile.js';
import { type RecordDrafts, recordedEvents } from '../changes/plannedChange.js';
import type { SpecView } from '../../domain/spec/specView.js';
import {
  type RequestOf,
  type Warning,
  useCase,
  fieldValues,
  flag,
  required,
  text,
  texts,
  words,
  newName,
} from '../useCase.js';
import { similarSpecs } from '../queries/searchSpecs.js';
import type { Services } from '../services.js';
import { newlineOf } from '../../domain/value/text.js';
import { fieldText } from '../../domain/fields/fieldText.js';
import { historyEvents } from '../../domain/log/historyEvents.js';
import { unfilledDefaults } from '../../domain/template/template.js';

export interface CreateSpecResult extends ChangeResult {
  /** Specs with the same meaning, best first; they may describe the same work. */
  readonly similar: readonly SpecView[];
}

type CreateSpecRequest = RequestOf<typeof createSpec.request>;

/** Creates a spec with the next free number. The folder appears complete or not at all. */
export const createSpec = useCase(
  {
    ...FIELD_REQUEST,
    /** Name of the spec: any text. The folder name is derived from it; by default, it is also the title. */
    name: required(newName),
    title: words,
    /** A template name of the configuration, or a file name in `.spectool/templates/`. */
    template: text,
    /** Custom fields by name, with JSON values or texts: `{ sprint: 5 }`. */
    fields: fieldValues,
    /** Markdown to use instead of the template's text. */
    body: text,
    /** Text of the section `Problem`. */
    problem: words,
    /** Criteria, each a single line, added as by `addCriterion`. */
    criteria: texts,
    /** Ignore the numbers on other branches and worktrees when choosing the number. */
    noGit: flag,
    /** Skip the search for specs with the same meaning. */
    noSimilar: flag,
    /** Id of this request. If the same actor repeats the id, nothing is created and the spec created before is returned. */
    requestId: text,
  },
  async (use, request): Promise<CreateSpecResult> => {
    const { writeSession, specStore, clock, ids, nextSpecNumbers, config, newSpecText } = use;
    const name = slugOf(request.name);
    const title = fieldText('title', request.title ?? titleOfName(request.name));
    const created = clock.today();
    const template = newSpecText.template(request.template);
    const similar = await similarTo(use, request);
    const work = (drafts: RecordDrafts): CreateSpecResult => {
      const id = drafts.request === undefined ? ids.specId() : `r${drafts.request.slice(1)}`;
      const earlier = drafts.earlier(use.eventLog.records(id));
      if (earlier !== undefined) return createdBefore(use, id, earlier);
      const folders = specStore.folders();
      const resolved = withFoundReferences(use, request, folders);
      const asked = { noGit: request.noGit === true };
      return nextSpecNumbers.next(1, folders, asked, ({ sequences: [sequence = NaN], warnings }) => {
        const variables = use.templateVariables.forSpec({ name, title, created, sequence });
        const given = request.body === undefined ? undefined : givenBody(request.body);
        const filled = newSpecText.fill(
          given === undefined ? template : { ...template, body: '' },
          variables,
        );
        const body = given ?? filled.body;
        const newline = newlineOf(body);
        const titled = headingsOf(body).some(({ level }) => level === 1)
          ? body
          : `# ${title}${newline}${newline}${body}`;
        const headed = withGivenText(titled, request, config);
        const decided = decide(
          {
            type: 'CreateSpec',
            data: {
              id,
              sequence,
              name,
              title: titleOf(specStore.parse(`---\n---\n\n${headed}`), name),
              created,
              given: resolved,
              template: filled,
              groups: folders.flatMap((folder) => folder.group ?? []),
              config,
            },
          },
          ABSENT,
        );
        const spec = decided.reduce<Spec>(evolve, ABSENT);
        if (spec.kind === 'absent') throw new SpectoolError('INTERNAL', 'The spec was not created.');
        const { ref } = spec.labels;
        const folder = folderAt(config.specsDir, spec.labels);
        const { document, record } = place(use, drafts, id, decided, folder, spec.frontmatter, headed);
        const unfilled = unfilledDefaults(filled.defaults, spec.frontmatter);
        return {
          spec: use.specCatalog.viewOf(folder, document),
          events: historyEvents(record, ref),
          similar,
          warnings: [
            ...warnings,
            ...unknownPlaceholders(template.file, [...unfilled, ...filled.unknown]),
            ...missingFields(ref, spec.frontmatter, config),
            ...similarWarnings(similar, referencesOf(resolved)),
            ...(config.autoCheck ? duplicateWarnings(folders, config.structure) : []),
          ],
        };
      });
    };
    return writeSession.change('create', work, request.requestId);
  },
);

/** Returns the text of the new spec with the given problem and criteria. */
function withGivenText(titled: string, { problem, criteria = [] }: CreateSpecRequest, config: Configuration) {
  const needsSection = problem !== undefined && sectionsNamed(titled, 'Problem').length === 0;
  const body = needsSection ? `${titled.trimEnd()}\n\n## Problem\n` : titled;
  const text = { body, criteriaSections: config.criteria.sections };
  const commands = criteria.map((one): SpecCommand => ({ type: 'AddCriterion', data: { text: one } }));
  if (problem !== undefined)
    commands.unshift({ type: 'ReplaceSection', data: { section: 'Problem', text: problem, how: 'set' } });
  const spec = { ...NOT_CREATED, labels: { ...NOT_CREATED.labels, ref: 'The new spec' }, text };
  return decideCommands(commands, spec).spec.text?.body ?? body;
}

/** Returns the result for a spec that an earlier run of the same request created. */
function createdBefore(
  { specCatalog, specStore }: Services,
  id: string,
  record: LogRecord,
): CreateSpecResult {
  const folder = specCatalog.find(id);
  return {
    spec: specCatalog.viewOf(folder, specStore.open(folder)),
    events: historyEvents(record, folder.ref),
    similar: [],
    warnings: [
      { code: 'UNCHANGED', message: `This request already created ${folder.ref}; nothing was changed.` },
    ],
  };
}

/** Searches for similar specs before the clone's lock is taken, so that other commands do not wait for the search. */
async function similarTo(
  use: Services,
  { name, title, problem, body = problem, noSimilar }: CreateSpecRequest,
): Promise<readonly SpecView[]> {
  if (noSimilar === true) return [];
  return (await similarSpecs(use, { name, title, body })).similar;
}

/** Returns the request with each reference to a spec replaced by the spec's folder name. */
function withFoundReferences(
  { specCatalog }: Services,
  request: CreateSpecRequest,
  folders: readonly SpecFolder[],
): CreateSpecRequest {
  const resolved = SET_ROWS.flatMap(({ kind, name }) => {
    const given = kind === 'references' ? request[name] : undefined;
    const refs = given && specCatalog.namesOf(given, folders);
    return refs === undefined ? [] : [[name, refs] as const];
  });
  const { partOf } = request;
  const whole = partOf === undefined ? undefined : specCatalog.wholeNamed(partOf, folders);
  return {
    ...request,
    ...Object.fromEntries(resolved),
    ...(whole !== undefined && { partOf: whole }),
  };
}

function place(
  use: Services,
  drafts: RecordDrafts,
  id: string,
  decided: readonly SpecEvent[],
  folder: SpecFolder,
  fields: JsonObject,
  body: string,
): { readonly document: SpecDocument; readonly record: LogRecord } {
  const { specStore: store, eventLog: log, hasher, transaction, config } = use;
  // Keep the line endings of the template, so that a CRLF template does not give mixed line endings.
  const newline = newlineOf(body);
  const block = `---\n${toFillIn(use, fields)}---\n\n`.replaceAll('\n', newline);
  const document = store.edit(
    store.parse(`${block}${body.trimEnd()}${newline}`),
    new Map(
      Object.entries(
        keepsUpdated(config.frontmatter) ? { ...fields, updated: timestampOf(drafts.at) } : fields,
      ),
    ),
  );
  const { sha256 } = hasher;
  const digests = {
    digest: frontmatterDigest(document.frontmatter, sha256),
    ...textDigests(bodyOf(document), undefined, sha256),
  };
  const record = log.seal(drafts.change(id, [], recordedEvents(decided), digests));
  const file = config.structure.defaultFile;
  transaction.commit([
    { kind: 'record', record },
    { kind: 'newFolder', spec: id, path: folder.path, file, text: document.text },
  ]);
  return { document, record };
}

/**
 * Returns empty frontmatter lines for optional fields of enabled features, to be filled in later. The log does not record
 * these lines.
 */
function toFillIn({ config }: Services, fields: JsonObject): string {
  const { features } = config;
  const open = REQUESTED_FIELDS.filter(
    ({ key, feature }) => feature !== undefined && features[feature] && !Object.hasOwn(fields, key),
  );
  return open.map(({ key }) => `${key}:\n`).join('');
}

/**
 * Returns the given text of a new spec. Refuses a text with frontmatter, because the document would have two frontmatter
 * blocks.
 */
function givenBody(body: string): string {
  const garbled = documentTextProblem(body);
  if (garbled !== undefined)
    throw new SpectoolError('FIELD_INVALID', `The text (\`body\`) ${garbled}.`, {
      hint: 'Pass the text of the spec as Markdown in UTF-8.',
    });
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(body)) return body.replace(/^\uFEFF/, '');
  throw new SpectoolError('FIELD_INVALID', 'The text (`body`) begins with frontmatter.', {
    hint: 'Remove the frontmatter, and set each field with its own option.',
  });
}

/** Specs that the new spec refers to. */
function referencesOf(request: CreateSpecRequest): readonly string[] {
  const members = SET_ROWS.flatMap(({ kind, name }) => (kind === 'references' ? (request[name] ?? []) : []));
  return request.partOf === undefined ? members : [...members, request.partOf];
}

/** Warns of specs with a similar meaning, except those that the new spec already refers to. */
function similarWarnings(found: readonly SpecView[], tiedTo: readonly string[]): readonly Warning[] {
  const similar = found.filter(({ ref }) => !tiedTo.includes(ref));
  return similar.slice(0, 1).map(({ ref }) => ({
    code: 'SIMILAR_SPEC',
    message: `There are specs with a similar meaning: ${similar.map(({ path }) => path).join(', ')}.`,
    hint: 'If these specs describe the same work as the new spec, keep only one of them.',
    advice: [
      { useCase: 'viewSpec', request: { spec: ref }, to: 'read the similar spec' },
      { useCase: 'undoChange', to: 'take the new spec back' },
    ],
  }));
}

function missingFields(spec: string, fields: JsonObject, config: Configuration): readonly Warning[] {
  return config.frontmatter.required
    .filter((key) => !Object.hasOwn(fields, key) && key !== 'id' && key !== 'updated')
    .slice(0, BOUNDS.entries)
    .map((key) => ({
      code: 'FIELD_MISSING',
      message: `The configuration requires the field "${key}", which the new spec does not have yet.`,
      advice: [settingAdvice(spec, key)],
    }));
}
