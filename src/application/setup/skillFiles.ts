import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/hasher.js';
import type { ShippedFiles } from '../../ports/shippedFiles.js';

const SKILL_FOLDER = '.github/skills/spectool-sdd';
export const SKILL_PATH = `${SKILL_FOLDER}/SKILL.md`;
const SKILL_NAMES = ['SKILL.md', 'references/writing.md', 'references/errors.md'] as const;

export const SKILL_PATHS = SKILL_NAMES.map((name) => `${SKILL_FOLDER}/${name}`);

export interface SkillFile {
  readonly path: string;
  readonly text: string;
}

export function shippedSkill(shipped: ShippedFiles): readonly SkillFile[] {
  return SKILL_NAMES.map((name) => ({
    path: `${SKILL_FOLDER}/${name}`,
    text: shipped.read(`templates/skill/${name}`),
  }));
}

/** Of the files as they stand, line ends aside; undefined when the skill is not installed. */
export function installedDigest(files: FileSystem, hasher: Hasher): string | undefined {
  const texts = SKILL_PATHS.map((path) => files.readText(path));
  if (texts[0] === undefined) return undefined;
  return skillDigest(
    texts.map((text) => text ?? ''),
    hasher,
  );
}

export function skillDigest(texts: readonly string[], hasher: Hasher): string {
  return hasher.sha256(texts.map((text) => text.replaceAll('\r\n', '\n')).join('\u0000')).slice(0, 32);
}
