import { Navigate } from 'react-router-dom'
import { paths } from '../paths.ts'

/** Leads to where a practice exam is begun. */
export default function ExamPage() {
  return <Navigate to={paths.practiceExams()} replace />
}
