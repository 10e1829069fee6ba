import type { ExamDecision, ExamDecisions, ExamQuestionInFull } from '@medicready/domain/contract/exams/exams'
import { difficultyOf } from '@medicready/domain/exams/difficulty'
import { abilityOfScore, PASSING_SCORE } from '@medicready/domain/exams/score'
import { Card } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { DecisionPath } from '../ui/charts/decision-path.tsx'
import { tenthsOf } from '../ui/words.ts'
import type { CompletedExam } from './queries.ts'
import { bandOf, bandWords, categoryName, scoreBandWords, stopWords } from './result-card.tsx'

/** Only the first item of a set is chosen. */
interface PlaceInCase {
  readonly part: number
  readonly of: number
}

/** Smaller deficits are not mentioned. */
const LEAST_BEHIND = 0.05

/** "Cardiology was 1.4 questions behind its share." */
function behindWords({ category, deficit }: ExamDecision): string {
  const name = categoryName(category)
  if (deficit < LEAST_BEHIND) return `No part of the exam was behind its share, so ${name} was next.`
  const questions = deficit.toFixed(1)
  return `${name} was ${questions} ${questions === '1.0' ? 'question' : 'questions'} behind its share.`
}

/** "3rd of 5", by expected information. */
export const drawnWords = ({ rank, among }: Pick<ExamDecision, 'rank' | 'among'>): string => `${ordinal(rank)} of ${among}`

export function whyGivenWords(decision: ExamDecision, place: PlaceInCase | null): string {
  if (decision.isPilot) return 'On trial: not scored.'
  if (place && place.part > 1) return `Part ${place.part} of ${place.of} of the same case.`
  const { rank, among } = decision
  const drawn =
    among === 1
      ? 'Only one question fit.'
      : `The ${ordinal(rank)} of the ${among} most informative questions for your ability at that point.`
  return `${behindWords(decision)} ${drawn}`
}

const answerWords = ({ isCorrect, isPilot }: Pick<ExamDecision, 'isCorrect' | 'isPilot'>): string =>
  `${isCorrect ? 'Right' : 'Wrong'}${isPilot ? ', not scored' : ''}`

/** Rasch difficulty in words: "0.7 (hard)". */
export const itemDifficultyWords = (difficulty: number): string => `${tenthsOf(difficulty)} (${difficultyOf(difficulty)})`

export const decisionWords = (decision: ExamDecision, place: PlaceInCase | null, cut: number): string =>
  `Question ${decision.order}: ${answerWords(decision).toLowerCase()}, then score ${decision.score}, band ${scoreBandWords(bandOf(decision), cut)}. ${whyGivenWords(decision, place)}`

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** "1st", "22nd". */
const ordinal = (place: number): string => `${place}${endings[rules.select(place)]}`

interface HowDecidedProps {
  exam: CompletedExam
  questions: readonly ExamQuestionInFull[]
  /** At least one. */
  decided: ExamDecisions
}

const levels = [5, 10, 20, 30, 40, 50, 60, 80, 90, 95, 98]

export function HowDecided({ exam, questions, decided: { cut, decisions } }: HowDecidedProps) {
  const places = new Map(questions.map(({ id, asked }) => [id, asked.scenario]))
  const placeOf = (questionId: string): PlaceInCase | null => places.get(questionId) ?? null
  const first = decisions[0]
  const last = decisions.at(-1)
  if (!first || !last) return null
  return (
    <Card aria-labelledby="how-decided" className="min-w-0 break-inside-avoid">
      <ChartOrTable
        title={
          <h2 id="how-decided" className="text-lg font-semibold">
            How This Exam Was Decided
          </h2>
        }
        of="how this exam was decided"
        introduction={<Introduction exam={exam} />}
        chart={
          <DecisionPath
            label={`After question ${first.order} the score was ${first.score}, with a band of ${scoreBandWords(bandOf(first), cut)}; after question ${last.order} it was ${last.score}, with a band of ${scoreBandWords(bandOf(last), cut)}. The passing line is ${PASSING_SCORE}. ${stopWords(exam)}`}
            pointsLabel="Questions"
            steps={decisions.map((decision) => ({
              order: decision.order,
              value: decision.ability,
              ...bandOf(decision),
              mark: decision.isPilot ? 'none' : decision.isCorrect ? 'up' : 'down',
              words: decisionWords(decision, placeOf(decision.questionId), cut),
            }))}
            axis="Score"
            levels={levels.map((score) => ({ value: abilityOfScore(score, cut), label: String(score) }))}
            line={{ value: cut, label: String(PASSING_SCORE) }}
            mayEndFrom={exam.minItems <= last.order ? exam.minItems : null}
            marks={{
              estimate: 'Ability',
              band: '95% confidence band',
              line: 'Passing line',
              mayEnd: 'Can stop from here',
              up: 'Right',
              down: 'Wrong',
              none: 'Not scored',
              end: 'Where it stopped',
            }}
          />
        }
        columns={['Question', 'Part of the exam', 'Difficulty', 'Behind its share', 'Drawn as', 'Answer', 'Ability', 'Band', 'Score']}
        rows={decisions.map((decision) => {
          const isChosen = (placeOf(decision.questionId)?.part ?? 1) === 1 && !decision.isPilot
          return [
            String(decision.order),
            categoryName(decision.category),
            itemDifficultyWords(decision.difficulty),
            isChosen ? tenthsOf(decision.deficit) : NOT_CHOSEN,
            isChosen ? drawnWords(decision) : NOT_CHOSEN,
            answerWords(decision),
            tenthsOf(decision.ability),
            bandWords(bandOf(decision)),
            decision.score,
          ]
        })}
      />
    </Card>
  )
}

/** For pilots and later items of a set. */
const NOT_CHOSEN = '–'

const Introduction = ({ exam }: { exam: CompletedExam }) => (
  <div className="mt-1 mb-4 grid max-w-2xl gap-2 text-sm text-muted">
    <p className="text-ink">{stopWords(exam)}</p>
    <p>
      After each answer, the exam estimates your ability again. It is 95% sure that you are above the lower edge of the band and 95% sure
      that you are below the upper edge. The next question comes from the part of the exam that is furthest behind its share, chosen from
      the questions that tell most about your ability.
    </p>
  </div>
)
