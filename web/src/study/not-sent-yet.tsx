import { ArrowRight, Clock, Lock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** Words of a session some of whose answers wait to be sent. Who needs them has no connection to load them with. */

/** In the place of a part of a case that opens with an answer that waits to be sent. */
export const ClosedUntilSent = ({ onNext }: { onNext: () => void }) => (
  <Notice
    title="This part is still closed"
    icon={Lock}
    action={
      <Button className="mt-2" onClick={onNext}>
        Next Question
        <ArrowRight aria-hidden className="size-4" />
      </Button>
    }
  >
    It opens when your answer to the part before it has been sent.
  </Notice>
)

/** After the last question, while answers to some wait to be sent. What the session came to follows by itself. */
export const WaitingEnd = () => (
  <Notice
    title="Kept, will be marked when you are back"
    icon={Clock}
    action={
      <LinkButton to={paths.home()} className="mt-2">
        Back to Dashboard
      </LinkButton>
    }
  >
    Your answers count on the day on which you gave them. They are sent by themselves as soon as there is a connection.
  </Notice>
)

interface NoticeProps {
  title: string
  icon: LucideIcon
  action: ReactNode
  children: ReactNode
}

function Notice({ title, icon: Icon, action, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="mx-auto grid w-full max-w-2xl justify-items-center gap-3 py-8 text-center">
      <span className="grid size-12 place-items-center rounded-pill bg-sunken text-muted">
        <Icon aria-hidden className="size-6" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="max-w-md text-sm text-muted">{children}</p>
      {action}
    </Card>
  )
}
