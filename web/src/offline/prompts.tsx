import { PRODUCT_NAME } from '@medicready/domain/product'
import { Bell, Download, RefreshCw, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { canShowNotifications, enablePush } from '../reminders/enable-push.ts'
import { choosePrompt, INSTALL_AFTER_MS, REMIND_AFTER_MS } from './choose-prompt.ts'
import { installOffer } from './install-offer.ts'
import { PromptCard } from './prompt-card.tsx'
import { usePutOff } from './put-off.ts'
import { isPlaceOfWork } from './update-moment.ts'
import { offeredUpdate } from './updates.ts'

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches
/** Safari on iOS alone has this: there the person adds the app to the home screen, and no offer ever comes. */
const isBesideHomeScreen = () => (navigator as { standalone?: boolean }).standalone === false

/** Holds until the page is loaded anew, whatever screens come and go. */
let wasAskedToInstall = false

/** How long ago the page was loaded, as far as it matters here. */
function useSinceLoad(): number {
  const [sinceLoadMs, setSinceLoad] = useState(() => performance.now())
  useEffect(() => {
    const timers = [INSTALL_AFTER_MS, REMIND_AFTER_MS]
      .filter((moment) => moment > performance.now())
      .map((moment) => setTimeout(() => setSinceLoad(moment), moment - performance.now()))
    // Time has passed since this was first drawn.
    setSinceLoad(performance.now())
    return () => timers.forEach(clearTimeout)
  }, [])
  return sinceLoadMs
}

/** What the app asks of those who are signed in: to load its newer version, to install it, to be reminded by it. */
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

  /** Should the browser be left without an answer, it is asked again after a while. */
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
            It comes by itself when you are not in the middle of something.
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
            It opens like any other app, and starts without a connection.
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
            This device tells you when there is something to study. What, and when, you choose under Reminders.
          </PromptCard>
        )
      default:
        return null
    }
  }
}
