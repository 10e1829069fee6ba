import type { QuestionContent } from '@medicready/domain/questions/content'
import type { RejectionReason } from '@medicready/domain/questions/generation-day'
import { lintQuestion } from '@medicready/domain/questions/lint'
import type { KnownQuestions } from './generation-bank.ts'

interface Fault {
  readonly reason: RejectionReason
  readonly why: unknown
}

/** Words to a machine, not to a student. */
const toMachines = /\b(?:ignore|disregard|forget)\b[^.?!]{0,40}\binstructions?\b|\bsystem prompt\b|\bas an ai\b|\blanguage model\b/i

/** What keeps a written question out of the bank before anybody reads it; null when nothing does. */
export function faultsOf(content: QuestionContent, known: KnownQuestions): Fault | null {
  if (textsOf(content).some((text) => toMachines.test(text))) return { reason: 'malformed', why: 'words to a machine' }
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
