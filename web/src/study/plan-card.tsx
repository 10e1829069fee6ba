import type { StudyPlan } from '@medicready/domain/contract/study/study-plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { capitalized, countOf } from '../ui/words.ts'
import { countdown, dayAndMonth, partsOf, plannedOn, standing } from './plan-words.ts'
import { planQuery } from './queries.ts'

/** Today's part of the way to the exam, how far along the learner is, and the days to come. */
export function PlanCard() {
  const { data } = useSuspenseQuery(planQuery(useToday()))
  const { today, examDate, plan } = data
  return (
    <Card className="grid gap-4" aria-labelledby="todays-plan">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="todays-plan" className="text-lg font-semibold">
          Today's Plan
        </h2>
        {examDate !== null && <p className="text-sm text-muted">{countdown(today, examDate)}</p>}
      </div>
      {examDate === null ? <WithoutDate /> : <OnTheWay plan={plan} today={today} isExamDay={examDate === today} />}
    </Card>
  )
}

const WithoutDate = () => (
  <>
    <p>
      <span className="font-semibold">When is your exam?</span> Give us the date and every day until then gets its part.
    </p>
    <div>
      <LinkButton to={paths.settings()} variant="secondary" size="sm">
        Set exam date
      </LinkButton>
    </div>
  </>
)

function OnTheWay({ plan, today, isExamDay }: { plan: StudyPlan | null; today: string; isExamDay: boolean }) {
  if (isExamDay) return <p>Nothing is planned for today. All the best.</p>
  const day = plan?.days.find(({ date }) => date === today)
  if (!plan || !day) return <p>Your days until the exam are being laid out.</p>
  const planned = plannedOn(day)
  return (
    <>
      {planned === 0 ? (
        <p>A free day is part of the plan. Reviews that are due are there if you want them.</p>
      ) : (
        <div className="grid gap-2">
          <p>Today's part: {partsOf(day)}.</p>
          <div className="flex items-center gap-3">
            <Progress
              label="Today's part"
              value={Math.min(day.answered, planned)}
              max={planned}
              tone={day.answered >= planned ? 'ok' : 'brand'}
            />
            <span className="shrink-0 text-sm text-muted tabular-nums">
              {day.answered} of {planned} done
            </span>
          </div>
        </div>
      )}
      {day.exam !== null && day.answered < planned && (
        <div>
          <LinkButton to={paths.practiceExams({ exam: day.exam })} variant="secondary" size="sm">
            Go to the mock exam
          </LinkButton>
        </div>
      )}
      <p className="flex items-start gap-2 text-sm text-muted">
        <CalendarCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        {standing(plan, today)}
      </p>
      <ComingDays plan={plan} today={today} />
    </>
  )
}

const DAYS_SHOWN = 14

function ComingDays({ plan, today }: { plan: StudyPlan; today: string }) {
  const coming = plan.days.filter(({ date }) => date >= today)
  return (
    <details className="border-t border-hairline pt-3">
      <summary className="cursor-pointer text-sm font-semibold">The days until your exam</summary>
      <p className="mt-2 text-sm text-muted">
        Modules, reviews and mock exams, day by day. The plan moves by itself when a day turns out otherwise.
      </p>
      <table className="mt-3 w-full text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1 pr-3 font-medium">
              Day
            </th>
            <th scope="col" className="py-1 font-medium">
              Planned
            </th>
          </tr>
        </thead>
        <tbody>
          {coming.slice(0, DAYS_SHOWN).map((day) => (
            <tr key={day.date} className="border-t border-hairline align-top">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap tabular-nums">
                {dayAndMonth(day.date)}
              </th>
              <td className="py-1.5">{plannedOn(day) === 0 ? 'A day off' : capitalized(partsOf(day))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {coming.length > DAYS_SHOWN && <p className="mt-2 text-sm text-muted">{countOf(coming.length, 'day')} are laid out so far.</p>}
    </details>
  )
}

export const PlanSkeleton = () => (
  <Card className="h-48">
    <Skeleton className="h-7 w-40" />
    <Skeleton className="mt-4 h-5 w-72 max-w-full" />
    <Skeleton className="mt-4 h-3" />
    <Skeleton className="mt-4 h-5 w-56" />
  </Card>
)
