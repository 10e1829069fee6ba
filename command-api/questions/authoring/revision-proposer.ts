import type { DataOf } from '@medicready/domain/core/event'
import { generationDayAggregate, reserveGeneration, settleGeneration } from '@medicready/domain/questions/authoring/generation-day'
import { mayPropose, proposeRevision } from '@medicready/domain/questions/educator-decisions'
import { contentOf, type QuestionEvent, questionAggregate } from '@medicready/domain/questions/question'
import { v4 as uuidV4 } from 'uuid'
import { commandIdOfAttempt } from './attempt.ts'
import { faultInRevision } from './checks.ts'
import { PROMPT_VERSION } from './prompts.ts'
import type { GeneratorDependencies } from './question-generator.ts'
import { unanswered } from './question-generator.ts'
import { reviseFor, toRevision } from './revision.ts'

type Outdated = Omit<DataOf<QuestionEvent, 'QuestionOutdated'>, 'isWithdrawn'>

/** From the same budget as new questions. Without a proposal, the educator writes the revision alone. */
export class RevisionProposer {
  readonly #parts: GeneratorDependencies

  constructor(deps: GeneratorDependencies) {
    this.#parts = deps
  }

  async propose({ questionId, version, changeId, ...change }: Outdated, signal: AbortSignal): Promise<void> {
    const { commands, model, budget, metrics, clock, logger } = this.#parts
    const { state } = await commands.load(questionAggregate, questionId)
    const content = contentOf(state, version)
    // A model cannot point at places in a picture that stays.
    if (content === null || content.item.kind === 'hot_spot' || !model.isAvailable || !mayPropose(state, { version, changeId })) return
    const [attemptId, date] = [uuidV4(), clock().slice(0, 10)]
    const context = (step: string) => ({
      commandId: commandIdOfAttempt(attemptId, step),
      actorId: 'worker',
      correlationId: `generation-${attemptId}`,
      now: clock(),
    })
    const inquiry = reviseFor(content, change)
    const { module, difficulty, bloomsLevel, tags, item } = content
    const wanted = { module, subTopic: tags.subTopic, difficulty, bloomsLevel, kind: item.kind }
    const generation = { model: model.model, promptVersion: PROMPT_VERSION }
    const reserve = reserveGeneration({ date, attemptId, ...wanted, ...generation, ...model.most(inquiry), budget })
    if ((await commands.execute(generationDayAggregate, date, reserve, context('reserve'))).events.length === 0) return

    const reply = await model.ask(inquiry, signal)
    metrics.spent(reply.spent)
    const revision = reply.kind === 'answered' ? toRevision(content, reply.answer) : null
    const fault = reply.kind === 'answered' ? revision && faultInRevision(revision) : unanswered(reply)
    const settle = (settled: Parameters<typeof settleGeneration>[0]) =>
      commands.execute(generationDayAggregate, date, settleGeneration(settled), context('settle'))
    if (fault || !revision) {
      const reason = fault?.reason ?? 'malformed'
      logger.info({ attemptId, questionId, reason, why: fault?.why }, 'a proposed revision was discarded')
      await settle({ type: 'GenerationRejected', data: { date, attemptId, reason, ...reply.spent } })
      metrics.rejected(reason)
      return
    }
    await commands.execute(
      questionAggregate,
      questionId,
      proposeRevision({ version, changeId, generation, content: revision }),
      context('propose'),
    )
    await settle({ type: 'GenerationProposed', data: { date, attemptId, questionId, ...reply.spent } })
    logger.info({ attemptId, questionId }, 'a revision was proposed')
  }
}
