import type { SpecView } from '../../domain/spec/specView.js';
import { type Warning, useCase, required, text } from '../useCase.js';
import { brokenSpec } from '../changes/brokenAndDuplicateSpecs.js';
import { findSection } from '../../domain/document/sections/sections.js';
import { sectionDigest } from '../../domain/log/digests.js';

export interface ReadSectionResult {
  readonly spec: SpecView;
  /** Path of the file that contains the section. */
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
export const readSection = useCase(
  {
    spec: required(text),
    /** Heading of the section; `Parent > Heading` or `Heading #2` if several are equal. */
    heading: required(text),
  },
  ({ specCatalog, specStore, projectWarnings, hasher }, { spec: named, heading }): ReadSectionResult => {
    const folder = specCatalog.find(named);
    const document = specStore.open(folder);
    const path = specStore.documentPath(folder);
    if (document.problem !== undefined && document.text === '') throw brokenSpec(path, document.problem);
    const { bodyStart, bodyLine } = document;
    const body = document.text.slice(bodyStart);
    const section = findSection({ ref: folder.ref, body, bodyLine }, heading);
    const own = body.slice(section.start, section.end);
    const warnings = projectWarnings.unfinished();
    const { file = path, line } = specStore.places(folder)(section.line + bodyLine - 1);
    return {
      spec: specCatalog.viewOf(folder, document),
      path: file,
      heading: section.heading,
      line,
      digest: sectionDigest(own, (one) => hasher.sha256(one)),
      text: own,
      ...(warnings.length > 0 && { warnings }),
    };
  },
);
