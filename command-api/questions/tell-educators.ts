import { hasRight } from '@medicready/domain/accounts/rights'
import { userRoles } from '@medicready/domain/accounts/rules'
import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { moduleLabel } from '@medicready/domain/study/modules'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { usersWithRoles } from '@medicready/projector/read-models/accounts/user-queries'
import { tellAccount } from '../accounts/tell-account.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

/** After so long the queue itself has told them. */
const NOTICE_HOURS = 24

/** Tells whoever reviews questions that a module has as many withdrawn as it may: what is doubted stays in draws. */
export async function tellEducators(
  fact: Recorded<FactOf<'WithdrawalsStopped'>>,
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  if (parts.clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const reviewers = userRoles.filter((role) => hasRight(role, 'reviewQuestions'))
  const educators = await usersWithRoles(parts.sql, reviewers)
  const link = new URL('/admin/review-requests', parts.publicUrl).href
  let deferred: NotNow | null = null
  for (const { id: userId } of educators)
    try {
      await tellAccount(fact, { userId, kind: 'withdrawalsStopped', words: () => withdrawalsStoppedMail(fact.data, link) }, parts)
    } catch (error) {
      // One slow recipient holds up no other.
      if (!(error instanceof NotNow)) throw error
      deferred = error
    }
  if (deferred) throw deferred
}

const withdrawalsStoppedMail = ({ module, withdrawn, questions }: FactOf<'WithdrawalsStopped'>['data'], link: string): Words =>
  letter({
    subject: `Review requests wait in ${moduleLabel(module)}`,
    greeting: 'Please have a look',
    text:
      `${moduleLabel(module)} has as many questions withdrawn as it may without an educator's word: ${withdrawn} of ${questions}. ` +
      'Further questions that learners doubt stay in draws until some of these are decided.',
    button: 'Review Requests',
    link,
    because: { why: `You get this mail because you review questions for ${PRODUCT_NAME}.` },
  })
