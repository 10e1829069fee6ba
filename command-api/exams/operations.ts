import { streamName } from '@medicready/domain/core/decider'
import { type ExamAnswer, type ExamEvent, examAggregate } from '@medicready/domain/exams/exam'
import { type Difference, type ExamReplay, replayExam as replay } from '@medicready/domain/exams/replay'
import { isRight } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type Operations, Refused } from '../operations.ts'
import type { Parts } from '../parts.ts'
import { deliveredContent } from '../study/delivered-question.ts'

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const examOperations: Operations = {
  replay: { usage: '<id>', run: (parts, [id = '']) => (uuidPattern.test(id) ? replayed(parts, id) : undefined) },
}

async function replayed(parts: Parts, examId: string): Promise<string> {
  const { facts, differences } = await replayExam(parts, examId).catch((error: unknown) => {
    throw error instanceof Rejection ? new Refused(`There is no exam ${examId}.`) : error
  })
  if (differences.length > 0) throw new Refused(differences.map(said).join('\n'))
  return `${facts} facts were decided again, and each is the same.`
}

const said = ({ fact, type, field, recorded, repeated }: Difference): string =>
  `Fact ${fact}, ${type}: ${field} is ${JSON.stringify(recorded)} and would be ${JSON.stringify(repeated)}.`

export async function replayExam(parts: Pick<Parts, 'commands' | 'eventStore' | 'examPools'>, examId: string): Promise<ExamReplay> {
  const events = (await parts.eventStore.readStream(streamName(examAggregate, examId))) as unknown as readonly ExamEvent[]
  const { started } = events.reduce(examAggregate.evolve, examAggregate.initial)
  if (!started) throw new Rejection('examNotFound')
  const answers = events.flatMap((event) => (event.type === 'ExamAnswered' ? event.data : []))
  const rightness = new Map(await Promise.all(answers.map(async (answer) => [answer.questionId, await marked(parts, answer)] as const)))
  return replay(events, await parts.examPools.of(started.poolId), ({ questionId }) => rightness.get(questionId) ?? false)
}

const marked = async (parts: Pick<Parts, 'commands'>, answer: ExamAnswer): Promise<boolean> =>
  isRight((await deliveredContent(parts, answer)).item, answer.answer)
