import { Navigate } from 'react-router-dom'
import { paths } from '../paths.ts'

/** Leads to where an exam under time is begun. */
export default function ExamPage() {
  return <Navigate to={paths.studyMode()} replace />
}
