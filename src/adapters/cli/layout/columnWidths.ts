/** Preferred width of a column, and the minimum at which it is readable, in cells. */
export interface ColumnNeed {
  readonly natural: number;
  readonly floor: number;
}

/** Returns the width of a row in cells: its columns and the gaps between them. */
export function totalWidth(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1);
}

/**
 * Returns widths with which the columns fit into `limit` cells. The widest columns shrink first, until all are at their `floor`;
 * then the rightmost columns are cut.
 */
export function fitWidths(needs: readonly ColumnNeed[], limit: number, gap: number): number[] {
  const widths = needs.map((need) => need.natural);
  let excess = totalWidth(widths, gap) - limit;
  while (excess > 0) {
    let widest = -1;
    for (let i = 0; i < needs.length; i++) {
      const width = widths[i] ?? 0;
      if (width > (needs[i]?.floor ?? 0) && (widest < 0 || width > (widths[widest] ?? 0))) widest = i;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  for (let i = widths.length - 1; i >= 0 && excess > 0; i--) {
    const cut = Math.min(excess, Math.max(0, (widths[i] ?? 0) - 1));
    widths[i] = (widths[i] ?? 0) - cut;
    excess -= cut;
  }
  return widths;
}
