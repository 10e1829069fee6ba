import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardX } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router-dom'
import { AnsweringSkeleton } from '../answering/question-card.tsx'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { examNames, OVER } from './exam-words.ts'
import { OpenExam } from './open-exam.tsx'
import { takenExamQuery } from './taken-exam.ts'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(takenExamQuery(params.id ?? ''))
}

export default function PracticeExamPage() {
  const { id = '' } = useParams()
  return (
    <Loaded key={id} skeleton={<AnsweringSkeleton />} failure="Your exam could not be loaded. The clock keeps running." isWholePage>
      <Exam id={id} />
    </Loaded>
  )
}

function Exam({ id }: { id: string }) {
  const { data: taken } = useSuspenseQuery(takenExamQuery(id))
  const [stoodCompleted] = useState(taken?.exam.isCompleted === true)
  if (!taken)
    return (
      <DeadEnd title="Exam Not Found" icon={ClipboardX} to={paths.practiceExams()} label="Go to Practice Exams">
        {OVER}
      </DeadEnd>
    )
  // It ended while it was open: on another screen, or by its clock.
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
        You gave up this exam. It has no score, and its answers do not count.
      </DeadEnd>
    )
  return (
    <>
      <PageTitle>{examNames[taken.exam.blueprint]}</PageTitle>
      <OpenExam taken={taken} />
    </>
  )
}
