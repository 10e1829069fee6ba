import type { Agreement } from '@medicready/domain/contract/legal/policy-notices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { calendarDayInWords, dayOf } from '../ui/words.ts'
import { agreementQuery } from './agreement-query.ts'

/** What somebody agreed to, and where to read it as it was. Nothing where nothing was asked. */
export default function AgreementSection() {
  const { agreement } = useSuspenseQuery(agreementQuery).data
  if (!agreement) return null
  return (
    <Card className="grid gap-2" aria-labelledby="agreement">
      <h2 id="agreement" className="text-lg font-semibold">
        Your agreement
      </h2>
      <p>
        You agreed to <Policies agreement={agreement} /> on {dayOf(agreement.agreedAt)}.
      </p>
      <p className="text-sm text-muted">What you ticked: “{agreement.statement}”</p>
    </Card>
  )
}

function Policies({ agreement: { policies, termsOf } }: { agreement: Agreement }) {
  if (policies.length === 0) return <>the terms of {calendarDayInWords(termsOf)}</>
  return policies.map(({ document, version, title }, index) => (
    <Fragment key={document}>
      {index > 0 && (index === policies.length - 1 ? ', and ' : ', ')}
      <Link to={paths.legal({ document, version: String(version) })} className="text-brand underline underline-offset-4">
        {title}
      </Link>{' '}
      (version {version})
    </Fragment>
  ))
}
