import { examQuestion } from '@medicready/domain/contract/exams/exam-question'
import type { ExamDecision, ExamDecisions, ExamQuestionInFull, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { answerResult, askedQuestion } from '@medicready/domain/contract/questions/answer-result'
import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { examDomains } from '@medicready/domain/exams/shown/blueprints'
import { CUT, scoreOf } from '@medicready/domain/exams/shown/score'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type ItemKind, isRight, keyOf } from '@medicready/domain/questions/content/item'
import type { Page } from '@playwright/test'
import { sampleQuestion } from './sample-questions.ts'

export interface SampleExam {
  readonly exam: PracticeExam
  readonly questions: readonly ExamQuestionInFull[]
  readonly decided: ExamDecisions
}

const QUESTIONS = 84
const examId = '0197b1a2-0000-4000-8000-000000000011'
const patient = 'A 58-year-old man sits on the edge of his bed, pale and sweating.'
const kinds: readonly ItemKind[] = ['multiple_choice', 'multiple_choice', 'multiple_response', 'build_list', 'options_table']

const idOf = (order: number) => `0197b1a2-0000-4000-8000-1${String(order).padStart(11, '0')}`
const domainOf = (order: number) => examDomains[order % examDomains.length] ?? 'Trauma'
const difficultyAt = (order: number) => Math.round(150 * Math.sin(order)) / 100
/** One in three of Medical is correct, two in three of the others. */
const isRightAt = (order: number) => (domainOf(order) === 'Medical' ? order % 3 === 0 : order % 3 !== 0)

/** Questions 5 to 7 form a set. */
function contentOf(order: number): QuestionContent {
  const content = sampleQuestion(kinds[order % kinds.length] ?? 'multiple_choice', order)
  return order < 5 || order > 7 ? content : { ...content, scenario: { set: 'trauma-set-99', part: order - 4, of: 3, patient } }
}

function wrongAnswer({ item }: QuestionContent): ItemAnswer | null {
  return item.kind === 'multiple_choice' ? { kind: item.kind, option: item.options.find(({ id }) => id !== item.key)?.id ?? '' } : null
}

function givenAt(order: number, isPilot: boolean): ExamQuestionInFull {
  const version = { id: idOf(order), version: 1, content: contentOf(order), shuffle: null, changed: null }
  const addressOf = () => ''
  const answer = isRightAt(order) ? keyOf(version.content.item) : wrongAnswer(version.content)
  const result = answerResult(
    version,
    { answer, isCorrect: answer !== null && isRight(version.content.item, answer) },
    { shows: { rationales: true, references: true, statistics: true }, addressOf },
  )
  return {
    ...examQuestion(askedQuestion(version, addressOf), { order, difficulty: difficultyAt(order) }),
    isAnswered: true,
    given: { selectedAnswer: result.selectedAnswer, answer },
    result,
    isPilot,
    timeSpentSeconds: 30 + (order % 40),
  }
}

function decisionAt(order: number, isPilot: boolean): ExamDecision {
  const ability = 0.1 + (0.9 * Math.sin(order / 4)) / Math.sqrt(order)
  return {
    order,
    questionId: idOf(order),
    category: domainOf(order),
    difficulty: difficultyAt(order),
    discrimination: 1,
    uncertainty: 0.6,
    isPilot,
    isCorrect: isRightAt(order),
    ability,
    standardError: 2 / Math.sqrt(order + 4),
    score: scoreOf(ability, CUT),
    deficit: (order % 7) / 4,
    among: 5,
    rank: 1 + (order % 5),
  }
}

/** Ends with confidence after 84 questions; the 12th is a pilot. */
export function sampleExam(changed: Partial<PracticeExam> = {}): SampleExam {
  const orders = Array.from({ length: QUESTIONS }, (_, index) => index + 1)
  const isPilot = (order: number) => order === 12
  const scored = orders.filter((order) => !isPilot(order))
  const countsOf = (counted: readonly number[]) =>
    Object.fromEntries(examDomains.map((domain) => [domain, counted.filter((order) => domainOf(order) === domain).length]))
  const right = scored.filter(isRightAt)
  const decisions = orders.map((order) => decisionAt(order, isPilot(order)))
  const last = decisions.at(-1)
  return {
    exam: {
      id: examId,
      userId: '7a4a6b6e-3f0d-4a55-9a5e-0d5f3ad2a111',
      examType: 'full_exam',
      blueprint: 'national_registry',
      isCompleted: true,
      score: last?.score ?? 0,
      totalQuestions: 150,
      minItems: 80,
      questionsAnswered: QUESTIONS,
      correctAnswers: right.length,
      timeSpentMinutes: 72,
      startedAt: '2026-03-05T15:00:00.000Z',
      deadline: '2026-03-05T17:30:00.000Z',
      completedAt: '2026-03-05T16:12:00.000Z',
      givenUpAt: null,
      endedBy: 'confidence',
      outcome: 'pass',
      passedAt95Confidence: true,
      abilityLevel: last?.ability ?? 0,
      standardError: last?.standardError ?? 0,
      targetModules: [...examDomains],
      scoreEstimate: last?.score ?? 0,
      currentDifficulty: 'medium',
      domainCounts: countsOf(scored),
      domainCorrect: countsOf(right),
      avgCorrectDifficulty: 1.9,
      ...changed,
    },
    questions: orders.map((order) => givenAt(order, isPilot(order))),
    decided: { cut: CUT, decisions },
  }
}

/** Answers the reads of an exam. Returns the address of its results. */
export async function withSampleExam(page: Page, { exam, questions, decided }: SampleExam): Promise<string> {
  await page.route(`**/api/practice-exams/${exam.id}`, (route) => route.fulfill({ json: exam }))
  await page.route(`**/api/practice-exams/${exam.id}/questions`, (route) => route.fulfill({ json: questions }))
  await page.route(`**/api/practice-exams/${exam.id}/decisions`, (route) => route.fulfill({ json: decided }))
  return `/practice-exam/${exam.id}/results`
}
