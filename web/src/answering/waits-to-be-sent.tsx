import { Banner } from '../ui/banner.tsx'

/** Below a question: whether its answer was given without a connection, in a place that is read out. */
export const WaitsToBeSent = ({ isWaiting }: { isWaiting: boolean }) => (
  <div role="status" className="empty:hidden">
    {isWaiting && <Banner title="Kept, will be marked when you are back.">Your answer stays in this browser until it can be sent.</Banner>}
  </div>
)
