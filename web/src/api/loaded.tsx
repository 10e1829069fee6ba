import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Part } from '../ui/part.tsx'
import { isSignedOut } from './errors.ts'

interface LoadedProps {
  skeleton: ReactNode
  /** The sentence to show ("Your modules could not be loaded."), or what to show instead. */
  failure: string | ((error: Error) => ReactNode)
  /** Without a heading beside it, the failure becomes the heading of the screen. */
  isWholePage?: boolean
  children: ReactNode
}

/** Waits for its data and fails by itself. `clientLoader` starts the reads; `useSuspenseQuery` takes them below. */
export const Loaded = ({ skeleton, failure, isWholePage = false, children }: LoadedProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <FailureBoundary skeleton={skeleton} failure={failure} isWholePage={isWholePage} onRetry={reset}>
        <Part fallback={skeleton}>{children}</Part>
      </FailureBoundary>
    )}
  </QueryErrorResetBoundary>
)

interface FailureBoundaryProps extends Pick<LoadedProps, 'skeleton' | 'failure' | 'children'> {
  isWholePage: boolean
  onRetry: () => void
}

class FailureBoundary extends Component<FailureBoundaryProps, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { skeleton, failure, isWholePage, children } = this.props
    const { error } = this.state
    if (error === null) return children
    // The redirect to the sign-in is on its way.
    if (isSignedOut(error)) return skeleton
    if (typeof failure === 'function') return failure(error)
    return (
      <div role="alert" className="rounded-card border border-hairline bg-surface p-5 sm:p-6">
        <LoadFailure isWholePage={isWholePage} words={failure} onRetry={this.retry} />
      </div>
    )
  }
}

export function LoadFailure({ words, isWholePage = false, onRetry }: { words: string; isWholePage?: boolean; onRetry: () => void }) {
  const Words = isWholePage ? 'h1' : 'p'
  return (
    <div className="grid justify-items-start gap-3">
      <Words className="text-sm text-muted">{words}</Words>
      <Button variant="secondary" size="sm" onClick={onRetry} label="Try again" />
    </div>
  )
}
