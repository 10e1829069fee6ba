import { FileQuestionMark, Lock, Timer } from 'lucide-react'
import { DeadEnd } from '../page/dead-end.tsx'
import { paths } from '../paths.ts'

export default function NoQuestion({ because }: { because: 'closed' | 'inExam' | 'missing' }) {
  switch (because) {
    case 'closed':
      return (
        <DeadEnd title="Not Open Yet" icon={Lock} to={paths.studySession({ mode: 'daily' })} label="Go to Today's Questions">
          This is a later part of a case. It opens after you answer the part before it.
        </DeadEnd>
      )
    case 'inExam':
      return (
        <DeadEnd title="In Your Timed Exam" icon={Timer} to={paths.studyMode()} label="Go to Study Mode">
          This question is in your timed exam. It opens here after the exam ends.
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
