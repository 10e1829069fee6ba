import { streamName } from '@medicready/domain/core/decider'
import { type ExamAnswer, type ExamEvent, examAggregate } from '@medicready/domain/exams/exam'
import { type Difference, type ExamReplay, replayExam as replay } from '@medicready/domain/exams/replay'
import { isRight } from '@medicready/domain/questions/content/item'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Dependencies } from '../dependencies.ts'
import { type Operations, Refused } from '../operations.ts'
import { deliveredContent } from '../study/delivered-question.ts'

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const examOperations: Operations = {
  replay: { usage: '<id>', run: (deps, [id = '']) => (uuidPattern.test(id) ? replayed(deps, id) : undefined) },
}

async function replayed(deps: Dependencies, examId: string): Promise<string> {
  const { facts, differences } = await replayExam(deps, examId).catch((error: unknown) => {
    throw error instanceof Rejection ? new Refused(`There is no exam ${examId}.`) : error
  })
  if (differences.length > 0) throw new Refused(differences.map(said).join('\n'))
  return `${facts} facts were decided again, and each is the same.`
}

const said = ({ fact, type, field, recorded, repeated }: Difference): string =>
  `Fact ${fact}, ${type}: ${field} is ${JSON.stringify(recorded)} and would be ${JSON.stringify(repeated)}.`

export async function replayExam(deps: Pick<Dependencies, 'commands' | 'eventStore' | 'examPools'>, examId: string): Promise<ExamReplay> {
  const events = (await deps.eventStore.readStream(streamName(examAggregate, examId))) as unknown as readonly ExamEvent[]
  const { started } = events.reduce(examAggregate.evolve, examAggregate.initial)
  if (!started) throw new Rejection('examNotFound')
  const answers = events.flatMap((event) => (event.type === 'ExamAnswered' ? event.data : []))
  const rightness = new Map(await Promise.all(answers.map(async (answer) => [answer.questionId, await marked(deps, answer)] as const)))
  return replay(events, await deps.examPools.of(started.poolId), ({ questionId }) => rightness.get(questionId) ?? false)
}

const marked = async (deps: Pick<Dependencies, 'commands'>, answer: ExamAnswer): Promise<boolean> =>
  isRight((await deliveredContent(deps, answer)).item, answer.answer)
