import { type PointerEvent, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { lazyPart, Part } from './part.tsx'
import { createStore } from './store.ts'
import type { Tip } from './tooltip-windows.tsx'

const tips = createStore<readonly Tip[]>([])

const TooltipWindows = lazyPart(() => import('./tooltip-windows.tsx'))

/**
 * Spread the result on an icon button, a disabled button, or a truncated link. The text must repeat what its label or
 * description says to screen readers.
 */
export function useTooltip(words: string | undefined) {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element || words === undefined) return
    const tip = { id, element, words }
    tips.set([...tips.read(), tip])
    return () => tips.set(tips.read().filter((other) => other !== tip))
  }, [id, element, words])
  return {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch') setElement(currentTarget)
    },
    onFocus: ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setElement(currentTarget)
    },
  }
}

/** Once, at the root of the app. Its code is loaded when the first tooltip is wanted. */
export function Tooltips() {
  const wanted = tips.useValue()
  return <Part>{wanted.length > 0 && <TooltipWindows tips={wanted} />}</Part>
}
