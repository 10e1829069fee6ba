import type { Decide } from '@medicready/domain/decider'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import {
  contentOf,
  currentVersion,
  type QuestionEvent,
  type QuestionState,
  questionAggregate,
  withdrawForReviewRequests,
} from '@medicready/domain/questions/question'
import { admitWithdrawal, releaseWithdrawal, withdrawalsAggregate, withdrawalsId } from '@medicready/domain/questions/withdrawals'
import type { ModuleName } from '@medicready/domain/study/modules'
import { activeQuestionsIn } from '@medicready/projector/read-models/questions/bank-queries'
import { type CommandContext, idFrom, reactionContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

type Stores = Pick<Parts, 'commands' | 'sql'>

interface Withdrawal {
  readonly questionId: string
  /** Whether the question's own stream says that it is to be withdrawn. */
  readonly withdraw: Decide<QuestionState, QuestionEvent>
}

/**
 * Withdraws a question without an educator's word, as long as its module has a place for it; answers whether it is
 * withdrawn. The place is taken first: however many ask at once, no more questions are withdrawn than have places. How
 * many questions a module has is read from the read model, since whoever asks for reviews cannot change it.
 */
export async function withdrawQuestion(
  { commands, sql }: Stores,
  { questionId, withdraw }: Withdrawal,
  context: CommandContext,
): Promise<boolean> {
  const { state } = await commands.load(questionAggregate, questionId)
  const content = contentOf(state, currentVersion(state))
  if (content === null || withdraw(state).length === 0) return state.situation === 'withdrawn'
  const { module } = content
  const [active] = await activeQuestionsIn(sql, module)
  const admit = admitWithdrawal({ module, questionId, activeQuestions: active?.questions ?? 0 })
  // Decided anew at each attempt: a place that was not there may be there the next time.
  const place = { ...context, commandId: idFrom(context, `place/${context.now}`) }
  const { state: places } = await commands.execute(withdrawalsAggregate, withdrawalsId(module), admit, place)
  if (!places.withdrawn.has(questionId)) return false
  const { state: after } = await commands.execute(questionAggregate, questionId, withdraw, context)
  if (after.situation === 'withdrawn') return true
  // It was decided or revised in between.
  await releasePlace({ commands }, questionId, module, context)
  return false
}

const releasePlace = ({ commands }: Pick<Parts, 'commands'>, questionId: string, module: ModuleName, context: CommandContext) =>
  commands.execute(withdrawalsAggregate, withdrawalsId(module), releaseWithdrawal({ module, questionId }), {
    ...context,
    commandId: idFrom(context, `release/${questionId}/${context.now}`),
  })

/** Enough people may doubt the question now. */
export async function withdrawDoubted(
  fact: Recorded<FactOf<'QuestionReviewRequested'>>,
  parts: Stores & Pick<WorkerParts, 'clock'>,
): Promise<void> {
  const { questionId, version } = fact.data
  const withdraw = withdrawForReviewRequests({ version, at: fact.metadata.occurredAt })
  await withdrawQuestion(parts, { questionId, withdraw }, reactionContext(fact, parts.clock))
}

/**
 * A question that is not withdrawn any more leaves its place to another: that of the module which it has, or had when
 * it was withdrawn.
 */
export async function freePlace(
  fact: Recorded<FactOf<'QuestionReviewResolved' | 'QuestionRetired' | 'QuestionRevised'>>,
  { commands, clock }: Pick<WorkerParts, 'commands' | 'clock'>,
): Promise<void> {
  const { questionId } = fact.data
  const { state } = await commands.load(questionAggregate, questionId)
  if (state.situation === 'unknown' || state.situation === 'withdrawn') return
  for (const module of new Set(state.versions.map((content) => content.module)))
    await releasePlace({ commands }, questionId, module, reactionContext(fact, clock))
}
