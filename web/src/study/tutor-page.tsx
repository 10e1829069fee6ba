import { Navigate } from 'react-router-dom'
import { paths } from '../paths.ts'

export default function TutorPage() {
  return <Navigate to={paths.studyMode({ mode: 'tutor' })} replace />
}
