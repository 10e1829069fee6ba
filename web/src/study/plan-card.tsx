import type { StudyPlan } from '@medicready/domain/contract/study/study'
import { daysBetween } from '@medicready/domain/core/shown/calendar'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { capitalized, countOf } from '../ui/words.ts'
import { planQuery } from './queries.ts'

type Day = StudyPlan['days'][number]

const questionsOn = ({ newQuestions, reviews }: Day): number => newQuestions + reviews

/** A mock exam counts with its minimum number of questions. */
export const plannedOn = (day: Day): number => questionsOn(day) + (day.exam === null ? 0 : blueprints[day.exam].minItems)

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
export const dayAndMonth = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`))

export function countdown(today: string, examDate: string): string {
  const days = daysBetween(today, examDate)
  if (days === 0) return 'Your exam is today'
  return days === 1 ? 'Your exam is tomorrow' : `${countOf(days, 'day')} to your exam`
}

export const partsOf = ({ module, newQuestions, reviews, exam }: Omit<Day, 'date' | 'answered'>): string =>
  [
    ...(exam === null ? [] : [`a mock exam of ${blueprints[exam].minItems} to ${countOf(blueprints[exam].maxItems, 'question')}`]),
    ...(module !== null && newQuestions > 0 ? [`${countOf(newQuestions, 'question')} in ${moduleLabel(module)}`] : []),
    ...(reviews > 0 ? [countOf(reviews, 'review')] : []),
  ].join(' and ')

export function standing({ from, cause, ahead, days, formerQuestionsADay }: StudyPlan, today: string): string {
  const planned = Math.max(0, ...days.map(questionsOn))
  if (cause === 'missed_days' && from === today && formerQuestionsADay !== null)
    return planned === formerQuestionsADay
      ? 'Your plan has been adjusted to the remaining days. Days are no longer than before.'
      : `Your plan has been adjusted to the remaining days: ${planned} a day instead of ${formerQuestionsADay}.`
  if (ahead < 0)
    return `${countOf(-ahead, 'question')} from earlier days ${ahead === -1 ? 'finds a new place' : 'find new places'} before your exam.`
  const [day] = days.filter(({ date }) => date === today)
  const beyondToday = ahead - Math.min(ahead, day ? plannedOn(day) : 0)
  return beyondToday > 0 ? 'You are ahead of schedule.' : 'You are on schedule.'
}

export function PlanCard() {
  const { data } = useSuspenseQuery(planQuery(useToday()))
  const { today, examDate, plan } = data
  return (
    <Card className="grid gap-4" aria-labelledby="todays-plan">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <CardTitle id="todays-plan">Today's Plan</CardTitle>
        {examDate !== null && <p className="text-sm text-muted">{countdown(today, examDate)}</p>}
      </div>
      {examDate === null ? <WithoutDate /> : <OnTheWay plan={plan} today={today} isExamDay={examDate === today} />}
    </Card>
  )
}

const WithoutDate = () => (
  <>
    <p>
      <span className="font-semibold">When is your exam?</span> Enter the date to get a study plan for every day until then.
    </p>
    <div>
      <LinkButton to={paths.settings()} variant="secondary" size="sm" label="Set exam date" />
    </div>
  </>
)

function OnTheWay({ plan, today, isExamDay }: { plan: StudyPlan | null; today: string; isExamDay: boolean }) {
  if (isExamDay) return <p>Nothing is planned for today. Good luck!</p>
  const day = plan?.days.find(({ date }) => date === today)
  if (!plan || !day) return <p>We are preparing your study plan.</p>
  const planned = plannedOn(day)
  return (
    <>
      {planned === 0 ? (
        <p>Today is a day off. You can still do reviews that are due.</p>
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
          <LinkButton to={paths.practiceExams({ exam: day.exam })} variant="secondary" size="sm" label="Go to the mock exam" />
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
      <p className="mt-2 text-sm text-muted">Modules, reviews, and mock exams, day by day. The plan adjusts automatically.</p>
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
      {coming.length > DAYS_SHOWN && <p className="mt-2 text-sm text-muted">{countOf(coming.length, 'day')} are planned so far.</p>}
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
