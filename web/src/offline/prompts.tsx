import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { Bell, Download, type LucideIcon, RefreshCw, Share, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, IconButton } from '../ui/button.tsx'
import { choosePrompt, INSTALL_AFTER_MS, REMIND_AFTER_MS, usePutOff } from './choose-prompt.ts'
import { canShowNotifications, enablePush } from './enable-push.ts'
import { installOffer } from './install-offer.ts'
import { isPlaceOfWork, offeredUpdate } from './updates.ts'

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches
/** Only Safari on iOS has this: there the user adds the app to the home screen, and no offer ever comes. */
const isBesideHomeScreen = () => (navigator as { standalone?: boolean }).standalone === false

/** Lasts until the next page load, across screens. */
let wasAskedToInstall = false

function useSinceLoad(): number {
  const [sinceLoadMs, setSinceLoad] = useState(() => performance.now())
  useEffect(() => {
    const timers = [INSTALL_AFTER_MS, REMIND_AFTER_MS]
      .filter((moment) => moment > performance.now())
      .map((moment) => setTimeout(() => setSinceLoad(moment), moment - performance.now()))
    // Time has passed since the first render.
    setSinceLoad(performance.now())
    return () => timers.forEach(clearTimeout)
  }, [])
  return sinceLoadMs
}

export default function Prompts() {
  const sinceLoadMs = useSinceLoad()
  const { pathname } = useLocation()
  const update = offeredUpdate.useValue()
  const offer = installOffer.useValue()
  const [notNow, setNotNow] = useState(false)
  const install = usePutOff('install')
  const remind = usePutOff('remind')
  const [isAsking, setIsAsking] = useState(false)

  const takeOffer = async () => {
    if (!offer) return
    installOffer.set(null)
    setIsAsking(true)
    try {
      const { outcome } = await offer.prompt()
      if (outcome === 'dismissed') install.putOff('closed')
    } catch (error) {
      console.error('The app was not installed', error)
    }
    setIsAsking(false)
  }

  /** If the browser's dialog is never answered, asks again after a while. */
  const turnOnReminders = async () => {
    remind.putOff('closed')
    await enablePush()
  }

  const prompt = choosePrompt({
    sinceLoadMs,
    isAtWork: isPlaceOfWork(pathname),
    hasUpdate: update !== null && !notNow,
    install: isAsking ? 'asking' : isInstalled() ? 'no' : offer ? 'offered' : isBesideHomeScreen() ? 'byHand' : 'no',
    mayAskToInstall: install.mayAsk,
    permission: canShowNotifications() ? Notification.permission : 'unknown',
    mayAskToRemind: remind.mayAsk,
    wasAskedToInstall,
  })
  const asksToInstall = isAsking || prompt === 'install' || prompt === 'installByHand'
  useEffect(() => {
    if (asksToInstall && sinceLoadMs >= REMIND_AFTER_MS) wasAskedToInstall = true
  }, [asksToInstall, sinceLoadMs])
  return (
    <div aria-live="polite" className="pointer-events-none sticky bottom-0 z-30 mx-auto w-full max-w-6xl print:hidden">
      {cardOf()}
    </div>
  )

  function cardOf() {
    switch (prompt) {
      case 'update':
        return (
          <PromptCard
            icon={RefreshCw}
            title="A new version is ready"
            action={{ label: 'Update now', onSelect: () => void update?.() }}
            onClose={() => setNotNow(true)}
          >
            It installs automatically when you are not busy.
          </PromptCard>
        )
      case 'install':
        return (
          <PromptCard
            icon={Download}
            title={`Install ${PRODUCT_NAME}`}
            action={{ label: 'Install', onSelect: () => void takeOffer() }}
            onLater={() => install.putOff('later')}
            onClose={() => install.putOff('closed')}
          >
            It opens like any other app and works offline.
          </PromptCard>
        )
      case 'installByHand':
        return (
          <PromptCard
            icon={Share}
            title={`Install ${PRODUCT_NAME}`}
            onLater={() => install.putOff('later')}
            onClose={() => install.putOff('closed')}
          >
            Press Share in Safari, then Add to Home Screen.
          </PromptCard>
        )
      case 'remind':
        return (
          <PromptCard
            icon={Bell}
            title="Turn on study reminders"
            action={{ label: 'Turn on', onSelect: () => void turnOnReminders() }}
            onLater={() => remind.putOff('later')}
            onClose={() => remind.putOff('closed')}
          >
            This device reminds you when there is something to study. Choose what and when under Reminders.
          </PromptCard>
        )
      default:
        return null
    }
  }
}

interface PromptCardProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: { label: string; onSelect: () => void }
  onLater?: () => void
  onClose: () => void
}

/** Takes no focus and covers nothing: theme.css leaves room for it where the page scrolls. */
const PromptCard = ({ icon: Icon, title, children, action, onLater, onClose }: PromptCardProps) => (
  <section aria-label={title} data-prompt className="flex animate-fade justify-end px-4 pb-4 sm:px-6">
    <div className="pointer-events-auto flex w-full max-w-md flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-hairline bg-surface p-4 shadow-overlay dark:border-control">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <div className="grid gap-0.5">
          <p className="text-sm font-semibold">{title}</p>
          <p className="text-sm text-muted">{children}</p>
        </div>
      </div>
      <div className="flex grow items-center justify-end gap-2">
        {action && <Button size="sm" onClick={action.onSelect} label={action.label} />}
        {onLater && <Button size="sm" variant="ghost" onClick={onLater} label="Later" />}
        <IconButton icon={X} small label="Close" onClick={onClose} className="-my-2 -mr-2 text-muted hover:text-ink" />
      </div>
    </div>
  </section>
)
