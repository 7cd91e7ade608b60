/** Destinations of Markdown links and images, of reference definitions, and of HTML `href` / `src`. */
const DESTINATIONS = [
  /(\]\(\s*<?)([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)*)/g,
  /(^[ \t]{0,3}\[[^\]\n]+\]:[ \t]*<?)([^\s<>]+)/gm,
  /((?:href|src)=")([^"\n]*)/g,
];

/** The text with every link into the folder `from` leading into `to`; other mentions of the name stay. */
export function followLinks(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text;
  return DESTINATIONS.reduce(
    (result, pattern) =>
      result.replace(
        pattern,
        (_all, before: string, destination: string) => before + renamedPath(destination, from, to),
      ),
    text,
  );
}

function renamedPath(destination: string, from: string, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(destination)) return destination;
  return destination
    .split('/')
    .map((part) => (part === from ? to : part.startsWith(`${from}#`) ? to + part.slice(from.length) : part))
    .join('/');
}
