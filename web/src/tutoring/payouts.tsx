import { inWords } from '@medicready/domain/billing/money'
import { PLATFORM_FEE_PERCENT } from '@medicready/domain/tutoring/rules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ShowMore } from '../api/show-more.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { payoutsQuery } from './queries.ts'

const heads = [
  { head: 'Week from' },
  { head: 'Sessions', isNumber: true },
  { head: 'Students paid', isNumber: true },
  { head: 'Fee', isNumber: true },
  { head: 'You earn', isNumber: true },
  { head: 'Payout' },
]

const cell = 'px-3 py-2.5 first:pl-0 last:pr-0'

export function Payouts() {
  const list = useSuspenseInfiniteQuery(payoutsQuery)
  return (
    <Card aria-labelledby="payouts" className="grid gap-4">
      <div>
        <h2 id="payouts" className="text-lg font-semibold">
          What you earned
        </h2>
        <p className="mt-1 text-sm text-muted">
          By week from Monday to Sunday, in UTC. The platform fee is {PLATFORM_FEE_PERCENT} % of payments minus refunds.
        </p>
      </div>
      {list.data.length === 0 ? (
        <EmptyState title="Nothing yet">Weeks in which you gave sessions appear here.</EmptyState>
      ) : (
        <ScrollArea aria-label="Your earnings by week" className="border-0">
          <table className="w-full text-sm whitespace-nowrap">
            <thead>
              <tr className="border-b border-hairline text-left text-muted">
                {heads.map(({ head, isNumber }) => (
                  <th key={head} scope="col" className={classList(cell, 'font-medium', isNumber && 'text-right')}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-hairline tabular-nums">
              {list.data.map(({ week, sessions, amount, fee, earned, currency, reportedAt }) => (
                <tr key={week}>
                  <th scope="row" className={classList(cell, 'text-left font-medium')}>
                    {calendarDayInWords(week)}
                  </th>
                  <td className={classList(cell, 'text-right')}>{sessions}</td>
                  <td className={classList(cell, 'text-right')}>{inWords({ amount, currency })}</td>
                  <td className={classList(cell, 'text-right')}>{inWords({ amount: fee, currency })}</td>
                  <td className={classList(cell, 'text-right font-semibold')}>{inWords({ amount: earned, currency })}</td>
                  <td className={cell}>{reportedAt === null ? 'Week in progress' : 'Reported'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <ShowMore list={list} />
    </Card>
  )
}
