import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'

/** Whom a fact is about, and the way to them. */
export function WhoLink({ userId, name }: { userId: string | null; name: string }) {
  if (userId === null) return <span className="text-muted">–</span>
  if (name === '') return <span className="text-muted">Erased</span>
  return (
    <Link to={paths.adminStudent(userId)} className="text-brand underline-offset-4 hover:underline">
      {name}
    </Link>
  )
}
