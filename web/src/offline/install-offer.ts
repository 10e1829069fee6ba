import { createStore } from '../ui/store.ts'

/** Chromium only; missing in the platform's types. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser makes the offer once, possibly early. */
export const installOffer = createStore<InstallOffer | null>(null)

window.addEventListener('beforeinstallprompt', (event) => {
  // Suppresses the browser's own bar: the product asks at its own time.
  event.preventDefault()
  installOffer.set(event as InstallOffer)
})
window.addEventListener('appinstalled', () => installOffer.set(null))
