import type { RecentActivity } from '@medicready/domain/contract/study/analytics'
import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import { moduleLabel } from '@medicready/domain/study/modules'
import { countOf } from '../ui/words.ts'

/** What happened, and how it went, each in a few words. */
export function activityWords(activity: RecentActivity): { title: string; outcome: string } {
  switch (activity.kind) {
    case 'answer':
      return { title: moduleLabel(activity.module), outcome: answerOutcome(activity.isCorrect) }
    case 'session':
      return { title: studyModeRules[activity.session.mode].name, outcome: sessionOutcome(activity.session) }
    case 'exam':
      return { title: 'Practice Exam', outcome: `Score ${activity.score}, ${activity.passed ? 'passed' : 'not passed'}` }
    case 'achievement':
      return { title: activity.title, outcome: `Achievement, ${countOf(activity.points, 'point')}` }
  }
}

const answerOutcome = (isCorrect: boolean | null): string =>
  isCorrect === null ? 'Told when the session has ended' : isCorrect ? 'Correct' : 'Incorrect'

function sessionOutcome({ completedAt, answered, totalQuestions, correct }: SessionInShort): string {
  if (completedAt === null) return `Session under way, ${answered} of ${countOf(totalQuestions, 'question')} answered`
  return correct === null
    ? `Session, ${countOf(answered, 'answer')}`
    : `Session, ${correct} of ${countOf(totalQuestions, 'question')} right`
}
