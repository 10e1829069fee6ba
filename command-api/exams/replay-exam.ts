import { streamName } from '@medicready/domain/decider'
import { type ExamAnswer, type ExamEvent, exam } from '@medicready/domain/exams/exam'
import { type Replay, replayExam as replay } from '@medicready/domain/exams/replay'
import { isRight } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../parts.ts'
import { deliveredContent } from '../study/delivered-content.ts'

/**
 * Decides an exam again, from the log alone: each choice, each mark, and its end. Says where a single decision differs
 * from its fact. Refused with `examNotFound`.
 */
export async function replayExam(parts: Pick<Parts, 'commands' | 'eventStore' | 'examPools'>, examId: string): Promise<Replay> {
  const events = (await parts.eventStore.readStream(streamName(exam, examId))) as unknown as readonly ExamEvent[]
  const { started } = events.reduce(exam.evolve, exam.initial)
  if (!started) throw new Rejection('examNotFound')
  const answers = events.flatMap((event) => (event.type === 'ExamAnswered' ? event.data : []))
  const rightness = new Map(await Promise.all(answers.map(async (answer) => [answer.questionId, await marked(parts, answer)] as const)))
  return replay(events, await parts.examPools.of(started.poolId), ({ questionId }) => rightness.get(questionId) ?? false)
}

const marked = async (parts: Pick<Parts, 'commands'>, answer: ExamAnswer): Promise<boolean> =>
  isRight((await deliveredContent(parts, answer)).item, answer.answer)
