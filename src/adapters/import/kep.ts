import { firstOf } from '../../domain/value/bounds.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { leftOut } from '../../domain/import/importedFields.js';
import { WORDS_OF } from '../../domain/import/statusWords.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { fieldsOfYaml, frontmatterOf } from './sourceFields.js';
import { filesBeside, numbered, titleIn } from './toolFolderDocuments.js';
import { textIn, textsIn } from './headerFields.js';
import { dayIn } from './writtenDays.js';

const YAML = /(?:^|\/)kep\.yaml$/;

/** Imports Kubernetes enhancement proposals: folders with `kep.yaml` and a README. */
export const kep: ImportSource = {
  name: 'kep',
  description: 'folders with kep.yaml and README.md',
  detect: (tree) => ({
    surety: 'tool',
    documents: documentsIn(tree).map(({ yaml, place }) => place ?? yaml),
    areFolders: true,
  }),
  read: function* (tree) {
    for (const { yaml, place } of documentsIn(tree)) yield told(place ?? yaml, () => read(tree, yaml, place));
  },
};

function documentsIn(
  tree: SourceTree,
): readonly { readonly yaml: string; readonly place: string | undefined }[] {
  const paths = tree.files.map(({ path }) => path);
  const places = new Map(
    paths.filter((path) => /^readme\.md$/i.test(lastNameIn(path))).map((path) => [parentOf(path), path]),
  );
  return paths
    .filter((path) => YAML.test(path) && !/TEMPLATE/.test(path))
    .map((yaml) => ({ yaml, place: places.get(parentOf(yaml)) }));
}

function read(tree: SourceTree, yaml: string, place: string | undefined): ImportedDocument {
  if (place === undefined)
    throw new SpectoolError('SPEC_BROKEN', 'there is no README.md beside the kep.yaml');
  const fields = fieldsOfYaml(tree, tree.text(yaml) ?? '');
  const { fields: further, body } = frontmatterOf(tree, tree.text(place) ?? '');
  const folder = parentOf(place);
  const { number: own, words } = numbered(lastNameIn(folder));
  const given = Number(textIn(fields.value('kep-number')));
  const number = Number.isSafeInteger(given) && given >= 0 ? given : own;
  const status = textIn(fields.value('status'));
  const created = dayIn(fields.value('creation-date'));
  const authors = textsIn(fields.value('authors'));
  const { fields: left, ...said } = further.all({ assignee: authors[0] });
  const sig = textIn(fields.value('owning-sig'));
  const otherSig = further.value('owning-sig');
  const [supersededBy] = folders(textsIn(fields.value('superseded-by'))).flat();
  return {
    place,
    aliases: [lastNameIn(folder), ...(number === undefined ? [] : [`#${String(number)}`])],
    ...(number !== undefined && { number }),
    name: words,
    title:
      titleIn(body, /^(?:summary|table of contents|release signoff checklist)$/i) ??
      textIn(fields.value('title')) ??
      wordsOf(words),
    ...(number !== undefined && { sourceId: String(number) }),
    ...(status !== undefined && { status }),
    words: WORDS_OF.proposal,
    statusFrom: 'kep.yaml',
    ...(created !== undefined && { created }),
    ...said,
    related: [
      ...(said.related ?? []),
      ...folders([...textsIn(fields.value('see-also')), ...textsIn(fields.value('replaces'))]),
    ],
    ...(supersededBy !== undefined && { supersededBy }),
    supersedes: folders(textsIn(fields.value('replaces'))),
    fields: { ...left, ...(sig !== undefined && { 'owning-sig': sig }) },
    body,
    files: filesBeside(tree, place),
    folder,
    past: { files: [yaml, place], status: 'field' },
    lost: [
      ...(authors.length > 1
        ? [`authors after the first stay only in kep.yaml: ${firstOf(authors.slice(1), 3)}`]
        : []),
      ...(sig === undefined || otherSig === undefined || otherSig === sig
        ? []
        : [leftOut('owning-sig', otherSig)]),
    ],
  };
}

/** Returns the names of the proposal folders in these paths, such as `859-kubectl-headers`; URLs are ignored. */
function folders(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (path.includes('://') ? [] : (/(?:^|\/)(\d+-[^/]+)/.exec(path)?.[1] ?? [])));
}
