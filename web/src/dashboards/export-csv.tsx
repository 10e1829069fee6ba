import { Download } from 'lucide-react'
import { useState } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'

export type CsvCell = string | number | null

/** Spreadsheets would run such text as a formula. Negative amounts are safe. */
const asText = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-\d+\.\d\d$/.test(text) ? `'${text}` : text)
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const written = (cell: CsvCell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(asText(cell)))

/** RFC 4180. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/** Without it spreadsheets do not detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const saveCsv = (name: string, csv: string): void =>
  saveFile(name, new Blob([BYTE_ORDER_MARK, csv.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }))

interface ExportCsvProps {
  name: string
  heads: readonly string[]
  rows: () => Promise<readonly (readonly CsvCell[])[]>
}

/** Phones show the icon only. */
export function ExportCsv({ name, heads, rows }: ExportCsvProps) {
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      saveCsv(`${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`, csvOf([heads, ...(await rows())]))
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Export failed', description: friendlyMessage(error), variant: 'destructive' })
    } finally {
      setReading(false)
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted"
      loading={isReading}
      aria-label={`Export CSV of ${name}`}
      onClick={() => void save()}
    >
      {!isReading && <Download aria-hidden className="size-4" />}
      <span className="max-sm:sr-only">Export CSV</span>
    </Button>
  )
}
