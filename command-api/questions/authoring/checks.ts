import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { brokenSets, toldBefore } from '@medicready/domain/questions/bank-lint'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { lintQuestion } from '@medicready/domain/questions/lint'
import { likenesses, questionIndex } from '@medicready/domain/questions/similarity'
import type { KnownQuestions } from './bank.ts'

export interface Fault {
  readonly reason: RejectionReason
  readonly why: unknown
}

/** Text addressed to a machine instead of a student. A false positive only costs a question. */
const toMachines =
  /\b(?:ignore|disregard|forget)\b[^.?!]{0,40}\binstructions?\b|\bsystem prompt\b|\bas an ai\b|\blanguage model\b|\bSYSTEM:|\breport no flaws?\b|\b(?:note to|dear) (?:the )?(?:examiner|grader|reader|reviewer)s?\b/i
/** What a blind reader could take for advice on the key. */
const toTheReader =
  /(?<!medical )\b(?:examiner|grader|reviewer|evaluator)s?\b|\b(?:the key|(?:correct|right|best) (?:answer|choice|option)) is\b|\b(?:choose|select|pick|mark) (?:the )?(?:first|second|third|fourth|last|next|this )?\s?option\b|\banswer null\b/i
const address = /\bwww\.|\b[\w-]+\.(?:com|net|org|io|gov|edu|info)\b|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/i

export function faultIn(contents: readonly QuestionContent[], known: KnownQuestions): Fault | null {
  for (const content of contents) {
    const fault = faultOf(content, known)
    if (fault) return fault
  }
  const parts = contents.map((content, index) => ({ id: `part ${index + 1}`, ...content }))
  const findings = [...brokenSets(parts), ...toldBefore(parts)]
  if (findings.length > 0) return { reason: 'lint', why: findings }
  const isAskedTwice = contents.some(
    (content, index) => likenesses(byItself(content), questionIndex(contents.slice(0, index).map(byItself))).length > 0,
  )
  return isAskedTwice ? { reason: 'near_duplicate', why: 'two parts that are too much alike' } : null
}

const byItself = (content: QuestionContent): QuestionContent => ({ ...content, scenario: null })

/** For an educator's eyes only: whether it is like another question, or on a new guideline, is theirs to judge. */
export const faultInRevision = (content: QuestionContent): Fault | null => faultInWords(content) ?? faultOfLint(content)

function faultInWords(content: QuestionContent): Fault | null {
  const texts = textsOf(content)
  if (texts.some((text) => toMachines.test(text))) return { reason: 'malformed', why: 'words to a machine' }
  if (textsOf([content.scenario, content.stem, content.picture, content.item]).some((text) => toTheReader.test(text)))
    return { reason: 'malformed', why: 'words to the reader' }
  if (texts.some((text) => address.test(text))) return { reason: 'malformed', why: 'an address' }
  return null
}

/** Generated questions are not reviewed, so warnings count as faults. */
function faultOfLint(content: QuestionContent): Fault | null {
  const findings = lintQuestion(content)
  return findings.length > 0 ? { reason: 'lint', why: findings } : null
}

function faultOf(content: QuestionContent, known: KnownQuestions): Fault | null {
  const fault = faultInWords(content)
  if (fault) return fault
  // Another spelling or year would hide the question when a new edition changes it.
  const guidelines = known.guidelinesOf(content.module)
  const { name, year } = content.guideline
  if (guidelines.length > 0 && !guidelines.some((guideline) => guideline.name === name && guideline.year === year))
    return { reason: 'lint', why: 'a guideline that no question of the module rests on' }
  return faultOfLint(content) ?? (known.hasLike(content) ? { reason: 'near_duplicate', why: 'too much like a question that exists' } : null)
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
