import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { publishQuestion, questionAggregate, retireQuestion } from '@medicready/domain/questions/question'
import { curatedQuestions } from '@medicready/projector/read-models/questions/bank-queries'
import { v5 as uuidV5 } from 'uuid'
import { z } from 'zod'
import { type CommandContext, partOf } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { atOnce } from '../worker/shown.ts'

const BANK_NAMESPACE = '2f8f9c1a-64a5-4b5c-8f15-0a9f6ad0d4b4'
const AT_ONCE = 32

export const bankDirectory = fileURLToPath(new URL('../bank/', import.meta.resolve('@medicready/domain/questions/content/content')))

export const questionIdOf = (bankId: string): string => uuidV5(bankId, BANK_NAMESPACE)

export async function readBank(directory: string): Promise<BankQuestion[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort()
  const entries = await Promise.all(files.map(async (name) => JSON.parse(await readFile(`${directory}/${name}`, 'utf8'))))
  return z.array(BankQuestion).parse(entries.flat())
}

/** Idempotent. Where an educator has revised a question, the bank's words are only offered. */
export async function loadBank(
  { commands, sql }: Pick<Dependencies, 'commands' | 'sql'>,
  bank: readonly BankQuestion[],
  context: CommandContext,
) {
  const done = { changed: 0, retired: 0, waiting: 0 }
  await atOnce(AT_ONCE, bank, async ({ id: bankId, ...entry }) => {
    const questionId = questionIdOf(bankId)
    const command = publishQuestion({ questionId, bankId, content: QuestionContent.parse(entry) })
    const { events, state } = await commands.execute(questionAggregate, questionId, command, asOneOf(context, questionId))
    if (events.length > 0) done.changed += 1
    if (state.situation !== 'unknown' && state.offer !== null) done.waiting += 1
  })

  const kept = new Set(bank.map(({ id }) => questionIdOf(id)))
  await atOnce(AT_ONCE, await curatedQuestions(sql), async ({ id: questionId }) => {
    if (kept.has(questionId)) return
    const command = retireQuestion({ reason: 'removed from the bank' })
    const { events } = await commands.execute(questionAggregate, questionId, command, asOneOf(context, questionId))
    if (events.length > 0) done.retired += 1
  })
  return done
}

export const bankOffersWait = (waiting: number): string =>
  waiting === 1
    ? '1 question that an educator revised is different in the bank. An educator decides under Review Requests'
    : `${waiting} questions that educators revised are different in the bank. An educator decides under Review Requests`

const asOneOf = (context: CommandContext, questionId: string): CommandContext => partOf(context, questionId)
