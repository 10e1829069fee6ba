import type { Decide } from '@medicready/domain/core/decider'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import {
  contentOf,
  currentVersion,
  type QuestionEvent,
  type QuestionState,
  questionAggregate,
  withdrawForCorrectRate,
  withdrawForReviewRequests,
} from '@medicready/domain/questions/question'
import { type ModuleName, moduleLabel } from '@medicready/domain/questions/shown/modules'
import { admitWithdrawal, releaseWithdrawal, withdrawalsAggregate, withdrawalsId } from '@medicready/domain/questions/withdrawals'
import { usersWithRight } from '@medicready/projector/read-models/accounts/user-queries'
import { activeQuestionsIn, questionsBelowChance } from '@medicready/projector/read-models/questions/bank-queries'
import { v5 as uuidV5 } from 'uuid'
import { tellAccount, tellEach } from '../accounts/tell-account.ts'
import { type CommandContext, jobContext, partOf, reactionContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { JobDeps, MailDeps, WorkerDeps } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'

type Stores = Pick<Dependencies, 'commands' | 'sql'>

interface Withdrawal {
  readonly questionId: string
  readonly withdraw: Decide<QuestionState, QuestionEvent>
}

/** The place in the module's limit is taken first, so that concurrent withdrawals cannot exceed it. */
export async function withdrawQuestion({ commands, sql }: Stores, { questionId, withdraw }: Withdrawal, context: CommandContext) {
  const { state } = await commands.load(questionAggregate, questionId)
  const content = contentOf(state, currentVersion(state))
  if (content === null || withdraw(state).length === 0) return state.situation === 'withdrawn'
  const { module } = content
  const [active] = await activeQuestionsIn(sql, module)
  const admit = admitWithdrawal({ module, questionId, activeQuestions: active?.questions ?? 0 })
  // Decided anew at each attempt: a place may be free the next time.
  const place = partOf(context, `place/${context.now}`)
  const { state: places } = await commands.execute(withdrawalsAggregate, withdrawalsId(module), admit, place)
  if (!places.withdrawn.has(questionId)) return false
  const { state: after } = await commands.execute(questionAggregate, questionId, withdraw, context)
  if (after.situation === 'withdrawn') return true
  await releasePlace({ commands }, questionId, module, context)
  return false
}

const releasePlace = ({ commands }: Pick<Dependencies, 'commands'>, questionId: string, module: ModuleName, context: CommandContext) =>
  commands.execute(
    withdrawalsAggregate,
    withdrawalsId(module),
    releaseWithdrawal({ module, questionId }),
    partOf(context, `release/${questionId}/${context.now}`),
  )

export async function withdrawDoubted(fact: RecordedFact<'QuestionReviewRequested'>, deps: Stores & Pick<WorkerDeps, 'clock'>) {
  const { questionId, version } = fact.data
  const withdraw = withdrawForReviewRequests({ version, at: fact.metadata.occurredAt })
  await withdrawQuestion(deps, { questionId, withdraw }, reactionContext(fact, deps.clock))
}

export async function freePlace(
  fact: RecordedFact<'QuestionReviewResolved' | 'QuestionRetired' | 'QuestionRevised'>,
  { commands, clock }: Pick<WorkerDeps, 'commands' | 'clock'>,
): Promise<void> {
  const { questionId } = fact.data
  const { state } = await commands.load(questionAggregate, questionId)
  if (state.situation === 'unknown' || state.situation === 'withdrawn') return
  for (const module of new Set(state.versions.map((content) => content.module)))
    await releasePlace({ commands }, questionId, module, reactionContext(fact, clock))
}

const JOB_NAMESPACE = 'd3f5a0c8-54a1-4b4a-8a6e-0d5c1c6a9e27'

/** Withdraws what is answered right less often than by guessing, each version once, within the module's limit. */
export async function actOnStatistics({ sql, commands, clock, signal }: JobDeps): Promise<{ withdrawn: number }> {
  const now = clock()
  const context = (step: string) => jobContext('statistics', uuidV5(step, JOB_NAMESPACE), now)
  const withdrawn = await doneWith(await questionsBelowChance(sql), signal, ({ questionId, ...found }) => {
    const withdrawal = { questionId, withdraw: withdrawForCorrectRate(found) }
    return withdrawQuestion({ commands, sql }, withdrawal, context(`withdraw/${questionId}/${found.version}`))
  })
  return { withdrawn }
}

/** After this, the review queue has told them. */
const NOTICE_HOURS = 24

export async function tellEducators(fact: RecordedFact<'WithdrawalsStopped'>, deps: MailDeps & Pick<WorkerDeps, 'sql'>): Promise<void> {
  if (deps.clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const educators = await usersWithRight(deps.sql, 'reviewQuestions')
  const { module, withdrawn, questions } = fact.data
  const words = {
    subject: `Review requests are waiting in ${moduleLabel(module)}`,
    greeting: 'Please have a look',
    text:
      `${moduleLabel(module)} has reached its limit of withdrawn questions that no educator has reviewed: ${withdrawn} of ${questions}. ` +
      'Other questions that learners report stay in use until you decide some of these.',
    button: 'Review Requests',
    link: '/admin/review-requests',
    because: { why: `You get this email because you review questions for ${PRODUCT_NAME}.` },
  }
  await tellEach(educators, ({ id: userId }) => tellAccount(fact, { userId, kind: 'withdrawalsStopped', words }, deps))
}
