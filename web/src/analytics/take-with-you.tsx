import type { CalendarDay } from '@medicready/domain/calendar'
import type { Analytics } from '@medicready/domain/contract/analytics'
import { FileSpreadsheet, Printer } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { figuresAsCsv } from './figures-as-csv.ts'

/** The figures on paper or in a file, such as for an instructor. */
export function TakeWithYou({ analytics, today }: { analytics: Analytics; today: CalendarDay }) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([figuresAsCsv(analytics)], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `analytics-${today}.csv`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Card aria-labelledby="take-with-you" className="print:hidden">
      <h2 id="take-with-you" className="text-lg font-semibold">
        Take it with you
      </h2>
      <p className="mt-1 text-sm text-muted">All figures of this page, to keep or to show to an instructor.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          Print or save as PDF
        </Button>
        <Button variant="secondary" onClick={download}>
          <FileSpreadsheet aria-hidden className="size-4" />
          Download CSV
        </Button>
      </div>
    </Card>
  )
}
