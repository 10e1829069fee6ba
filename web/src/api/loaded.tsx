import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Part } from '../ui/part.tsx'
import { isSignedOut } from './errors.ts'

interface LoadedProps {
  /** Stands in the place of the children, in their size, while their data is on the way. */
  skeleton: ReactNode
  /** What could not be loaded ("Your modules could not be loaded."), or what to show in place of these words. */
  failure: string | ((error: Error) => ReactNode)
  /** Whether no heading stands beside it: what could not be loaded is then the heading of the screen. */
  isWholePage?: boolean
  children: ReactNode
}

/**
 * One part of a screen with data of its own: it waits and fails by itself, and the rest of the screen stands. Every
 * page reads so: its `clientLoader` starts the reads, `useSuspenseQuery` takes them below a Loaded, and no component
 * deals with data that is not there.
 */
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
    // Their session has ended: the sign-in is on its way.
    if (isSignedOut(error)) return skeleton
    if (typeof failure === 'function') return failure(error)
    const Words = isWholePage ? 'h1' : 'p'
    return (
      <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-hairline bg-surface p-5 sm:p-6">
        <Words className="text-sm text-muted">{failure}</Words>
        <Button variant="secondary" size="sm" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}
