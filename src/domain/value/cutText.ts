/** The first `most` letters of a text (UTF-16 units), no letter of it halved. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
