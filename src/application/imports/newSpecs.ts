import type { ImportedPlaces } from '../../domain/document/updateLinks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { SourceTree } from '../../ports/importSource.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import { ownPlaces } from './importedPaths.js';
import type { ImportedSpec, JudgedDocument } from './importedSpecs.js';
import type { ImportedSpecs } from './importedSpecs.js';
import type { ImportPlans } from './importPlans.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** A new spec from a document, not yet written. */
export interface NewSpec extends ImportedSpec {
  readonly plan: JudgedDocument;
  readonly folder: SpecFolder;
}

/** Creates specs in new folders, with the files that belong to their documents. */
export class NewSpecs {
  constructor(
    private readonly importedSpecs: ImportedSpecs,
    private readonly importPlans: ImportPlans,
    private readonly fileSystem: FileSystem,
    private readonly config: Configuration,
  ) {}

  make(plan: JudgedDocument, tree: SourceTree, places: ImportedPlaces): NewSpec {
    const { importedSpecs, importPlans, fileSystem, config } = this;
    const { text: body, left } = importedSpecs.body(plan, tree, ownPlaces(plan, tree, places));
    const spec = importedSpecs.spec(importPlans.streamOf(plan.identity), plan, body, left, {});
    const folder = folderAt(config.specsDir, spec.labels);
    if (fileSystem.stat(folder.path) !== undefined)
      throw new SpectoolError('SPEC_EXISTS', `${folder.path} already exists and is not a spec.`, {
        hint: `Move ${folder.path} elsewhere, then import again.`,
      });
    return { ...spec, plan, folder };
  }

  writes(
    { id, records, text, plan, folder }: NewSpec,
    tree: SourceTree,
    places: ImportedPlaces | undefined,
  ): readonly PlannedWrite[] {
    const { importedSpecs, config } = this;
    const own = ownPlaces(plan, tree, places ?? (() => undefined));
    const files = new Map(
      (plan.document.files ?? []).map(({ from, name }) => [
        name,
        () => importedSpecs.file(tree, from, `${folder.path}/${name}`, own),
      ]),
    );
    return [
      { kind: 'past', records },
      {
        kind: 'newFolder',
        spec: id,
        path: folder.path,
        file: config.structure.defaultFile,
        text,
        ...(files.size > 0 && { files }),
      },
    ];
  }
}
