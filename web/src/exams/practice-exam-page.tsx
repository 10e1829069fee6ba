import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardX } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router-dom'
import { AnsweringSkeleton } from '../answering/question-skeleton.tsx'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../app/dead-end.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { examNames } from './exam-names.ts'
import { OVER } from './exam-words.ts'
import { OpenExam } from './open-exam.tsx'
import { takenExamQuery } from './taken-exam.ts'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(takenExamQuery(params.id ?? ''))
}

/** An exam that goes on, at the question that is due in it. */
export default function PracticeExamPage() {
  const { id = '' } = useParams()
  return (
    <Loaded key={id} skeleton={<AnsweringSkeleton />} failure="Your exam could not be loaded. Its clock goes on." isWholePage>
      <Exam id={id} />
    </Loaded>
  )
}

function Exam({ id }: { id: string }) {
  const { data: taken } = useSuspenseQuery(takenExamQuery(id))
  const [stoodCompleted] = useState(taken?.exam.isCompleted === true)
  if (!taken)
    return (
      <DeadEnd title="No Such Exam" icon={ClipboardX} to={paths.practiceExams()} label="Go to Practice Exams">
        {OVER}
      </DeadEnd>
    )
  // It ended while it was looked at: on another screen, or by its clock.
  if (taken.exam.isCompleted && !stoodCompleted) return <Navigate to={paths.practiceExamResults(id)} replace />
  if (taken.exam.isCompleted)
    return (
      <DeadEnd title="Exam Completed" icon={ClipboardX} to={paths.practiceExamResults(id)} label="See Results">
        {OVER}
      </DeadEnd>
    )
  if (taken.exam.givenUpAt !== null)
    return (
      <DeadEnd title="Exam Given Up" icon={ClipboardX} to={paths.practiceExams()} label="Go to Practice Exams">
        This exam was given up before its end. It has no score, and its answers count nowhere.
      </DeadEnd>
    )
  return (
    <>
      <PageTitle>{examNames[taken.exam.blueprint]}</PageTitle>
      <OpenExam taken={taken} />
    </>
  )
}
