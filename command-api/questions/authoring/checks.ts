import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { lintQuestion } from '@medicready/domain/questions/lint'
import type { KnownQuestions } from './bank.ts'

interface Fault {
  readonly reason: RejectionReason
  readonly why: unknown
}

/** Words to a machine, not to a student. A sound question that is taken for one is only a question less. */
const toMachines =
  /\b(?:ignore|disregard|forget)\b[^.?!]{0,40}\binstructions?\b|\bsystem prompt\b|\bas an ai\b|\blanguage model\b|\bSYSTEM:|\breport no flaws?\b|\b(?:note to|dear) (?:the )?(?:examiner|grader|reader|reviewer)s?\b/i
/** What whoever reads the question blind could take for advice on its key. */
const toTheReader =
  /(?<!medical )\b(?:examiner|grader|reviewer|evaluator)s?\b|\b(?:the key|(?:correct|right|best) (?:answer|choice|option)) is\b|\b(?:choose|select|pick|mark) (?:the )?(?:first|second|third|fourth|last|next|this )?\s?option\b|\banswer null\b/i
/** Where a student could be led to. */
const address = /\bwww\.|\b[\w-]+\.(?:com|net|org|io|gov|edu|info)\b|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/i

/** What keeps a written question out of the bank before anybody reads it; null when nothing does. */
export function faultsOf(content: QuestionContent, known: KnownQuestions): Fault | null {
  const texts = textsOf(content)
  if (texts.some((text) => toMachines.test(text))) return { reason: 'malformed', why: 'words to a machine' }
  if (textsOf([content.stem, content.item]).some((text) => toTheReader.test(text)))
    return { reason: 'malformed', why: 'words to the reader' }
  if (texts.some((text) => address.test(text))) return { reason: 'malformed', why: 'an address' }
  // Another spelling or year would hide the question from whoever looks for what a new edition changes.
  const guidelines = known.guidelinesOf(content.module)
  const { name, year } = content.guideline
  if (guidelines.length > 0 && !guidelines.some((guideline) => guideline.name === name && guideline.year === year))
    return { reason: 'lint', why: 'a guideline that no question of the module rests on' }
  // Nobody takes the second look that a warning asks for.
  const findings = lintQuestion(content)
  if (findings.length > 0) return { reason: 'lint', why: findings }
  if (known.hasLike(content)) return { reason: 'near_duplicate', why: 'too much like a question that exists' }
  return null
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
