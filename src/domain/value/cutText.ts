/** Returns the first `most` UTF-16 units of a text, without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
