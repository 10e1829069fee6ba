import { useEffect, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

export type AnswerDelivery =
  | { state: 'unsent' }
  | { state: 'sending' }
  | { state: 'failed'; title: string; description: string; canSendAgain: boolean; keepsChoice: boolean }

const SLOW_AFTER_MS = 6000

/** The choice is kept, and sending it again counts once. */
export const UnsentAnswer = ({ delivery, onSendAgain }: { delivery: AnswerDelivery; onSendAgain: () => void }) => (
  <div aria-live="polite" className="empty:hidden">
    {delivery.state === 'sending' && <SlowSending onSendAgain={onSendAgain} />}
    {delivery.state === 'failed' && (
      <Banner tone="bad" title={delivery.title} action={delivery.canSendAgain && <SendAgain onPress={onSendAgain} />}>
        {delivery.description}
        {delivery.canSendAgain && delivery.keepsChoice && ' Your choice is saved.'}
      </Banner>
    )}
  </div>
)

function SlowSending({ onSendAgain }: { onSendAgain: () => void }) {
  const [waitedFor, setWaitedFor] = useState(0)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS * (waitedFor + 1))
    return () => clearTimeout(timer)
  }, [waitedFor])
  if (!slow) return null
  const sendAgain = () => {
    setSlow(false)
    setWaitedFor(waitedFor + 1)
    onSendAgain()
  }
  return (
    <Banner tone="warn" title="This is taking longer than usual." action={<SendAgain onPress={sendAgain} />}>
      Your choice is saved.
    </Banner>
  )
}

const SendAgain = ({ onPress }: { onPress: () => void }) => <Button variant="secondary" size="sm" onClick={onPress} label="Send again" />

export const WaitsToBeSent = ({ isWaiting }: { isWaiting: boolean }) => (
  <div role="status" className="empty:hidden">
    {isWaiting && (
      <Banner title="Saved. It will be marked when you are back online.">
        Your answer is stored in this browser until it can be sent.
      </Banner>
    )}
  </div>
)
