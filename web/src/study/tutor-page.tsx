import { Navigate } from 'react-router-dom'
import { paths } from '../paths.ts'

/** Leads to the modes, with Tutor Mode chosen. */
export default function TutorPage() {
  return <Navigate to={paths.studyMode({ mode: 'tutor' })} replace />
}
