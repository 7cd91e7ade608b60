import { findSection } from '../../domain/document/sections/findSection.js';
import { sectionDigest } from '../../domain/log/textHash.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { brokenSpec } from '../changes/conflictedSpecs.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import type { Warning } from '../warning.js';
import { UseCase } from '../useCase.js';

export interface ReadSectionRequest {
  readonly spec: string;
  /** Heading of the section; `Parent > Heading` or `Heading #2` if several are equal. */
  readonly heading: string;
}

export interface ReadSectionResult {
  readonly spec: SpecView;
  /** Path of the document that contains the section. */
  readonly path: string;
  readonly heading: string;
  /** Line of the heading in the file, 1-based. */
  readonly line: number;
  /** Digest of the section's text, to detect changes; line endings do not matter. */
  readonly digest: string;
  /** Text of the section from its heading on, including subsections, byte for byte. */
  readonly text: string;
  /** Warnings, for example that a change was interrupted and the section may be half-written. */
  readonly warnings?: readonly Warning[];
}

/** Reads one section of a spec. */
export class ReadSection extends UseCase<ReadSectionRequest, ReadSectionResult> {
  static readonly request: RequestSchema<ReadSectionRequest> = {
    spec: required(text),
    heading: required(text),
  };

  protected override async run({ spec: named, heading }: ReadSectionRequest): Promise<ReadSectionResult> {
    const folder = this.use.specCatalog.find(named);
    const document = this.use.specStore.open(folder);
    const path = this.use.specStore.documentPath(folder);
    if (document.problem !== undefined && document.text === '') throw brokenSpec(path, document.problem);
    const { bodyStart, bodyLine } = document;
    const body = document.text.slice(bodyStart);
    const section = findSection({ ref: folder.ref, body, bodyLine }, heading);
    const own = body.slice(section.start, section.end);
    const warnings = this.use.projectWarnings.unfinished();
    return {
      spec: this.use.specCatalog.viewOf(folder, document),
      path,
      heading: section.heading,
      line: section.line + bodyLine - 1,
      digest: sectionDigest(own, (one) => this.use.hasher.sha256(one)),
      text: own,
      ...(warnings.length > 0 && { warnings }),
    };
  }
}
