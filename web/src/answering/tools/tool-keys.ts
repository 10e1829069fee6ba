/** What stands beside a question to help with it, in the order of the toolbar. */
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

/** Whether a tool is for looking things up, which an exam does not allow. */
export const looksUp = (tool: Tool): boolean => tool === 'note' || tool === 'labs' || tool === 'drugs'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The tool that a key is for. No letter of a choice is among them: those end with H. */
export function toolOfKey({ key, ctrlKey, metaKey, altKey }: KeyPress): Tool | null {
  if (ctrlKey || metaKey || altKey) return null
  // On many keyboards the plus stands above the equals sign, and minus comes in two characters.
  const pressed = { '=': '+', '−': '-' }[key] ?? key.toUpperCase()
  return tools.find((tool) => tool.key === pressed)?.tool ?? null
}
