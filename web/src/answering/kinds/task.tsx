import type { ReactNode } from 'react'
import { classList } from '../../ui/class-list.ts'

interface TaskProps {
  children: ReactNode
  progress: string | null
  isOver?: boolean
}

export const Task = ({ children, progress, isOver = false }: TaskProps) => (
  <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
    <span className="font-semibold">{children}</span>
    {progress !== null && (
      <span role="status" className={classList('text-sm tabular-nums', isOver ? 'font-semibold text-warn' : 'text-muted')}>
        {progress}
      </span>
    )}
  </span>
)
