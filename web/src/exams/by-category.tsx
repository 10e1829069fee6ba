import type { ExamDecision, ExamQuestionInFull, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { blueprints } from '@medicready/domain/exams/blueprints'
import { accuracyOf, likelyRange, type Tally, weakOf } from '@medicready/domain/study/weakness'
import { useBeginQuiz } from '../api/prepared-quiz.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { IntervalBars } from '../ui/charts/interval-bars.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { countOf, percentOf, shareRange } from '../ui/words.ts'
import type { CompletedExam } from './queries.ts'
import { categoryName } from './result-card.tsx'

/** Without pilot questions. */
interface CategoryTally extends Tally {
  readonly category: string
  readonly name: string
}

/** Lowest share of right answers first. */
export const talliesOf = ({ domainCounts, domainCorrect }: Pick<PracticeExam, 'domainCounts' | 'domainCorrect'>): CategoryTally[] =>
  Object.entries(domainCounts)
    .filter(([, given]) => given > 0)
    .map(([category, given]) => ({
      category,
      name: categoryName(category),
      scoredAnswers: given,
      correctAnswers: domainCorrect?.[category] ?? 0,
    }))
    .sort((one, other) => (accuracyOf(one) ?? 0) - (accuracyOf(other) ?? 0) || one.name.localeCompare(other.name))

/** Null if no category is weak or has enough questions to tell. */
export const weakestOf = (tallies: readonly CategoryTally[]): CategoryTally | null => weakOf(tallies)[0] ?? null

interface ByCategoryProps {
  exam: CompletedExam
  questions: readonly ExamQuestionInFull[]
  decisions: readonly ExamDecision[]
}

const QUIZ_QUESTIONS = 10

export function ByCategory({ exam, questions, decisions }: ByCategoryProps) {
  const tallies = talliesOf(exam)
  const weakest = weakestOf(tallies)
  return (
    <Card aria-labelledby="by-category" className="min-w-0 break-inside-avoid">
      {tallies.length > 0 && (
        <ChartOrTable
          title={
            <h2 id="by-category" className="text-lg font-semibold">
              By {blueprints[exam.blueprint].balance === 'module' ? 'Module' : 'Domain'}
            </h2>
          }
          of="the parts of the exam"
          introduction={
            <p className="mt-1 mb-4 max-w-2xl text-sm text-muted">
              An adaptive exam gets harder as you answer well, so about half right is usual, even for students who pass. With few questions,
              the likely range (90%) is wide.
            </p>
          }
          chart={
            <IntervalBars
              label={tallies.map(sentenceOf).join(' ')}
              rows={tallies.map((tally) => ({
                name: tally.name,
                words: shareWords(tally),
                own: { share: accuracyOf(tally) ?? 0, ...likelyRange(tally) },
                others: null,
              }))}
              marks={{ own: 'Right', range: 'Likely range', others: '' }}
            />
          }
          columns={['Part of the exam', 'Given', 'Right', 'Share', 'Likely range']}
          rows={tallies.map((tally) => [
            tally.name,
            tally.scoredAnswers,
            tally.correctAnswers,
            percentOf(accuracyOf(tally) ?? 0),
            shareRange(likelyRange(tally)),
          ])}
        />
      )}
      <div className="mt-5 border-t border-hairline pt-5 print:hidden first:mt-0 first:border-0 first:pt-0">
        <h3 className="font-semibold">What to do next</h3>
        <p className="mt-1 mb-3 max-w-2xl text-sm">
          {weakest
            ? `${weakest.name} was your weakest part. Questions that you missed come back in your reviews.`
            : 'No part of this exam stands out as the weakest. Questions that you missed come back in your reviews.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {weakest && <WeakestQuiz weakest={weakest} questions={questions} decisions={decisions} />}
          <LinkButton to={paths.review()} variant={weakest ? 'secondary' : 'primary'}>
            Go to Reviews
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}

/** A quiz of the modules behind the weakest category. */
function WeakestQuiz({ weakest, questions, decisions }: Omit<ByCategoryProps, 'exam'> & { weakest: CategoryTally }) {
  const { begin, isPending } = useBeginQuiz()
  const asked = new Set(decisions.filter(({ category }) => category === weakest.category).map(({ questionId }) => questionId))
  const modules = [...new Set(questions.filter(({ id }) => asked.has(id)).map(({ module }) => module))]
  if (modules.length === 0) return null
  const quiz = { modules, subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }
  return (
    <Button loading={isPending} onClick={() => void begin({ mode: 'tutor_mode', count: QUIZ_QUESTIONS, quiz })}>
      Study {QUIZ_QUESTIONS} questions of {weakest.name}
    </Button>
  )
}

const shareWords = (tally: CategoryTally): string =>
  `${tally.correctAnswers} of ${tally.scoredAnswers} right, ${percentOf(accuracyOf(tally) ?? 0)}`

const sentenceOf = (tally: CategoryTally): string =>
  `${tally.name}: ${tally.correctAnswers} of ${countOf(tally.scoredAnswers, 'question')} right, likely range ${shareRange(likelyRange(tally))}.`
