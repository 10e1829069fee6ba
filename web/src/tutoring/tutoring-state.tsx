import type { RequestStatus, SessionState } from '@medicready/domain/tutoring/shown/rules'
import { classList } from '../ui/class-list.ts'

interface Look {
  readonly dot: string
  readonly words: string
}

const requestLooks: Readonly<Record<RequestStatus, Look>> = {
  pending: { dot: 'bg-under-way', words: 'Pending' },
  accepted: { dot: 'bg-brand', words: 'Accepted' },
  declined: { dot: 'bg-bad', words: 'Declined' },
  scheduled: { dot: 'bg-brand', words: 'Scheduled' },
  completed: { dot: 'bg-ok', words: 'Completed' },
  cancelled: { dot: 'bg-control', words: 'Cancelled' },
}

const sessionLooks: Readonly<Record<SessionState, Look>> = {
  scheduled: { dot: 'bg-brand', words: 'Scheduled' },
  completed: { dot: 'bg-ok', words: 'Completed' },
  missed: { dot: 'bg-bad', words: 'No-show' },
  cancelled: { dot: 'bg-control', words: 'Cancelled' },
}

export const requestStatusWord = (status: RequestStatus): string => requestLooks[status].words
export const sessionStateWord = (state: SessionState): string => sessionLooks[state].words

const State = ({ look: { dot, words } }: { look: Look }) => (
  <span className="inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap">
    <span aria-hidden className={classList('size-2.5 shrink-0 rounded-pill', dot)} />
    {words}
  </span>
)

/** Where a request for tutoring stands: a dot, and the same in a word. */
export const RequestState = ({ status }: { status: RequestStatus }) => <State look={requestLooks[status]} />

export const SessionStateShown = ({ state }: { state: SessionState }) => <State look={sessionLooks[state]} />
