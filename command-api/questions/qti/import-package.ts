import { createHash } from 'node:crypto'
import { brokenSets } from '@medicready/domain/questions/bank-lint'
import { QuestionContent } from '@medicready/domain/questions/content/content'
import { addAuthored } from '@medicready/domain/questions/educator-decisions'
import { questionAggregate } from '@medicready/domain/questions/question'
import { likenesses, questionIndex } from '@medicready/domain/questions/similarity'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { v5 as uuidV5 } from 'uuid'
import { type CommandContext, partOf } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type CheckDeps, checkContent } from '../edit-question.ts'
import { imageToKeep, type KeptImage, keepImage } from '../pictures/store-picture.ts'
import { readPackage, type UnpackedQuestion } from './package.ts'

const PACKAGE_NAMESPACE = '5d0f5a9e-0d0b-4a1c-9a63-6f3f0d1f7a52'

/** Derived from the content: the same words are the same question in any package. */
const questionIdOf = (content: unknown): string =>
  uuidV5(createHash('sha256').update(JSON.stringify(content)).digest('hex'), PACKAGE_NAMESPACE)

interface Issue {
  readonly path: string
  readonly message: string
}

interface ToAdd {
  readonly href: string
  readonly identifier: string
  readonly questionId: string
  readonly content: QuestionContent
  readonly images: readonly KeptImage[]
}

/**
 * All or nothing. Each question meets the rules of the bank, is compared with existing ones and with the rest of the
 * package, and sets are whole. Throws `packageRefused` with every fault. Questions added before are recognized by their
 * content, so a package can be sent again.
 */
export async function importPackage(deps: Pick<Dependencies, 'commands'> & CheckDeps, bytes: Uint8Array, context: CommandContext) {
  const { questions, faults } = readPackage(bytes)
  const issues: Issue[] = [...faults]
  const toAdd: ToAdd[] = []
  for (const question of questions) {
    const { content, images, faults } = withImages(question)
    const questionId = questionIdOf(content)
    const findings = await checkContent(deps, { questionId, content, brought: images })
    const errors = findings.filter(({ level }) => level === 'error')
    issues.push(...faults, ...errors.map(({ path, message }) => ({ path: question.href, message: path ? `${path}: ${message}` : message })))
    const parsed = QuestionContent.safeParse(content)
    if (parsed.success) toAdd.push({ ...question, questionId, content: parsed.data, images })
  }
  issues.push(...amongThemselves(toAdd))
  if (issues.length > 0) throw new Rejection('packageRefused', issues)

  const done = { added: 0, known: 0 }
  for (const { questionId, content, images } of toAdd) {
    for (const image of images) await keepImage(deps.sql, image, context.now)
    const command = partOf(context, questionId)
    const added = await deps.commands.execute(questionAggregate, questionId, addAuthored({ questionId, content }), command)
    done[added.events.length > 0 ? 'added' : 'known'] += 1
  }
  return done
}

function withImages({ href, content, images }: UnpackedQuestion) {
  const kept: KeptImage[] = []
  const faults: Issue[] = []
  const fields: Record<string, unknown> = {}
  for (const { field, bytes, alt } of images) {
    try {
      const image = imageToKeep(Buffer.from(bytes))
      const { hash, mediaType, width, height } = image
      kept.push(image)
      fields[field] = { kind: 'image', hash, mediaType, width, height, alt }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      faults.push({ path: href, message: `${field}: ${errors[error.code].message}` })
    }
  }
  return { content: { ...content, ...fields }, images: kept, faults }
}

function amongThemselves(questions: readonly ToAdd[]): Issue[] {
  const index = questionIndex(questions.map(({ content }) => content))
  const alike = questions.flatMap(({ href, content }, place) =>
    likenesses(content, index)
      .filter((found) => found.index > place)
      .map(({ index: at, of, similarity }) => {
        const percent = Math.round(100 * similarity)
        const message = of === 'question' ? `it is much like ${href} (${percent} %)` : `it tells the case of ${href} (${percent} %)`
        return { path: questions[at]?.href ?? '', message }
      }),
  )
  const sets = brokenSets(questions.map(({ identifier, content }) => ({ id: identifier, ...content })))
  return [...alike, ...sets.map(({ subject, words }) => ({ path: '', message: `set ${subject}: ${words}` }))]
}
