import type { ExamDecisions, ExamQuestionInFull } from '@medicready/domain/contract/exams/exams'
import { abilityOfScore, PASSING_SCORE } from '@medicready/domain/exams/score'
import { Card } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { DecisionPath } from '../ui/charts/decision-path.tsx'
import { tenthsOf } from '../ui/words.ts'
import type { CompletedExam } from './completed-exam.ts'
import { answerWords, decisionWords, drawnWords, itemDifficultyWords, type PlaceInCase } from './decision-words.ts'
import { bandOf, bandWords, categoryName, scoreBandWords, stopWords } from './result-words.ts'

interface HowDecidedProps {
  exam: CompletedExam
  questions: readonly ExamQuestionInFull[]
  /** At least one. */
  decided: ExamDecisions
}

const levels = [5, 10, 20, 30, 40, 50, 60, 80, 90, 95, 98]

/** The exam, question by question: what it knew after each, why it gave the next, and why it stopped. */
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
              band: 'Band of the 95% rule',
              line: 'Passing line',
              mayEnd: 'From here on it may stop',
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

/** Of what comes with the choice of another, and of pilots. */
const NOT_CHOSEN = '–'

const Introduction = ({ exam }: { exam: CompletedExam }) => (
  <div className="mt-1 mb-4 grid max-w-2xl gap-2 text-sm text-muted">
    <p className="text-ink">{stopWords(exam)}</p>
    <p>
      After each answer the exam estimates your ability anew. It is 95% sure that you are above the lower edge of the band, and as sure that
      you are below the upper one. The next question comes from the part of the exam that is furthest behind its share, drawn from those
      that would tell most about you.
    </p>
  </div>
)
