/** False for bare numbers and stems of one or two letters: texts share them without being about the same. */
export function isTelling(stem: string): boolean {
  return !/^\p{N}+$/u.test(stem) && !/^[a-z0-9]{1,2}$/.test(stem);
}
