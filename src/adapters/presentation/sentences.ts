import { BOUNDS } from '../../domain/value/bounds.js';
import type { PartsProgress } from '../../application/projections/dependencyGraph.js';
import { withoutLabel } from '../../domain/criteria/checkboxes.js';
import type { CriterionProof } from '../../domain/criteria/criteria.js';
import { changesWithSayings, sayingsOf } from '../../domain/fields/fieldChange.js';
import { IN_FILE, ITS_FILES, standardField } from '../../domain/fields/standardFields.js';
import { personText } from '../../domain/value/person.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { shortId } from '../../domain/log/records/record.js';
import type { ProjectEvent } from '../../domain/project/projectConfigFromEvents.js';
import { stateWords } from '../../domain/proof/criterionStates.js';
import { combinedOutcome } from '../../domain/proof/verdict.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { firstOf, groupBy } from '../../domain/value/collections.js';
import { isJsonObject, jsonEquals, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';
import { quoted, wordText } from '../../domain/value/text.js';

/** Describes how far the parts of a spec are: `1 of 3 complete, 4 of 9 criteria`. */
export function partsText({ complete, total, criteria }: PartsProgress): string {
  const met = criteria.total === 0 ? '' : `, ${String(criteria.done)} of ${String(criteria.total)} criteria`;
  return `${String(complete)} of ${String(total)} complete${met}`;
}

/** Describes how a criterion was ticked; empty for a criterion that is not ticked. */
export function tickText(criterion: CriterionView): string {
  const { done, state, proof, tickedBy, tickedAt, reworded, earlierProofs = [] } = criterion;
  const verdict = verdictText(criterion);
  if (verdict !== '') return verdict;
  if (!done) return '';
  const proofs = [...earlierProofs, ...(proof === undefined ? [] : [proof])].flatMap(proofTexts);
  const words = [...(state === 'attested' ? [] : [stateWords(state)]), proofs.join('; ')];
  const shown = words.filter((one) => one !== '').join(': ');
  if (tickedBy === undefined) return `${shown}, ticked by hand`;
  const who = [personText(tickedBy), ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(', ');
  const since = reworded === undefined ? '' : `; reworded since, before: ${quoted(reworded)}`;
  return `${shown} (${who})${since}`;
}

function proofTexts({ test, commit, by, reason }: CriterionProof): readonly string[] {
  return [
    ...(test === undefined ? [] : [`test ${quoted(test)}`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(by === undefined ? [] : [`${reason === undefined ? 'confirmed' : 'attested'} by ${personText(by)}`]),
    ...(reason === undefined ? [] : [quoted(reason)]),
  ];
}

/** Describes the test results for a criterion; empty if none are recorded. */
function verdictText({ verdict, state }: CriterionView): string {
  if (verdict === undefined) return '';
  const { result, tests, ranAt, changed, reworded } = verdict;
  const [first] = tests;
  const count = tests.length;
  const named =
    count === 1 ? (first === undefined ? 'a test' : quoted(first.name)) : `${String(count)} tests`;
  const bad = result === 'proven' || count === 1 ? '' : `, such as ${quoted(first?.name ?? '')}`;
  const gone = first?.outcome === 'gone' ? ' (no longer there)' : '';
  const unknown = tests.some(({ files }) => files === undefined) ? ', file unknown' : '';
  const when = ranAt === undefined ? '' : ` (${ranAt.slice(0, 10)})`;
  const said = `${named}${bad}${gone}${unknown}${when}`;
  const since = [
    ...(changed === undefined ? [] : [`${firstOf(changed)} new or changed since`]),
    ...(reworded === undefined ? [] : [`reworded since, before: ${reworded}`]),
  ];
  if (state === 'proven') return `proven by ${said}`;
  const was = since.length > 0 ? 'was proven by' : 'proven by';
  const told =
    result === 'proven'
      ? [...since, `${was} ${said}`]
      : [`${result === 'not-run' ? 'skipped ' : ''}${said}`, ...since];
  return `${stateWords(state)}: ${told.join('; ')}`;
}

type EventType = SpecEvent['type'] | ProjectEvent['type'];

/**
 * Describes an event in words. Because another version of spectool may have written the log, unexpected data is accepted and an
 * unknown type is shown by its name. The caller must escape the result before printing it.
 */
export function eventSentence(type: string, data: JsonObject): string {
  return Object.hasOwn(SENTENCES, type)
    ? SENTENCES[type as EventType](data)
    : `${type} (unknown to this version of spectool)`;
}

const SENTENCES: Readonly<Record<EventType, (data: JsonObject) => string>> = {
  SpecCreated: (data) => `created ${inQuotes(data['title'])} as ${show(data['ref'])}`,
  SpecAdopted: (data) => `adopted where it is: ${inQuotes(data['title'])}, ${show(data['at'])}`,
  SpecImported: (data) => `found and added to the log: ${inQuotes(data['title'])}, ${show(data['ref'])}`,
  StatusChanged: (data) => `status ${fromTo(data)}${insisted(data)}`,
  FieldsChanged: (data) => `${changesText(data['changes'])}${insisted(data)}`,
  TagsChanged: (data) => `tags ${membersText(data)}${insisted(data)}`,
  DependenciesChanged: (data) =>
    `${data['field'] === 'depends_on' ? 'depends on' : show(data['field'])} ${membersText(data)}${insisted(data)}`,
  SpecRenamed: (data) =>
    ['title', 'name', 'ref', 'group']
      .filter((key) => isJsonObject(data[key]))
      .map((key) => `${key === 'ref' ? 'folder' : key} ${fromTo(data[key])}`)
      .join(', '),
  SpecRenumbered: (data) =>
    data['from'] === data['to'] ? `folder ${fromTo(data['ref'])}` : `number ${fromTo(data)}`,
  SpecArchived: (data) => `archived${because(data)}`,
  SpecUnarchived: () => 'unarchived',
  FrontmatterEdited: (data) =>
    `${editedWhere(data)}: ${[
      changesText(data['changes']),
      ...(isJsonObject(data['members'])
        ? Object.entries(data['members']).map(([field, members]) => `${field} ${membersText(members)}`)
        : []),
    ]
      .filter((part) => part !== '')
      .join(', ')}`,
  TextEdited: (data) => {
    const sections = sectionsText(data['sections']);
    const byHand = data['typed'] === undefined ? byHandOrReturned('text ', data) : 'text edited';
    const what = data['followed'] === true ? 'links updated after a folder moved' : byHand;
    return sections === '' ? what : `${what}: ${sections}`;
  },
  CriterionChecked: (data) => `checked ${criterion(data)}${proofText(data['proof'])}`,
  CriterionUnchecked: (data) => `unchecked ${criterion(data)}${because(data)}`,
  CriterionAdded: (data) =>
    `criterion added: ${inQuotes(data['text'])}${data['replaces'] === undefined ? '' : `, replaces ${show(data['replaces'])}`}`,
  CriterionRemoved: (data) => `criterion removed: ${inQuotes(data['text'])}`,
  CriteriaSeen: () => 'criteria written',
  SpecAccepted: (data) => `read again and accepted${because(data)}`,
  AcceptanceWithdrawn: () => 'acceptance withdrawn',
  CriterionRetired: (data) =>
    `retired ${criterion(data)}${data['by'] === undefined ? '' : `, replaced by ${show(data['by'])}`}${because(data)}`,
  CriterionRestored: (data) => `restored ${criterion(data)}`,
  SpecApproved: (data) => `approved${data['note'] === undefined ? '' : `: ${inQuotes(data['note'])}`}`,
  ApprovalWithdrawn: (data) => `approval by ${name(data['by'])} withdrawn${because(data)}`,
  CriteriaLabelled: (data) => `labels given to criteria: ${labelsText(data)}`,
  LabelsRemoved: (data) => `labels removed from criteria: ${labelsText(data)}`,
  CriterionTested: (data) => `${criterion(data)} ${recordedVerdict(data)}`,
  VerdictWithdrawn: (data) => `withdrawn: ${criterion(data)} ${recordedVerdict(data)}`,
  NoteAdded: (data) => `note: ${inQuotes(data['text'])}`,
  NoteRemoved: (data) => `note removed: ${inQuotes(data['text'])}`,
  SectionReplaced: (data) => `section ${inQuotes(data['heading'])} rewritten${replacedText(data)}`,
  SpecClaimed: (data) =>
    `${data['stolenFrom'] === undefined ? 'claimed' : `taken over from ${name(data['stolenFrom'])}`} by ${name(data['by'])} for ${show(data['lease'])}${
      data['place'] === undefined ? '' : ` in ${show(data['place'])}`
    }${because(data)}`,
  ClaimReleased: () => 'claim released',
  SpecDeleted: (data) => `deleted${because(data)}`,
  SpecRestored: () => 'restored after deletion',
  SpecTakenOver: (data) => (data['again'] === true ? 'updated by an import' : 'imported'),
  ChangeUndone: (data) => `undid ${recordId(data['undone'])}`,
  RecordsSetAside: (data) =>
    `records set aside (not counted, because git restored an older document): ${recordsText(data)}`,
  RecordsRestored: (data) =>
    `records counted again, because git restored the newer document: ${recordsText(data)}`,
  ProjectInitialized: (data) => ['project set up', ...linksText(data)].join('; '),
  ConfigurationChanged: (data) => {
    const changes = changesText(data['changes']);
    const parts = [
      ...(changes === '' ? [] : [`configuration: ${changes}`]),
      ...(data['name'] === undefined ? [] : [`project named ${show(data['name'])}`]),
      ...linksText(data),
    ];
    return parts.length === 0 ? 'configuration changed' : parts.join('; ');
  },
  SkillInstalled: (data) =>
    data['path'] === undefined ? 'skill installed' : `skill installed in ${show(data['path'])}`,
  SpecsImported: (data) =>
    `${show(data['count'])} spec${data['count'] === 1 ? '' : 's'} imported from ${show(data['source'])}${data['path'] === '' ? '' : ` (${show(data['path'])})`}`,
};

/** Describes the assistants for which `init` set up links. */
function linksText({ agentTools }: JsonObject): readonly string[] {
  if (!Array.isArray(agentTools)) return [];
  return [
    agentTools.length === 0 ? 'no links for assistants' : `links for ${agentTools.map(show).join(', ')}`,
  ];
}

/** Describes where fields were edited. What the files of another tool say follows from ticks in them, too. */
function editedWhere(data: JsonObject): string {
  if (data['branch'] !== undefined) return `taken from branch ${show(data['branch'])}`;
  const isSaid = isJsonObject(data['changes']) && Object.hasOwn(data['changes'], IN_FILE);
  const source = data['source'] ?? (isSaid ? ITS_FILES : undefined);
  return source !== undefined && data['returned'] === undefined
    ? `read from ${source === ITS_FILES ? ITS_FILES : show(source)}`
    : byHandOrReturned('', data);
}

function byHandOrReturned(what: string, { returned }: JsonObject): string {
  return returned === undefined
    ? `${what}edited by hand`
    : `${what}returned by git to the state after ${recordId(returned)}`;
}

function recordsText({ records }: JsonObject): string {
  return Array.isArray(records) ? (records as readonly JsonValue[]).map(recordId).join(', ') : 'nothing';
}

/**
 * Describes how a change was made: whether it was forced, what was still open at that time, and the reason; empty if none is
 * known.
 */
function insisted(data: JsonObject): string {
  const how = `${data['forced'] === true ? ', forced' : ''}${openText(data)}`.slice(', '.length);
  return `${how === '' ? '' : ` (${how})`}${because(data)}`;
}

function because(data: JsonObject): string {
  return data['reason'] === undefined ? '' : `, because: ${show(data['reason'])}`;
}

function openText({ openCriteria, openParts, unprovenCriteria }: JsonObject): string {
  const told = (count: JsonValue | undefined, what: string, one = 'criterion', several = 'criteria') =>
    typeof count === 'number' ? `, ${String(count)} ${count === 1 ? one : several} ${what}` : '';
  return (
    told(openCriteria, 'not met') +
    told(openParts, 'open', 'part', 'parts') +
    told(unprovenCriteria, 'without proof')
  );
}

function criterion({ label, n, text = null }: JsonObject): string {
  // Print the label only once.
  const words = label === undefined || typeof text !== 'string' ? text : withoutLabel(text);
  return `criterion ${show(label ?? n)}: ${inQuotes(words)}`;
}

function labelsText({ labels }: JsonObject): string {
  return Array.isArray(labels)
    ? (labels as readonly JsonValue[]).map((one) => (isJsonObject(one) ? show(one['label']) : '?')).join(', ')
    : 'none';
}

/**
 * Describes recorded test results for a criterion: the resulting state, the number of tests by outcome, and the name of the first
 * test.
 */
function recordedVerdict({ tests, more, reason }: JsonObject): string {
  const known = (Array.isArray(tests) ? (tests as readonly JsonValue[]) : []).filter(isJsonObject);
  const counts = groupBy(known, (one) => show(one['outcome'])).map(
    (same) => `${String(same.length)} ${show(same[0]?.['outcome'])}`,
  );
  const left = typeof more === 'number' ? [`${String(more)} more`] : [];
  const unknown = known.some((one) => (one['files'] ?? one['file']) === undefined) ? ', file unknown' : '';
  const why = typeof reason === 'string' ? `, recorded anyway: ${show(reason)}` : '';
  const result = stateWords(combinedOutcome(known.map((one) => show(one['outcome']))));
  return `${result}: ${[...counts, ...left].join(', ')}, ${show(known[0]?.['name'])}${unknown}${why}`;
}

const PROOFS: Readonly<Record<string, string>> = {
  by: 'by',
  commit: 'in commit',
  test: 'by test',
  reason: 'because:',
};

function proofText(proof: JsonValue | undefined): string {
  const told = isJsonObject(proof) ? Object.entries(proof) : [];
  return told
    .filter(([kind]) => Object.hasOwn(PROOFS, kind))
    .map(([kind, what]) => `, ${PROOFS[kind] ?? ''} ${show(what)}`)
    .join('');
}

function replacedText({ from, to }: JsonObject): string {
  const count = (text: JsonValue | undefined) =>
    typeof text === 'string' && text !== '' ? text.replace(/\n$/, '').split('\n').length : 0;
  const parts = [
    count(to) === 0 ? [] : `+${String(count(to))}`,
    count(from) === 0 ? [] : `-${String(count(from))}`,
  ];
  return parts.flat().length === 0 ? '' : `: ${parts.flat().join(' ')}`;
}

function sectionsText(sections: JsonValue | undefined): string {
  if (!Array.isArray(sections)) return '';
  return (sections as readonly JsonValue[])
    .filter(isJsonObject)
    .map(({ heading, added, removed }) => {
      const name = heading === '' ? 'above the first heading' : show(heading);
      const lines = [added === 0 ? [] : `+${show(added)}`, removed === 0 ? [] : `-${show(removed)}`].flat();
      return lines.length === 0 ? `${name} (lines moved)` : `${name} ${lines.join(' ')}`;
    })
    .join(', ');
}

function changesText(changes: JsonValue | undefined): string {
  if (!isJsonObject(changes)) return '';
  return changesWithSayings(changes)
    .map(([field, change]) => `${field} ${fromTo(change, standardField(field)?.of === 'person')}`)
    .join(', ');
}

/** Describes what documents of another tool say themselves: `boxes 1 of 3, status Approved`. */
export function sayingsWords(value: JsonValue): string {
  return Object.entries(sayingsOf(value))
    .map(([key, one]) => `${key.replaceAll('_', ' ')} ${show(one)}`)
    .join(', ');
}

function fromTo(change: JsonValue | undefined, isPerson = false): string {
  const written = (value: JsonValue) =>
    isPerson && typeof value === 'string' ? personText(value) : show(value);
  if (!isJsonObject(change)) return 'changed';
  const { from = null, to = null } = change;
  if (jsonEquals(from, to)) return `kept ${written(to)}`;
  if (from === null) return `set to ${written(to)}`;
  return to === null ? `removed (was ${written(from)})` : `${written(from)} → ${written(to)}`;
}

function membersText(members: JsonValue | undefined): string {
  if (!isJsonObject(members)) return 'changed';
  const list = (key: string, sign: string): string[] => {
    const values = members[key];
    return Array.isArray(values) ? values.map((value) => `${sign}${show(value as JsonValue)}`) : [];
  };
  const kept = members['kept'] === true ? ['(kept)'] : [];
  return [...list('added', '+'), ...list('removed', '-'), ...kept].join(' ');
}

/** Returns a value as text: a single word unchanged, any other text in quotes, a missing value as `nothing`. */
function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string'
    ? wordText(value, { longest: BOUNDS.excerpt })
    : JSON.stringify(value).slice(0, BOUNDS.excerpt);
}

function recordId(value: JsonValue | undefined): string {
  return show(typeof value === 'string' ? shortId(value) : value);
}

function inQuotes(value: JsonValue | undefined): string {
  return typeof value === 'string' ? quoted(value, { longest: BOUNDS.excerpt }) : show(value);
}

function name(value: JsonValue | undefined): string {
  return typeof value === 'string' ? personText(value) : show(value);
}

/** Describes, for the health section of the board, how many complete specs are in the archive: `2 complete in the archive`. */
export function archivedWords(count: number): string {
  return `${String(count)} complete in the archive`;
}
