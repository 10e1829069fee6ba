import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/button.tsx'
import { saveCsv } from './csv.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface ExportPeopleProps {
  table: 'students' | 'subscribers'
  /** The file as text, for an export that was begun. */
  file: (exportId: string) => Promise<string>
}

/** Saves a table that names people: who did it, and why, is kept. */
export function ExportPeople({ table, file }: ExportPeopleProps) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const begin = useWrite('POST /api/admin/exports', { onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }) })
  const save = async (reason: string) => {
    const { exportId } = await begin.mutateAsync({ body: { table, reason } })
    saveCsv(`${table}.csv`, await file(exportId))
    return { title: 'Exported', description: `The file has every one of the ${table} that the filters let through.` }
  }
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Export CSV of ${table}`} onClick={() => setAsking(true)}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Export ${table}`}
          description="The file names people. That you took it, and why, is kept."
          confirm="Export"
          onConfirm={save}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
