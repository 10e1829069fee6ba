import { FileSpreadsheet, Printer } from 'lucide-react'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** A file: a full page load, not a route. */
const CSV_ADDRESS = '/api/user/analytics.csv'

export const TakeWithYou = () => (
  <Card heading="Export your analytics" lead="All figures on this page, to keep or to show to an instructor." className="print:hidden">
    <div className="mt-4 flex flex-wrap gap-3">
      <Button icon={Printer} variant="secondary" onClick={() => window.print()} label="Print or save as PDF" />
      <a href={CSV_ADDRESS} download className={buttonClasses({ variant: 'secondary' })}>
        <FileSpreadsheet aria-hidden className="size-4" />
        Download CSV
      </a>
    </div>
  </Card>
)
