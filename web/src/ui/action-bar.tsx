import type { ReactNode } from 'react'

interface ActionBarProps {
  /** Stands above the buttons, so that it is in sight wherever the screen is scrolled to. */
  notice?: ReactNode
  children: ReactNode
}

/**
 * The buttons of a question. They stay at the bottom of the window while the screen is longer than that; not in a low window, as under a
 * strong zoom, where they would cover what there is to read.
 */
export const ActionBar = ({ notice, children }: ActionBarProps) => (
  <div
    data-action-bar
    className="bottom-0 z-20 -mx-4 grid gap-3 border-t border-hairline bg-bg px-4 py-3 sm:mx-0 sm:px-0 [@media(min-height:30rem)]:sticky"
  >
    {notice}
    <div className="flex flex-wrap items-center justify-between gap-3">{children}</div>
  </div>
)
