export const tools = [
  { tool: 'highlight', key: 'M', does: 'Mark words of the question' },
  { tool: 'note', key: 'N', does: 'Write a note' },
  { tool: 'calculator', key: 'K', does: 'Open the calculator' },
  { tool: 'labs', key: 'L', does: 'Look up lab values' },
  { tool: 'drugs', key: 'P', does: 'Look up a drug' },
  { tool: 'speech', key: 'T', does: 'Read aloud, or stop' },
  { tool: 'smaller', key: '-', does: 'Smaller text' },
  { tool: 'larger', key: '+', does: 'Larger text' },
] as const
export type Tool = (typeof tools)[number]['tool']

export const looksUp = (tool: Tool): boolean => tool === 'note' || tool === 'labs' || tool === 'drugs'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** No choice has one of these letters: choices end with H. */
export function toolOfKey({ key, ctrlKey, metaKey, altKey }: KeyPress): Tool | null {
  if (ctrlKey || metaKey || altKey) return null
  // On many keyboards plus is above the equals sign, and minus comes as two characters.
  const pressed = { '=': '+', '−': '-' }[key] ?? key.toUpperCase()
  return tools.find((tool) => tool.key === pressed)?.tool ?? null
}
