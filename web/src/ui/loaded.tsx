import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

interface LoadedProps {
  /** Stands in the place of the children, in their size, while their data is on the way. */
  skeleton: ReactNode
  /** What could not be loaded: "Your modules could not be loaded." */
  failure: string
  children: ReactNode
}

/** One part of a screen with data of its own: it waits and fails by itself, and the rest of the screen stands. */
export const Loaded = ({ skeleton, failure, children }: LoadedProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <FailureBoundary failure={failure} onRetry={reset}>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </FailureBoundary>
    )}
  </QueryErrorResetBoundary>
)

interface FailureBoundaryProps {
  failure: string
  onRetry: () => void
  children: ReactNode
}

class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-hairline bg-surface p-5 sm:p-6">
        <p className="text-sm text-muted">{this.props.failure}</p>
        <Button variant="secondary" size="sm" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}
