import { FileQuestionMark, Lock, Timer } from 'lucide-react'
import { DeadEnd } from '../app/dead-end.tsx'
import { paths } from '../paths.ts'

/** Why there is no question to answer at an address. */
export default function NoQuestion({ because }: { because: 'closed' | 'inExam' | 'missing' }) {
  switch (because) {
    case 'closed':
      return (
        <DeadEnd title="Not Open Yet" icon={Lock} to={paths.studySession({ mode: 'daily' })} label="Go to Today's Questions">
          This is a later part of a case. It opens when you have answered the part before it.
        </DeadEnd>
      )
    case 'inExam':
      return (
        <DeadEnd title="In Your Timed Exam" icon={Timer} to={paths.studyMode()} label="Go to Study Mode">
          This question is in a timed exam of yours. It opens here when the exam has ended.
        </DeadEnd>
      )
    case 'missing':
      return (
        <DeadEnd title="Question Not Found" icon={FileQuestionMark} to={paths.home()}>
          The question you're looking for doesn't exist or has been removed.
        </DeadEnd>
      )
  }
}
