import { CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon } from 'lucide-react'

interface OutcomeSign {
  readonly icon: LucideIcon
  readonly tone: string
  readonly words: string
}

/** How a list says what came of a question: by a sign, a colour and a word. */
export function outcomeSign(outcome: boolean | 'withheld' | 'notAnswered'): OutcomeSign {
  switch (outcome) {
    case true:
      return { icon: CircleCheck, tone: 'text-ok', words: 'Correct' }
    case false:
      return { icon: CircleX, tone: 'text-bad', words: 'Incorrect' }
    case 'withheld':
      return { icon: CircleDot, tone: 'text-muted', words: 'Answered' }
    case 'notAnswered':
      return { icon: CircleDashed, tone: 'text-muted', words: 'Not answered' }
  }
}
