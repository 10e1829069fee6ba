/** Numbers are aligned to the right. */
export function textTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [columns, ...rows.map((row) => row.map(shown))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const isNumber = columns.map((_, index) => rows.every((row) => typeof row[index] === 'number' || row[index] === null))
  const aligned = (text: string, index: number) => (isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0))
  return lines.map((line) => `${line.map(aligned).join('  ').trimEnd()}\n`).join('')
}

const shown = (value: unknown): string => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
