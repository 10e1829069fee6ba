// Runs in each page before its own code, behind the web-vitals library: keeps what every interaction took.
;(() => {
  const MOST_SHOWN = 40
  const interactions = new Map()
  const names = new Map()
  const frames = []
  let inp = 0

  const nameOf = (target) => {
    const part = target instanceof Element ? (target.closest('button, a, label, summary, input, select, textarea, [role]') ?? target) : null
    const words = part?.getAttribute('aria-label') || part?.textContent || part?.id || part?.tagName || ''
    return words.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_SHOWN)
  }
  // By the time at which the browser tells of an interaction, its target may be gone.
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'])
    addEventListener(
      type,
      (event) => names.set(event.timeStamp, `${[event.key, nameOf(event.target)].filter(Boolean).join(' on ')} at ${location.pathname}`),
      true,
    )

  const observe = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe(
    'event',
    (entry) => {
      if (entry.interactionId && !(interactions.get(entry.interactionId)?.duration >= entry.duration))
        interactions.set(entry.interactionId, entry)
    },
    { durationThreshold: 16 },
  )
  observe('long-animation-frame', (frame) => frames.push(frame))
  webVitals.onINP(({ value }) => (inp = value), { reportAllChanges: true, durationThreshold: 16 })

  const meanwhile = ({ startTime, duration }) =>
    frames.filter((frame) => frame.startTime < startTime + duration && frame.startTime + frame.duration > startTime)
  const told = (entry) => ({
    what: `${entry.name} ${names.get(entry.startTime) ?? ''}`,
    duration: entry.duration,
    delay: entry.processingStart - entry.startTime,
    processing: entry.processingEnd - entry.processingStart,
    presentation: entry.startTime + entry.duration - entry.processingEnd,
    scripts: meanwhile(entry).flatMap((frame) => [
      ...frame.scripts.map((script) => ({
        words: `${script.invoker} ${script.sourceURL.split('/').at(-1)}:${script.sourceCharPosition}`,
        duration: script.duration,
      })),
      { words: 'style and layout', duration: frame.styleAndLayoutStart ? frame.startTime + frame.duration - frame.styleAndLayoutStart : 0 },
    ]),
  })
  window.interactions = () => ({ inp, count: performance.interactionCount, all: [...interactions.values()].map(told) })
})()
