import { findSection } from '../../domain/document/sections/findSection.js';
import { sectionDigest } from '../../domain/log/textPrint.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Hasher } from '../../ports/system.js';
import type { SpecStore } from '../../ports/specStore.js';
import { brokenSpec } from '../changes/conflictedSpecs.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import { UseCase } from '../useCase.js';
import type { ProjectWarnings } from './project/projectWarnings.js';

export interface ReadSectionRequest {
  readonly spec: string;
  /** The heading; `Parent > Heading` or `Heading #2` where there are several. */
  readonly heading: string;
}

export interface ReadSectionResult {
  readonly spec: SpecView;
  /** The document it stands in. */
  readonly path: string;
  readonly heading: string;
  /** 1-based, of the heading in the file. */
  readonly line: number;
  /** Tells one text of the section from another; line ends do not matter. */
  readonly digest: string;
  /** Heading first, sub-sections included, byte for byte. */
  readonly text: string;
  /** Why it may be the half of a change. */
  readonly warnings?: readonly Warning[];
}

/** One section of a spec. */
export class ReadSection extends UseCase<ReadSectionRequest, ReadSectionResult> {
  static readonly request: RequestSchema<ReadSectionRequest> = {
    spec: required(text),
    heading: required(text),
  };

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly hasher: Hasher,
    private readonly projectWarnings: ProjectWarnings,
  ) {
    super();
  }

  protected override async run({ spec: named, heading }: ReadSectionRequest): Promise<ReadSectionResult> {
    const folder = this.catalog.find(named);
    const document = this.store.open(folder);
    const path = this.store.documentPath(folder);
    if (document.problem !== undefined && document.text === '') throw brokenSpec(path, document.problem);
    const { bodyStart, bodyLine } = document;
    const body = document.text.slice(bodyStart);
    const section = findSection({ ref: folder.ref, body, bodyLine }, heading);
    const own = body.slice(section.start, section.end);
    const warnings = this.projectWarnings.unfinished();
    return {
      spec: this.catalog.viewOf(folder, document),
      path,
      heading: section.heading,
      line: section.line + bodyLine - 1,
      digest: sectionDigest(own, (one) => this.hasher.sha256(one)),
      text: own,
      ...(warnings.length > 0 && { warnings }),
    };
  }
}
