import { queryOptions } from '@tanstack/react-query'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError, quietWhenSignedOut } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { laterOf, readAs, type TakenExam } from './exam-progress.ts'

/** Exams started in this tab exist, even while a read model does not know them yet. */
const startedHere = new Set<string>()
export const noteStarted = (examId: string): void => void startedHere.add(examId)

const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

const READS_OF_WHAT_STARTED = 10

/** Null if there is none. Another device may continue it. */
export const takenExamQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    ...sharedData,
    queryKey: [...rooms.exams, 'taken', examId],
    queryFn: async (query): Promise<TakenExam | null> => {
      const params = { examId }
      try {
        const [{ body: exam, headers }, questions] = await Promise.all([
          readWithHeaders(query, 'GET /api/practice-exams/{examId}', { params }),
          read(query, 'GET /api/practice-exams/{examId}/questions', { params }),
        ])
        const taken = readAs(exam, questions, clockSkew(headers.get('date'), Date.now()))
        return laterOf(query.client.getQueryData<TakenExam | null>(query.queryKey), taken)
      } catch (error) {
        if (isMissing(error) && !startedHere.has(examId)) return null
        throw error
      }
    },
    retry: (failures, error) => isMissing(error) && failures < READS_OF_WHAT_STARTED,
    retryDelay: 500,
  })

/** The latest five, newest first. */
export const examHistoryQuery = queryOptions({
  ...quietWhenSignedOut,
  ...sharedData,
  queryKey: [...rooms.exams, 'history'],
  queryFn: async (query) => {
    const { body: exams, headers } = await readWithHeaders(query, 'GET /api/practice-exams/history')
    return { exams, skew: clockSkew(headers.get('date'), Date.now()) }
  },
})

/** By this device's clock. */
export const endOf = ({ exam, skew }: Pick<TakenExam, 'exam' | 'skew'>): number => Date.parse(exam.deadline) - skew
