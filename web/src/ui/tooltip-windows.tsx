import * as Radix from 'radix-ui/tooltip'
import { type ComponentProps, useEffect, useEffectEvent, useImperativeHandle } from 'react'

export interface Tip {
  readonly id: string
  readonly element: HTMLElement
  readonly words: string
}

const OPEN_DELAY_MS = 700
/** Within this time after a tooltip closes, the next opens at once. */
const SKIP_DELAY_MS = 300

/** One provider for all, so that it can skip the delay between tooltips. */
export default function TooltipWindows({ tips }: { tips: readonly Tip[] }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {tips.map(({ id, element, words }) => (
        <Radix.Root key={id}>
          <Radix.Trigger asChild>
            <Standing element={element} />
          </Radix.Trigger>
          {/* Next to its button: elsewhere it would be outside of every landmark, and behind an open dialog. */}
          <Radix.Portal container={element.parentElement}>
            <Radix.Content
              sideOffset={8}
              collisionPadding={8}
              className="z-60 max-w-64 animate-fade rounded-control bg-ink px-3 py-2 text-left text-xs font-normal whitespace-normal text-bg shadow-overlay"
            >
              {words}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      ))}
    </Radix.Provider>
  )
}

interface StandingProps extends ComponentProps<typeof Radix.Trigger> {
  element: HTMLElement
}

/**
 * Uses an existing button as the trigger. Rendering it again inside Radix's own trigger would lose the focus and an
 * active press.
 */
function Standing({ element, ref, onPointerMove, onPointerLeave, onPointerDown, onFocus, onBlur, onClick }: StandingProps) {
  useImperativeHandle(ref, () => element as HTMLButtonElement, [element])
  const handlers = {
    pointermove: onPointerMove,
    pointerleave: onPointerLeave,
    pointerdown: onPointerDown,
    focus: onFocus,
    blur: onBlur,
    click: onClick,
  }
  const hear = useEffectEvent((event: Event) => {
    const handler = handlers[event.type as keyof typeof handlers] as ((event: Event) => void) | undefined
    handler?.(event)
  })
  useEffect(() => {
    const types = ['pointermove', 'pointerleave', 'pointerdown', 'focus', 'blur', 'click'] as const satisfies (keyof typeof handlers)[]
    const listener = (event: Event) => hear(event)
    for (const type of types) element.addEventListener(type, listener)
    // Replays what happened while this code was loading.
    if (element.matches(':hover')) listener(new PointerEvent('pointermove'))
    if (element.matches(':focus-visible')) listener(new FocusEvent('focus'))
    return () => {
      for (const type of types) element.removeEventListener(type, listener)
    }
  }, [element])
  return null
}
