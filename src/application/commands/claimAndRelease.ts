import { present } from '../../domain/value/collections.js';
import type { SpecCommand } from '../../domain/spec/specEvents.js';
import { DEFAULT_LEASE } from '../../domain/claims/claims.js';
import { criteriaOfDocument, type Criterion, openCriteria } from '../../domain/criteria/criteria.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { knownWord } from '../../domain/fields/knownWords.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import type { RegistryReach } from '../../ports/lockAndClaimRegistry.js';
import { changedResults, type ChangeResult, type ChangesResult } from '../changes/changeResult.js';
import { brokenSpecs, NOT_OFFERED } from '../changes/brokenAndDuplicateSpecs.js';
import type { ChangedSpec, RecordDrafts } from '../changes/plannedChange.js';
import { statusWarnings } from '../changes/statusWarnings.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { isForAnybody, type NotReady, notReady, notReadyText } from '../projections/readySpecs.js';
import { flag, required, text, texts, words, type Warning, useCase, word } from '../useCase.js';
import { isOfOtherClone } from '../claims/claimsOnRemote.js';
import type { Taking, Wanted } from '../claims/claimsElsewhere.js';
import type { Services } from '../services.js';
import { changeOneSpec, changeSeveralSpecs, type SpecChange } from '../changes/changeSpecs.js';

export interface ClaimsResult extends ChangesResult {
  /** Worktrees that see the claim at once: all of the clone, or this project folder only; absent in a dry run. */
  readonly registry?: RegistryReach['reach'];
  /** The open criteria of the claimed spec; only if one spec is claimed. */
  readonly open?: readonly { readonly n: number; readonly text: string }[];
}

export interface ClaimResult extends ChangeResult, Pick<ClaimsResult, 'registry' | 'open'> {}

interface Terms {
  readonly code?: readonly string[];
  readonly lease: string;
  readonly steal?: boolean;
  readonly reason?: string;
}

/** Claims specs: sets claim, assignee and status in one step. The caller holds the lock. */
function claim(
  use: Services,
  drafts: RecordDrafts,
  folders: readonly SpecFolder[],
  terms: Terms,
): ClaimsResult {
  const wanted = folders.map((folder) => wantedClaim(use, drafts, folder, terms));
  return use.openClaims.take(wanted, drafts, (...given) => carryOut(use, drafts, terms, ...given));
}

/**
 * Claims the first of `specs` that is neither claimed nor completed in another worktree or clone; undefined if there is none.
 */
function claimFirst(
  use: Services,
  drafts: RecordDrafts,
  specs: readonly SpecView[],
  terms: Terms,
): ClaimsResult | undefined {
  const folders = use.specStore.folders();
  const wanted = ({ path }: SpecView) => {
    const folder = folders.find((one) => one.path === path) ?? use.specCatalog.find(path);
    return wantedClaim(use, drafts, folder, terms);
  };
  const take = (some: readonly SpecView[]) =>
    use.openClaims.takeFirst(some, wanted, drafts.at, (...given) => carryOut(use, drafts, terms, ...given));
  for (let open = specs; ;) {
    try {
      return take(open);
    } catch (error) {
      // Another clone may have taken a spec since the remote was read.
      const { holders, ends } = use.claimsOnRemote.known(drafts.at);
      const isFree = ({ entry: { spec } }: Wanted) => !holders.has(spec) && !ends.has(spec);
      const left = isOfOtherClone(error) ? open.filter((one) => isFree(wanted(one))) : open;
      if (left.length === open.length) throw error;
      open = left;
    }
  }
}

function wantedClaim(use: Services, drafts: RecordDrafts, folder: SpecFolder, { steal }: Terms): Wanted {
  const wanted = use.openClaims.wanted(folder, drafts.actor);
  return steal === undefined ? wanted : { ...wanted, steals: steal };
}

function carryOut(
  use: Services,
  drafts: RecordDrafts,
  terms: Terms,
  ...[wanted, elsewhere, reach]: Parameters<Taking<ClaimsResult>>
): ClaimsResult {
  const { at, actor: by } = drafts;
  const claimant = use.openClaims.claimant(by, at);
  const { code, ...claiming } = terms;
  const keeping = { required: use.config.frontmatter.required };
  const naming: readonly SpecCommand[] =
    code === undefined
      ? []
      : [{ type: 'ChangeDependencies', data: { field: 'code', replace: code, keeping } }];
  const changed = use.changeSpecs.apply(
    drafts,
    wanted.map(({ folder, entry }) => {
      const holder = elsewhere.get(entry.spec);
      const data = { claimant, ...claiming, ...(holder && { elsewhere: holder }) };
      return { folder, commands: () => [{ type: 'Claim', data }, ...naming] };
    }),
  );
  const results = changedResults(use.specCatalog, changed).map((result, i) =>
    told(use, drafts, changed[i] as ChangedSpec, result),
  );
  return {
    specs: results.map((one) => one.spec),
    events: results.flatMap(({ events }) => events),
    warnings: [...onlyLocal(reach?.problem), ...results.flatMap(({ warnings }) => warnings)],
    total: results.length,
    ...(reach !== undefined && { registry: reach.reach }),
    ...(changed.length === 1 && { open: changed.flatMap(({ folder }) => openIn(use, folder)) }),
  };
}

function openIn(
  { specStore, config }: Services,
  folder: SpecFolder,
): readonly Pick<Criterion, 'n' | 'text'>[] {
  const open = openCriteria(criteriaOfDocument(specStore.open(folder), config.criteria.sections));
  return open.map(({ n, text: words }) => ({ n, text: words }));
}

function told(use: Services, drafts: RecordDrafts, changed: ChangedSpec, result: ChangeResult): ChangeResult {
  const { folder, record } = changed;
  const by = drafts.actor;
  const { until = '' } = result.spec.claim ?? {};
  const unchanged: Warning = {
    code: 'UNCHANGED',
    message: `${folder.ref} is already claimed by ${personText(by)}${until === '' ? '' : ` until ${until}`}; nothing was changed.`,
  };
  const goesOn: Warning = {
    code: 'OTHER_SESSION',
    message: `Another session of ${personText(by)} claimed ${folder.ref} but recorded nothing for ten minutes; this session takes the claim over.`,
  };
  const claim = record?.events.find(({ type }) => type === 'SpecClaimed')?.data;
  const { goesOn: isOther, assignedBefore } = claim ?? {};
  const before = typeof assignedBefore === 'string' ? assignedBefore : '';
  const reassigned: Warning = {
    code: 'ASSIGNEE_REPLACED',
    message: `${folder.ref} was assigned to ${personText(before)}; releasing the claim assigns it to ${personText(before)} again.`,
  };
  return {
    ...result,
    warnings: [
      ...(isOther === true ? [goesOn] : []),
      ...(before === '' ? [] : [reassigned]),
      ...(record === undefined && result.warnings.length === 0 ? [unchanged] : result.warnings),
      ...statusWarnings(use, drafts, changed, result.spec),
    ],
  };
}

/** Claims the named specs, all or none. */
export const claimSpecs = useCase(
  {
    specs: required(texts),
    /** Lease, such as `30m`, `4h` (the default) or `2d`. */
    lease: text,
    /** Take over a spec that another actor holds; requires a reason. */
    steal: flag,
    reason: words,
    /** The files that the specs are about, in place of those named before. */
    code: texts,
    /** Dry run: returns the planned change without writing it. */
    dryRun: flag,
  },
  (use, request): ClaimsResult => {
    const { specs, lease = DEFAULT_LEASE, steal, reason, code, dryRun } = request;
    if (specs.length === 0) throw new SpectoolError('USAGE', 'Specify at least one spec to claim.');
    if (reason !== undefined && steal !== true)
      throw new SpectoolError('USAGE', 'A reason is needed only to take a spec over from another actor.', {
        advice: [
          { useCase: 'claimSpecs', request: { specs, steal: true, reason }, to: 'take the spec over' },
        ],
      });
    const terms = { lease, ...present({ steal, reason, code }) };
    const work = (drafts: RecordDrafts) => claim(use, drafts, use.specCatalog.findAll(specs), terms);
    if (dryRun === true) return use.writeSession.rehearse('claim', work);
    const claimed = use.writeSession.change('claim', work);
    return use.policies.withLater(claimed, claimed.specs);
  },
);

/** Claims the best spec to begin next: the first ready one that is neither claimed by nor assigned to another actor. */
export const claimNext = useCase(
  {
    tags: texts,
    assignee: text,
    /** Only specs without an assignee. */
    unassigned: flag,
    lease: text,
    /** The files that the spec is about, in place of those named before. */
    code: texts,
  },
  (use, { tags = [], assignee, unassigned = false, lease = DEFAULT_LEASE, code }): ClaimResult => {
    const claimed = use.writeSession.change('next', (drafts): ClaimResult => {
      use.claimsOnRemote.read(drafts.at);
      const specs = use.specCatalog.undated();
      const graph = dependencyGraph(specs);
      const isAsked = (spec: SpecView) =>
        tags.every((tag) => spec.tags.includes(tag)) && (!unassigned || isUnassigned(spec));
      const isOpen = (spec: SpecView) =>
        isSamePerson(spec.assignee, assignee ?? drafts.actor) ||
        (assignee === undefined ? isForAnybody(spec) : spec.claim?.expired === true);
      const {
        ready: all,
        notReady: others,
        unwritten,
      } = use.readySpecs.among(specs, graph, use.clock.now(), drafts.actor, isAsked);
      const ready = all.map(({ spec }) => spec);
      const open = ready.filter(isOpen);
      const broken = specs.flatMap((one) => (one.broken === true ? [graph.nameOf(one)] : []));
      const unread = brokenSpecs(broken, NOT_OFFERED);
      const claimed =
        open.length === 0 ? undefined : claimFirst(use, drafts, open, { lease, ...present({ code }) });
      const [spec] = claimed?.specs ?? [];
      if (claimed !== undefined && spec !== undefined) {
        const { specs: _one, total: _counted, warnings, ...rest } = claimed;
        return { spec, ...rest, warnings: [...warnings, ...unread] };
      }
      const assigned = ready.filter((spec) => !isOpen(spec));
      const reasons = notReady([
        ...assigned.map((spec) => [graph.nameOf(spec), 'assigned', spec.assignee] as const),
        ...open.map((spec) => [graph.nameOf(spec), 'elsewhere'] as const),
      ]);
      const [toWrite] = unwritten;
      throw nothingReady([...others, ...reasons], toWrite && use.specStore.documentPath(toWrite));
    });
    return use.policies.withLater(claimed, [claimed.spec]);
  },
);

/** Warns that the registry of the clone could not be used. */
function onlyLocal(problem: string | undefined): readonly Warning[] {
  if (problem === undefined) return [];
  return [
    {
      code: 'REGISTRY_LOCAL',
      message: `Other worktrees of this clone cannot see this claim: ${problem.replace(/\.$/, '')}.`,
      hint: 'If another worktree claims the spec too, the earlier claim wins after the merge.',
    },
  ];
}

/** @param toWrite the document of a spec that could begin if it had a text. */
function nothingReady(reasons: readonly NotReady[], toWrite?: string): SpectoolError {
  const counted = (why: NotReady['why']) =>
    reasons.reduce((sum, one) => sum + (one.why === why ? one.specs.length : 0), 0);
  const why = reasons.length === 0 ? 'nothing is planned' : reasons.map(notReadyText).join('; ');
  const [blocked, elsewhere] = [counted('blocked'), counted('elsewhere')];
  return new SpectoolError('NOTHING_READY', `There is nothing to claim: ${why}.`, {
    ...(elsewhere > 0 && {
      hint: 'If a spec is complete in another worktree, merge the branch of that worktree to get the result.',
    }),
    ...(toWrite === undefined
      ? {
          advice: [
            blocked > 0
              ? { useCase: 'showDependencies', to: 'see which specs wait for which' }
              : { useCase: 'showBoard', to: 'see who works on what' },
          ],
        }
      : { hint: `Write the problem, the solution and the criteria in ${toWrite}, then claim again.` }),
    details: {
      blocked,
      claimed: counted('claimed'),
      assigned: counted('assigned'),
      elsewhere,
      broken: counted('broken'),
    },
  });
}

const AFTER_RELEASE = ['planned', 'in-progress'] as const;
const RELEASE = {
  /** Status after the release: `planned` sets the spec back to planned; unchanged by default. */
  status: word(AFTER_RELEASE),
};

/** Releases a claimed spec. */
export const releaseSpec = useCase(
  { spec: required(text), ...RELEASE },
  (use, { spec, status }): ChangeResult => {
    const result = changeOneSpec(use, { spec, ...release(use, status) });
    return { ...result, warnings: [...result.warnings, ...leftInProgress(result.spec, status)] };
  },
);

/** Releases several claimed specs, all or none. */
export const releaseSpecs = useCase(
  { specs: required(texts), ...RELEASE },
  (use, { specs, status }): ChangesResult => {
    const result = changeSeveralSpecs(use, release(use, status), () => use.specCatalog.choose({ specs }));
    const left = result.specs.flatMap((spec) => leftInProgress(spec, status));
    return { ...result, warnings: [...result.warnings, ...left] };
  },
);

function release({ openClaims }: Services, given: string | undefined): SpecChange {
  const status = given === undefined ? undefined : knownWord('status', given, AFTER_RELEASE);
  return {
    command: 'release',
    commands: (_spec, { by, at }) => {
      const claimant = openClaims.claimant(by, at);
      return [{ type: 'Release', data: { claimant, toPlanned: status === 'planned' } }];
    },
    unchanged: (ref, by) => `${ref} is not claimed by ${personText(by)}`,
  };
}

/** Warns that a released spec stays in progress, if the request does not say so. */
function leftInProgress({ ref, status, claim }: SpecView, given: string | undefined): readonly Warning[] {
  if (status !== 'in-progress' || claim !== undefined || given !== undefined) return [];
  return [
    {
      code: 'LEFT_IN_PROGRESS',
      message: `${ref} stays in progress, and no actor holds it.`,
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, status: 'planned' },
          needs: ['reason'],
          to: 'put it back to planned',
        },
      ],
    },
  ];
}
