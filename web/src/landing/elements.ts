type Content = Node | string | null | false

interface Properties {
  class?: string
  [attribute: string]: string | number | boolean | ((event: Event) => void) | undefined
}

/** An element with what stands in it. Functions listen, `true` sets an attribute, `false` leaves it out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...contents.filter((content): content is Node | string => content !== null && content !== false))
  return element
}
