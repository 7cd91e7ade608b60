// Matrix products that process four rows at a time, because memory access is the bottleneck. The number of rows must be a
// multiple of four.

/** Computes result[i][j] = a[i] · b[j], for `rows` rows of `columns` numbers each. */
export function agreement(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  columns: number,
  result: Float64Array,
): void {
  for (let i = 0; i < rows; i += 4) {
    const [a0, a1, a2, a3] = [i * columns, (i + 1) * columns, (i + 2) * columns, (i + 3) * columns];
    for (let j = 0; j < rows; j++) {
      const at = j * columns;
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      for (let d = 0; d < columns; d++) {
        const value = b[at + d] as number;
        s0 += (a[a0 + d] as number) * value;
        s1 += (a[a1 + d] as number) * value;
        s2 += (a[a2 + d] as number) * value;
        s3 += (a[a3 + d] as number) * value;
      }
      result[i * rows + j] = s0;
      result[(i + 1) * rows + j] = s1;
      result[(i + 2) * rows + j] = s2;
      result[(i + 3) * rows + j] = s3;
    }
  }
}

/** Computes result[i] = sum over j of square[i][j] · b[j]. */
export function multiply(
  square: Float64Array,
  b: Float64Array,
  rows: number,
  columns: number,
  result: Float64Array,
): void {
  result.fill(0);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j += 4) {
      const at = i * rows + j;
      addFour(square[at], square[at + 1], square[at + 2], square[at + 3], b, j, columns, result, i);
    }
  }
}

/** Computes result[i] = sum over j of square[j][i] · b[j]. */
export function multiplyTransposed(
  square: Float64Array,
  b: Float64Array,
  rows: number,
  columns: number,
  result: Float64Array,
): void {
  result.fill(0);
  for (let j = 0; j < rows; j += 4) {
    for (let i = 0; i < rows; i++) {
      const at = j * rows + i;
      addFour(
        square[at],
        square[at + rows],
        square[at + 2 * rows],
        square[at + 3 * rows],
        b,
        j,
        columns,
        result,
        i,
      );
    }
  }
}

/** Adds four rows of `b`, starting at row `j`, each times its factor, to row `i` of the result. */
function addFour(
  f0 = 0,
  f1 = 0,
  f2 = 0,
  f3 = 0,
  b: Float64Array,
  j: number,
  columns: number,
  result: Float64Array,
  i: number,
): void {
  const [b0, b1, b2, b3] = [j * columns, (j + 1) * columns, (j + 2) * columns, (j + 3) * columns];
  for (let d = 0, to = i * columns; d < columns; d++, to++) {
    (result[to] as number) +=
      f0 * (b[b0 + d] as number) +
      f1 * (b[b1 + d] as number) +
      f2 * (b[b2 + d] as number) +
      f3 * (b[b3 + d] as number);
  }
}
