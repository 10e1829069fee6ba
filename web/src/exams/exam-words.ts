import type { BlueprintName, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { blueprints, examDomains } from '@medicready/domain/exams/shown/blueprints'
import { isPassing } from '@medicready/domain/exams/shown/score'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { SubmissionWords } from '../answering/answer/answering.ts'
import type { Sent } from '../api/client.ts'
import { ApiError, ConnectionError, serverMessage } from '../api/errors.ts'
import type { ToastWords } from '../ui/toast.tsx'

export const examNames: Readonly<Record<BlueprintName, string>> = {
  national_registry: 'Mock National Registry Exam (five domains)',
  national_registry_2024: 'Mock National Registry Exam',
  full_simulation: 'Full Simulation',
  module: 'Module Exam',
  weak_areas: 'Weak Areas Review',
}

type StartRequest = Sent<'POST /api/practice-exams/start'>['body']

export function requestFor(blueprint: BlueprintName, module: ModuleName | null): StartRequest {
  const { examType } = blueprints[blueprint]
  switch (blueprint) {
    case 'national_registry':
    case 'national_registry_2024':
      return { examType, targetModules: [...examDomains], blueprint }
    case 'module':
      return { examType, targetModules: module === null ? [] : [module] }
    default:
      return { examType, targetModules: [] }
  }
}

export const lengthWords = ({ minItems, maxItems }: { readonly minItems: number; readonly maxItems: number }): string =>
  `${minItems}–${maxItems} questions`

export const shareWords = (blueprint: BlueprintName): string[] =>
  Object.entries(blueprints[blueprint].shares ?? {}).map(([category, percent]) => `${category} ${percent}%`)

export type ExamStanding = 'passed' | 'notPassed' | 'givenUp' | 'inProgress'

export function standingOf({ isCompleted, givenUpAt, score }: Pick<PracticeExam, 'isCompleted' | 'givenUpAt' | 'score'>): ExamStanding {
  if (isCompleted) return score !== null && isPassing(score) ? 'passed' : 'notPassed'
  return givenUpAt === null ? 'inProgress' : 'givenUp'
}

export const inProgressOf = (exams: readonly PracticeExam[]): PracticeExam | undefined =>
  exams.find((exam) => standingOf(exam) === 'inProgress')

const failed = (title: string, description: string): ToastWords => ({ title, description, variant: 'destructive' })

export const noModule = failed('Error', 'Please select a module')

export const premiumWords = {
  title: 'Premium Feature',
  description: 'Practice exams are available with Premium subscription.',
} as const

export function startFailure(error: unknown): ToastWords {
  if (error instanceof ApiError && error.code === 'examTierRequired') return failed(premiumWords.title, premiumWords.description)
  return failed('Error', serverMessage(error) ?? 'Failed to start practice exam')
}

export const completeFailure = (error: unknown): string => serverMessage(error) ?? 'Failed to complete exam'

export const examAnswering: SubmissionWords = {
  noAnswer: failed('Please select an answer', 'You must choose an answer before continuing.'),
  failure: (error) => ({
    title: 'Error',
    description: answerFailure(error),
    canSendAgain: !(error instanceof ApiError && error.status < 500) || error.code === 'conflict',
  }),
}

const answerFailure = (error: unknown): string =>
  error instanceof ConnectionError
    ? 'Failed to submit answer. It is sent again as soon as you are back online. The clock keeps running.'
    : (serverMessage(error) ?? 'Failed to submit answer')

/** The requested exam is over. */
export const OVER = 'This exam has already been completed or does not exist.'
