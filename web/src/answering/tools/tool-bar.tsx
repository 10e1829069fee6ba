import { NOTE_MAX_LENGTH } from '@medicready/domain/questions/shown/review-rules'
import {
  AArrowDown,
  AArrowUp,
  Calculator,
  Check,
  CloudOff,
  FlaskConical,
  Highlighter,
  LoaderCircle,
  type LucideIcon,
  NotebookPen,
  Pill,
  Square,
  Volume2,
  Wrench,
  X,
} from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../../ui/button.tsx'
import { classList } from '../../ui/class-list.ts'
import { TextField } from '../../ui/field.tsx'
import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { lazyPart, Part } from '../../ui/part.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { createStore } from '../../ui/store.ts'
import type { Answering } from '../answer/answering.ts'
import { useKeysBeside } from '../answer/question-keys.ts'
import { CalculatorPanel } from './calculator-panel.tsx'
import { type NoteKeeper, type NoteOnScreen, useNote } from './notes.ts'
import {
  canSpeak,
  readsAloud,
  SpeechPanel,
  speak,
  spokenExplanation,
  spokenQuestion,
  stopSpeaking,
  useIsSpeaking,
} from './speech-panel.tsx'
import { announced, mark, marking, markSelected, useMarked } from './stem-text.tsx'
import { looksUp, type Tool, toolOfKey, tools } from './tool-keys.ts'

const KEY = 'questionTextSize'
const sizes = [90, 100, 115, 130, 150] as const
type Size = (typeof sizes)[number]

const kept = readKept(ofThisBrowser, KEY)
const size = createStore<Size>(sizes.find((known) => known === kept) ?? 100, 100)

const show = () => globalThis.document?.documentElement.style.setProperty('--question-zoom', String(size.read() / 100))
show()

const useTextSize = size.useValue

const nextSize = (from: Size, by: 1 | -1): Size | null => sizes[sizes.indexOf(from) + by] ?? null

function changeTextSize(by: 1 | -1): Size {
  const next = nextSize(size.read(), by)
  if (next === null) return size.read()
  size.set(next)
  keep(ofThisBrowser, KEY, next)
  show()
  return next
}

const LabValuesPanel = lazyPart(() => import('./lab-values-panel.tsx'))
const DrugSheetPanel = lazyPart(() => import('./drug-sheet-panel.tsx'))

type PanelTool = 'note' | 'calculator' | 'labs' | 'drugs' | 'speech'

const titles: Readonly<Record<PanelTool, string>> = {
  note: 'Note',
  calculator: 'Calculator',
  labs: 'Lab values',
  drugs: 'Drug sheet',
  speech: 'Read aloud',
}

export function ToolBar({ answering }: { answering: Answering }) {
  const { question, result, answer, keys, closedBook } = answering
  const [isOpen, setOpen] = useState(false)
  const [panel, setPanel] = useState<PanelTool | null>(null)
  const isMarking = marking.useValue() === question.id
  const marked = useMarked(question)
  const size = useTextSize()
  const speaking = useIsSpeaking()
  const note = useNote(question.id, !closedBook)
  const hasNote = note.useState().text.trim() !== ''
  const explained = result !== null && answer.isShown ? result : null
  const spoken = () => (explained ? spokenExplanation(explained) : spokenQuestion(question))
  const highlighter = useRef<HTMLButtonElement>(null)

  const isExplained = explained !== null
  const readNow = useEffectEvent(() => {
    if (readsAloud()) speak(spoken())
  })
  useEffect(() => {
    if (isExplained || result === null) readNow()
  }, [isExplained, result])
  useEffect(
    () => () => {
      stopSpeaking()
      marking.set(null)
      announced.set('')
    },
    [],
  )

  const toggleMarking = () => {
    if (!markSelected(question, marked)) marking.set(isMarking ? null : question.id)
  }
  const giveFocusBack = useEffectEvent(() => {
    // Focus returns to where highlighting began if its element is gone.
    if (document.activeElement === document.body) highlighter.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isMarking) return () => giveFocusBack()
  }, [isMarking])
  const open = (tool: PanelTool) => setPanel(panel === tool ? null : tool)
  const resize = (by: 1 | -1) => announced.set(`Text size ${changeTextSize(by)} percent`)
  const use = (tool: Tool) => {
    switch (tool) {
      case 'highlight':
        return toggleMarking()
      case 'larger':
        return resize(1)
      case 'smaller':
        return resize(-1)
      case 'speech':
        if (speaking) return stopSpeaking()
        return readsAloud() && canSpeak() ? speak(spoken()) : open('speech')
      default:
        return open(tool)
    }
  }
  useKeysBeside(keys.heard, (press) => {
    const tool = toolOfKey(press)
    if (tool === null || (closedBook && looksUp(tool))) return false
    use(tool)
    return true
  })

  const toolButton = (tool: Tool, label: string, icon: LucideIcon | undefined, rest: Partial<ComponentProps<typeof IconButton>> = {}) => {
    const key = tools.find((one) => one.tool === tool)?.key ?? ''
    return (
      <IconButton
        icon={icon}
        label={label}
        {...(keys.on && { tooltip: `${label} (${key})`, 'aria-keyshortcuts': key === '+' ? 'Plus' : key })}
        onClick={() => use(tool)}
        {...rest}
      />
    )
  }
  const pressed = (is: boolean) => ({ 'aria-pressed': is, className: is ? 'bg-brand-soft text-brand' : 'text-muted' })
  const opener = (is: boolean) => ({ 'aria-expanded': is, className: is ? 'bg-brand-soft text-brand' : 'text-muted' })

  return (
    <>
      <section aria-label="Tools" className="-mx-2 mb-3 border-b border-hairline pb-1">
        <Button
          icon={Wrench}
          variant="ghost"
          className="text-muted sm:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          label="Tools"
        />
        <div className={classList('flex-wrap sm:flex', isOpen ? 'flex' : 'hidden')}>
          {toolButton('highlight', 'Highlight', Highlighter, {
            ...pressed(isMarking),
            ref: highlighter,
            onMouseDown: keepSelection,
          })}
          {!closedBook &&
            toolButton('note', hasNote ? 'Note: you have one' : 'Note', undefined, {
              ...opener(panel === 'note'),
              children: <NoteIcon has={hasNote} />,
            })}
          {toolButton('calculator', 'Calculator', Calculator, opener(panel === 'calculator'))}
          {!closedBook && toolButton('labs', 'Lab values', FlaskConical, opener(panel === 'labs'))}
          {!closedBook && toolButton('drugs', 'Drug sheet', Pill, opener(panel === 'drugs'))}
          {speaking
            ? toolButton('speech', 'Stop reading', Square)
            : toolButton('speech', 'Read aloud', Volume2, opener(panel === 'speech'))}
          {toolButton('smaller', 'Smaller text', AArrowDown, sized(nextSize(size, -1) === null))}
          {toolButton('larger', 'Larger text', AArrowUp, sized(nextSize(size, 1) === null))}
        </div>
        {isMarking && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 pb-2 text-sm text-muted">
            <p>
              Press or drag over words to mark them. With the keyboard, use the arrow keys, Shift to select several, Enter to mark, and
              Escape to finish.
            </p>
            <Button size="sm" variant="secondary" onClick={toggleMarking} label="Done" />
            {marked.size > 0 && <Button size="sm" variant="ghost" onClick={() => mark(question, new Set())} label="Clear all marks" />}
          </div>
        )}
        <p role="status" className="sr-only">
          {announced.useValue()}
        </p>
      </section>
      {panel && (
        <ToolPanel key={panel} title={titles[panel]} onClose={() => setPanel(null)}>
          {panel === 'note' && <NotePanel keeper={note} />}
          {panel === 'calculator' && <CalculatorPanel />}
          {panel === 'speech' && (
            <SpeechPanel question={spokenQuestion(question)} explanation={explained && spokenExplanation(explained)} />
          )}
          <Part fallback={<SkeletonRows rows={4} className="mb-3 h-10" />}>
            {panel === 'labs' && <LabValuesPanel />}
            {panel === 'drugs' && <DrugSheetPanel />}
          </Part>
        </ToolPanel>
      )}
    </>
  )
}

/** A press on the button must not clear the selection it applies to. */
const keepSelection = (event: MouseEvent) => {
  if (!window.getSelection()?.isCollapsed) event.preventDefault()
}

const sized = (isLast: boolean) => ({ 'aria-disabled': isLast || undefined, className: isLast ? 'text-muted opacity-55' : 'text-muted' })

const NoteIcon = ({ has }: { has: boolean }) => (
  <span className="relative">
    <NotebookPen aria-hidden className="size-5" />
    {has && <span aria-hidden className="absolute -top-1 -right-1 size-2.5 rounded-pill border-2 border-surface bg-brand" />}
  </span>
)

/** A non-modal window; theme.css makes room for it on small screens. Escape closes it and returns focus. */
function ToolPanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    const first = panel.current?.querySelector<HTMLElement>('[data-tool-content] :is(input, textarea, button, [data-first])')
    ;(first ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // If the user moved focus away, it stays where it went.
      const left = document.activeElement
      if (left === null || left === document.body || panel.current?.contains(left) || !left.isConnected)
        (opener.current instanceof HTMLElement ? opener.current : null)?.focus({ preventScroll: true })
    }
  }, [])
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      data-tool-panel
      onKeyDown={hear}
      className="fixed inset-x-0 bottom-0 z-30 flex max-h-(--tool-panel-height) animate-enter flex-col rounded-t-card border border-hairline bg-surface shadow-overlay outline-none lg:inset-x-auto lg:top-20 lg:right-4 lg:bottom-4 lg:max-h-none lg:w-88 lg:rounded-card"
    >
      <div className="flex items-center justify-between gap-3 border-b border-hairline py-1 pr-1 pl-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <IconButton icon={X} label={`Close ${title}`} tooltip="Close" onClick={onClose} />
      </div>
      <div data-tool-content className="min-h-0 flex-1 overflow-y-auto p-4">
        {children}
      </div>
    </div>,
    document.getElementById('main') ?? document.body,
  )
}

function NotePanel({ keeper }: { keeper: NoteKeeper }) {
  const note = keeper.useState()
  const { text, saved, situation } = note
  return (
    <div className="grid gap-3">
      <TextField
        label="Your note"
        hint={`Only you can read it. ${(NOTE_MAX_LENGTH - text.length).toLocaleString('en-US')} characters left.`}
        rows={8}
        maxLength={NOTE_MAX_LENGTH}
        value={text}
        onChange={keeper.write}
      />
      <Standing {...note} />
      {situation === 'changedElsewhere' && (
        <div className="grid gap-3 rounded-control bg-warn-soft p-3">
          <p className="text-sm font-semibold">Another window has this note:</p>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{saved?.text ?? 'It was deleted there.'}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={keeper.keepOwn} label="Keep what I wrote" />
            <Button size="sm" variant="secondary" onClick={keeper.takeOther} label="Use the other note" />
          </div>
        </div>
      )}
      {text !== '' && situation !== 'changedElsewhere' && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => keeper.write('')} label="Delete the note" />
      )}
    </div>
  )
}

function Standing({ situation, reason, saved }: Pick<NoteOnScreen, 'situation' | 'reason' | 'saved'>) {
  const [Icon, words] = standings[situation]
  return (
    <div role="status" className="flex items-start gap-2 text-sm text-muted">
      {(situation !== 'saved' || saved?.text != null) && (
        <>
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{situation === 'failed' ? `${words} ${reason ?? ''}` : words}</span>
        </>
      )}
    </div>
  )
}

const standings = {
  loading: [LoaderCircle, 'Loading…'],
  saved: [Check, 'Saved'],
  saving: [LoaderCircle, 'Saving…'],
  failed: [CloudOff, 'Not saved yet. It is stored in this browser.'],
  changedElsewhere: [CloudOff, 'Not saved: this note was changed in another window or on another device.'],
} as const
