import type { Question } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/study/modules'
import { Badge } from '../ui/badge.tsx'
import { capitalized } from '../ui/words.ts'

const difficultyTones = { easy: 'ok', moderate: 'warn', hard: 'bad' } as const

/** Where a question belongs, how hard it is and what it asks of the learner; each badge where its part is given. */
export const QuestionBadges = ({ module, difficulty, bloomsLevel }: Partial<Pick<Question, 'module' | 'difficulty' | 'bloomsLevel'>>) => (
  <>
    {module && <Badge tone="brand">{moduleLabel(module)}</Badge>}
    {difficulty && (
      <Badge tone={difficultyTones[difficulty]}>
        <span className="sr-only">Difficulty:</span> {capitalized(difficulty)}
      </Badge>
    )}
    {bloomsLevel && (
      <Badge>
        <span className="sr-only">Level:</span> {capitalized(bloomsLevel)}
      </Badge>
    )}
  </>
)
