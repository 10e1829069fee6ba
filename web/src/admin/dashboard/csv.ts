export type CsvCell = string | number | null

/** What a spreadsheet would take for a formula is kept as text. */
const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const written = (cell: CsvCell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(asText(cell)))

/** Rows as RFC 4180 has them. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/** Spreadsheets take a file for UTF-8 by this alone. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Gives the browser a file to save. */
export function saveCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
