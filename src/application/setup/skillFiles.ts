import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { ShippedFiles } from '../../ports/shippedAndGeneratedTexts.js';

export const SKILL_NAME = 'spectool-sdd';
/** Standard folder of Agent Skills. */
export const SKILLS_FOLDER = '.github/skills';
export const SKILL_PATH = `${SKILLS_FOLDER}/${SKILL_NAME}/SKILL.md`;
const SKILL_NAMES = ['SKILL.md', 'references/writing.md', 'references/errors.md'] as const;

export const SKILL_PATHS = skillPaths(SKILLS_FOLDER);

/** Returns the paths of the skill's files below a folder of skills. */
export function skillPaths(folder: string): readonly string[] {
  return SKILL_NAMES.map((name) => `${folder}/${SKILL_NAME}/${name}`);
}

export interface SkillFile {
  readonly path: string;
  readonly text: string;
}

export function shippedSkill(shipped: ShippedFiles, folder = SKILLS_FOLDER): readonly SkillFile[] {
  return SKILL_NAMES.map((name) => ({
    path: `${folder}/${SKILL_NAME}/${name}`,
    text: shipped.read(`templates/skill/${name}`),
  }));
}

/** Returns a digest of the installed skill files, ignoring line endings; undefined if the skill is not installed. */
export function installedDigest(
  files: FileSystem,
  hasher: Hasher,
  paths: readonly string[],
): string | undefined {
  const texts = paths.map((path) => files.readText(path));
  if (texts[0] === undefined) return undefined;
  return skillDigest(
    texts.map((text) => text ?? ''),
    hasher,
  );
}

export function skillDigest(texts: readonly string[], hasher: Hasher): string {
  return hasher.sha256(texts.map((text) => text.replaceAll('\r\n', '\n')).join('\u0000')).slice(0, 32);
}
