/** Returns a function that remembers its answers. It must not outlive the command, because files change. */
export function remembered<Key, Value>(answer: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, answer(key));
    return known.get(key) as Value;
  };
}
