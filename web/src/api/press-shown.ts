/** Where no frame is drawn, as in a window out of sight, nobody waits for one. */
const LONGEST_MS = 100

let shown: Promise<void> | null = null

/** Done once the browser has drawn what was pressed just now; null where that is so already. */
export const pressShown = (): Promise<void> | null => shown

function waitForFrame(): void {
  shown ??= new Promise<void>((done) => {
    // The frame is drawn after its callbacks, and before what is due then.
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, LONGEST_MS)
  }).then(() => {
    shown = null
  })
}

if (typeof document !== 'undefined') for (const press of ['click', 'keydown']) document.addEventListener(press, waitForFrame, true)
