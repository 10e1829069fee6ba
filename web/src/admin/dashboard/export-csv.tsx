import { Download } from 'lucide-react'
import { useState } from 'react'
import { friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { type CsvCell, csvOf, saveCsv } from './csv.ts'

interface ExportCsvProps {
  /** What is in it, for the name of the file and those who hear the button: "audit". */
  name: string
  heads: readonly string[]
  /** Reads what is not here yet first. */
  rows: () => Promise<readonly (readonly CsvCell[])[]>
}

/** Saves a table as a file. A phone has room for its sign alone. */
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
