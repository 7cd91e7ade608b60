import { summaryOf } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { SpecDocument } from '../../../domain/document/specDocument.js';
import type { SpecFolder } from '../../../domain/naming/projectPath.js';
import { pairItems } from '../../../domain/review/pairedTexts.js';
import { NO_TEXT, specChanges } from '../../../domain/review/specChanges.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { toSpecView } from '../../../domain/spec/toSpecView.js';
import { type ChangesReport, changesPage, type ReportedSpec } from '../../projections/changesPage.js';
import { pageLinks } from '../../projections/specIndex.js';
import { argument, required, text, type Warning, useCase } from '../../useCase.js';
import { validateProject } from './validateProject.js';

export interface ReportProjectResult extends ChangesReport {
  /** The report in Markdown. */
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** A spec at one of the two compared times. */
interface Side {
  readonly spec: SpecView;
  readonly document: SpecDocument;
}

/** Reports to reviewers what a branch changed in specs. As long as no spec changes, the report is the same. */
export const reportProject = useCase(
  {
    /** A branch, tag or commit: report the changes since the current branch left it. */
    since: required(argument),
    /** Where the project's files are, ending with a slash, for links; by default, the project's folder. */
    links: text,
  },
  async (use, { since: base, links }): Promise<ReportProjectResult> => {
    const { sections } = use.config.criteria;
    const { commit, before, changed } = use.commits.changesSince(base, use.place.specsDir);
    /** Returns the specs whose document changed, as one of the two stores has them. */
    const sidesIn = (
      store: Pick<typeof use.specStore, 'folders' | 'open' | 'documentPath'>,
      viewOf: (folder: SpecFolder, document: SpecDocument) => SpecView,
    ) =>
      store.folders().flatMap((folder): readonly Side[] => {
        if (!changed.includes(store.documentPath(folder))) return [];
        const document = store.open(folder);
        return [{ document, spec: viewOf(folder, document) }];
      });
    const was = sidesIn(await use.storeOf(before), (folder, document) =>
      toSpecView(summaryOf(folder, document, sections)),
    );
    const now = sidesIn(use.specStore, (folder, document) => {
      const view = use.specCatalog.viewOf(folder, document);
      return use.criterionProofs.shown([view])[0] ?? view;
    });
    const keys = [({ spec }: Side) => spec.id ?? undefined, ({ spec }: Side) => spec.path];
    const pairs = pairItems(was, now, keys, () => '');
    const changes = pairs.flatMap(({ was: old, now: current }): readonly ReportedSpec[] => {
      const { spec } = current ?? old ?? {};
      if (spec === undefined) return [];
      return [
        {
          kind: old === undefined ? 'new' : current === undefined ? 'deleted' : 'changed',
          spec,
          ...(old !== undefined && old.spec.path !== spec.path && { movedFrom: old.spec.path }),
          ...specChanges(old?.document ?? NO_TEXT, current?.document ?? NO_TEXT, sections, []),
        },
      ];
    });
    const touched = new Set(changes.map(({ spec }) => spec.ref));
    const { findings } = await validateProject(use);
    const report: ChangesReport = {
      since: { base, commit },
      changes: changes.toSorted((a, b) => (a.spec.sequence ?? Infinity) - (b.spec.sequence ?? Infinity)),
      // Whether a spec is stale depends on the present day.
      findings: findings.filter(({ code, spec = '' }) => code !== 'STALE' && touched.has(spec)),
    };
    const page = changesPage(report, pageLinks(use, '', links));
    return { ...report, text: page, warnings: use.projectWarnings.warnings() };
  },
);
