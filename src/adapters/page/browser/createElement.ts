type Child = Node | string | false | undefined;
type Value = string | number | boolean | undefined | ((event: never) => void);

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an HTML element with attributes (`on…` adds an event listener) and children. Strings become text, never HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<Made extends Element>(
  element: Made,
  attributes: Readonly<Record<string, Value>>,
  children: readonly Child[],
): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
  return element;
}
