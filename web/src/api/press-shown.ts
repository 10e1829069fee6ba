/** Longer than a slow phone needs for a frame; where none is drawn after all, what waits goes on. */
const LONGEST_MS = 500

let shown: Promise<void> | null = null

/** Done once the browser has drawn what was pressed just now; null where that is so already. */
export const pressShown = (): Promise<void> | null => shown

/** In a window out of sight nothing is drawn, and nobody waits for it. */
function waitForFrame(): void {
  if (document.hidden) return
  shown ??= new Promise<void>((done) => {
    // The frame is drawn after its callbacks; the next one begins when it is on its way to the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
    setTimeout(done, LONGEST_MS)
  }).then(() => {
    shown = null
  })
}

if (typeof document !== 'undefined') for (const press of ['click', 'keydown']) document.addEventListener(press, waitForFrame, true)
