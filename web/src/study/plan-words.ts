import { daysBetween } from '@medicready/domain/calendar'
import type { StudyPlan } from '@medicready/domain/contract/study/study-plan'
import { blueprints } from '@medicready/domain/exams/blueprints'
import { moduleLabel } from '@medicready/domain/study/modules'
import { countOf } from '../ui/words.ts'

/** What is said of a plan: what today asks for, and where the learner stands, without blame. */

type Day = StudyPlan['days'][number]

/** Questions, beside a mock exam. */
const questionsOn = ({ newQuestions, reviews }: Day): number => newQuestions + reviews

/** Answers that a day asks for: of a mock exam as many as it takes at least. */
export const plannedOn = (day: Day): number => questionsOn(day) + (day.exam === null ? 0 : blueprints[day.exam].minItems)

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
/** A calendar day as people write it: "Sun, Mar 1". */
export const dayAndMonth = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`))

export function countdown(today: string, examDate: string): string {
  const days = daysBetween(today, examDate)
  if (days === 0) return 'Today is the day of your exam'
  return days === 1 ? 'Your exam is tomorrow' : `${countOf(days, 'day')} to your exam`
}

export const partsOf = ({ module, newQuestions, reviews, exam }: Omit<Day, 'date' | 'answered'>): string =>
  [
    ...(exam === null ? [] : [`a mock exam of ${blueprints[exam].minItems} to ${countOf(blueprints[exam].maxItems, 'question')}`]),
    ...(module !== null && newQuestions > 0 ? [`${countOf(newQuestions, 'question')} in ${moduleLabel(module)}`] : []),
    ...(reviews > 0 ? [countOf(reviews, 'review')] : []),
  ].join(' and ')

/** Where the learner stands. On the day on which a plan has moved, how it did. */
export function standing({ from, cause, ahead, days, formerQuestionsADay }: StudyPlan, today: string): string {
  const planned = Math.max(0, ...days.map(questionsOn))
  if (cause === 'missed_days' && from === today && formerQuestionsADay !== null)
    return planned === formerQuestionsADay
      ? 'Your plan has moved. It fits the days that are left, and a day is no longer than before.'
      : `Your plan has moved. It fits the days that are left: ${planned} a day instead of ${formerQuestionsADay}.`
  if (ahead < 0)
    return `${countOf(-ahead, 'question')} from earlier days ${ahead === -1 ? 'finds a new place' : 'find new places'} before your exam.`
  const [day] = days.filter(({ date }) => date === today)
  const beyondToday = ahead - Math.min(ahead, day ? plannedOn(day) : 0)
  return beyondToday > 0 ? 'You are ahead of the plan.' : 'You are on plan.'
}
