import { Navigate } from 'react-router-dom'
import { paths } from '../paths.ts'

export default function ExamPage() {
  return <Navigate to={paths.practiceExams()} replace />
}
