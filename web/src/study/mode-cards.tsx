import { tiers } from '@medicready/domain/billing/tiers'
import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/modes'
import { Check, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { countOf } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'
import { type BegunMode, begunModes, modeTexts } from './study-modes.ts'

/** The modes to choose from, side by side. */
export function ModeCards({ preselected }: { preselected: BegunMode | null }) {
  const { begin, beginning } = useBeginSession()
  return (
    <ul className="grid items-stretch gap-4 sm:grid-cols-2">
      {begunModes.map((mode) => (
        <li key={mode} className="flex">
          <ModeCard mode={mode} isPreselected={mode === preselected} beginning={beginning} onStart={() => void begin({ mode })} />
        </li>
      ))}
    </ul>
  )
}

interface ModeCardProps {
  mode: BegunMode
  /** Whether the address asks for it. */
  isPreselected: boolean
  /** The mode whose session is on its way. */
  beginning: BegunMode | null
  onStart: () => void
}

/** A mode: what it is, what it is good for, and the way in; or the way to unlock it. */
function ModeCard({ mode, isPreselected, beginning, onStart }: ModeCardProps) {
  const { subscriptionTier } = useUser()
  const { name, requiredTier, secondsPerQuestion } = studyModeRules[mode]
  const { icon: Icon, description, features } = modeTexts[mode]
  const isOpen = includesTier(subscriptionTier, requiredTier)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isPreselected) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isPreselected])
  const title = `mode-${mode}`
  return (
    <Card aria-labelledby={title} className={classList('flex w-full flex-col gap-3', isPreselected && 'border-brand ring-1 ring-brand')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden className="size-6 shrink-0 text-brand" />
        <h2 id={title} ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
          {name}
        </h2>
        {isOpen ? (
          isPreselected && <Badge tone="brand">Chosen</Badge>
        ) : (
          <Badge tone="warn">
            <Lock aria-hidden className="size-3" />
            {tiers[requiredTier].label}
          </Badge>
        )}
      </div>
      <p>{description}</p>
      <ul className="grid gap-1.5 text-sm text-muted">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-3 border-t border-hairline pt-4">
        <p className="text-sm text-muted">
          {isOpen ? countOf(sessionQuestions(subscriptionTier), 'question') : lockedWords(mode)} ·{' '}
          {secondsPerQuestion === null ? 'No time limit' : `${secondsPerQuestion} seconds a question`}
        </p>
        {isOpen ? (
          <Button wide loading={beginning === mode} {...(beginning !== null && beginning !== mode && busyElsewhere)} onClick={onStart}>
            {beginning === mode ? 'LOADING...' : `Start ${name}`}
          </Button>
        ) : (
          <LinkButton wide variant="secondary" to={paths.subscription()} aria-label={`View plans to unlock ${name}`}>
            VIEW PLANS
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

const busyElsewhere = { disabledReason: 'Another session is being prepared.' }

/** With which plans a mode comes. */
export const lockedWords = (mode: BegunMode): string =>
  studyModeRules[mode].requiredTier === 'premium' ? 'Comes with Premium' : 'Comes with Basic and Premium'
