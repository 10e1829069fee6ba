import { createStore } from '../ui/store.ts'

/** The browser's offer to install the app. Chromium's browsers make one; the types of the platform do not know it. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The offer that has come and was not taken yet. It comes once, and may come early. */
export const installOffer = createStore<InstallOffer | null>(null)

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser's own bar stays away: the product asks at its own time.
  event.preventDefault()
  installOffer.set(event as InstallOffer)
})
window.addEventListener('appinstalled', () => installOffer.set(null))
