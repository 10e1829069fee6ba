import { tierShows } from '@medicready/domain/billing/shown/tiers'
import { answerResult, type PictureAddressOf, sampleAddressOf } from '@medicready/domain/contract/questions/answer-result'
import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import { type ItemAnswer, isAnswerTo, isRight } from '@medicready/domain/questions/content/item'
import { contentOf, questionAggregate } from '@medicready/domain/questions/question'
import { sampleNames } from '@medicready/domain/questions/samples'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Dependencies } from '../dependencies.ts'
import { questionIdOf } from './load-bank.ts'

const sampleIds: ReadonlySet<string> = new Set(sampleNames.map(questionIdOf))

interface SampleAnswer {
  readonly questionId: string
  readonly version: number
  readonly answer: ItemAnswer
}

export async function answerSample(
  deps: Pick<Dependencies, 'commands' | 'changedGuidelines'> & { readonly pictureAddressOf: PictureAddressOf },
  { questionId, version, answer }: SampleAnswer,
): Promise<AnswerResult> {
  if (!sampleIds.has(questionId)) throw new Rejection('questionNotFound')
  const question = (await deps.commands.load(questionAggregate, questionId)).state
  const content = contentOf(question, version)
  if (question.situation !== 'active' || !content) throw new Rejection('questionNotFound')
  if (!isAnswerTo(content.item, answer)) throw new Rejection('answerNotAChoice')
  const changed = (await deps.changedGuidelines.latest()).get(questionId) ?? null
  const given = { answer, isCorrect: isRight(content.item, answer) }
  const viewer = { shows: tierShows.premium, addressOf: sampleAddressOf(deps.pictureAddressOf) }
  return answerResult({ id: questionId, version, content, shuffle: null, changed }, given, viewer)
}
