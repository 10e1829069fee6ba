import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import { Check, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { Field, Input } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/part.tsx'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { pairId, targetOf } from '../answer/answer-draft.ts'
import { inWords, placing, readFigure } from '../answer/item-answer.ts'
import { ChoiceRows, ChosenShare, OutcomeWords, StrikeButton } from './choice-rows.tsx'
import { type KindProps, outcomeOfChoice, type PartOutcome } from './kind-props.ts'
import { Task } from './task.tsx'

interface Size {
  readonly width: number
  readonly height: number
}
interface Point {
  readonly x: number
  readonly y: number
}

/** How far from the middle of a spot a press still counts, in CSS pixels. */
const REACH = 48

/** The nearest spot within reach. Spots are in percent of the picture; the press and the size are in pixels. */
export function nearestSpot<Spot extends Point>(spots: readonly Spot[], press: Point, { width, height }: Size): Spot | null {
  const distance = ({ x, y }: Spot) => Math.hypot((x / 100) * width - press.x, (y / 100) * height - press.y)
  const [nearest] = spots.toSorted((one, other) => distance(one) - distance(other))
  return nearest && distance(nearest) <= REACH ? nearest : null
}

const BuildList = lazyPart(() => import('./build-list.tsx'))
const DragDrop = lazyPart(() => import('./drag-drop.tsx'))

type FurtherItem = Exclude<AskedItem, { kind: 'multiple_choice' }>

export default function FurtherKinds({ item, ...rest }: Omit<KindProps<FurtherItem['kind']>, 'item'> & { item: FurtherItem }): ReactNode {
  switch (item.kind) {
    case 'multiple_response':
      return <MultipleResponse item={item} {...rest} />
    case 'build_list':
      return <BuildList item={item} {...rest} />
    case 'drag_drop':
      return <DragDrop item={item} {...rest} />
    case 'options_table':
      return <OptionsTable item={item} {...rest} />
    case 'hot_spot':
      return <HotSpot item={item} {...rest} />
    case 'fill_in_blank':
      return <FillInBlank item={item} {...rest} />
  }
}

/** An error is only shown once the field is left. */
function FillInBlank({ item: { unit }, draft, change, locked, outcome, chosenBy }: KindProps<'fill_in_blank'>) {
  const unitId = useId()
  const [left, setLeft] = useState(false)
  if (outcome)
    return <Given typed={draft.typed} unit={unit} isCorrect={outcome.isCorrect} chosenBy={chosenBy?.get(`${draft.typed} ${unit}`)} />
  const figure = left && draft.typed.trim() !== '' ? readFigure(draft.typed) : null
  return (
    <Field label="Your answer" hint="A number, such as 5, 0.5, or 1,000" error={figure && 'fault' in figure ? figure.fault : undefined}>
      {(control) => (
        <span className="flex items-center gap-3">
          <Input
            {...control}
            data-blank
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={classList(unitId, control['aria-describedby'])}
            value={draft.typed}
            readOnly={locked}
            onChange={({ target }) => change({ type: 'write', text: target.value })}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
            className="max-w-48 text-right text-lg tabular-nums"
          />
          <span id={unitId} className="text-lg font-medium">
            {unit}
          </span>
        </span>
      )}
    </Field>
  )
}

interface GivenProps {
  typed: string
  unit: string
  isCorrect: boolean
  chosenBy: number | undefined
}

const Given = ({ typed, unit, isCorrect, chosenBy }: GivenProps) => (
  <p
    className={classList(
      'flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control border px-3 py-2',
      isCorrect ? 'border-ok bg-ok-soft' : 'border-bad bg-bad-soft',
    )}
  >
    <span className="flex-1 text-lg font-medium tabular-nums">{typed === '' ? 'None in time' : `${typed} ${unit}`}</span>
    <OutcomeWords outcome={isCorrect ? { tone: 'ok', words: 'Your answer, correct' } : { tone: 'bad', words: 'Your answer' }} />
    {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
  </p>
)

const HotSpot = ({ item, ...rest }: KindProps<'hot_spot'>) => (
  <ChoiceRows
    {...rest}
    type="radio"
    legend={<span className="font-semibold">Choose one place, here or in the picture</span>}
    choices={item.spots}
  />
)

const markerTones = {
  ok: 'border-ok bg-ok-soft text-ok',
  bad: 'border-bad bg-bad-soft text-bad',
  none: 'border-brand bg-brand text-on-brand',
}

/** For pointing only: the list beside the picture serves keyboard and screen readers. */
export function HotSpotMarkers({ item, draft, change, locked, outcome }: KindProps<'hot_spot'>) {
  const { spots } = item
  const choose = (event: MouseEvent<HTMLElement>) => {
    if (locked) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const spot = nearestSpot(spots, { x: event.clientX - left, y: event.clientY - top }, { width, height })
    if (spot) change({ type: 'choose', id: spot.id, insteadOf: spots.map(({ id }) => id) })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      disabled={locked}
      // Focus stays where it is: there is nothing to read out at the picture.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      className="absolute inset-0 size-full touch-manipulation"
    >
      {spots.map(({ id, x, y }, index) => {
        const said = outcome && outcomeOfChoice(id, draft, outcome)
        const chosen = draft.chosen.includes(id)
        return (
          <span
            key={id}
            style={{ left: `${x}%`, top: `${y}%` }}
            className={classList(
              'absolute grid size-6 -translate-1/2 place-items-center rounded-pill border-2 text-xs font-semibold transition-colors sm:size-7 sm:text-sm',
              said ? markerTones[said.tone] : chosen ? markerTones.none : 'border-brand bg-surface text-brand',
              draft.struck.includes(id) && 'line-through opacity-50',
            )}
          >
            {said?.tone === 'ok' ? <Check className="size-4" /> : said?.tone === 'bad' ? <X className="size-4" /> : rowLetter(index)}
          </span>
        )
      })}
    </button>
  )
}

function MultipleResponse({ item, ...rest }: KindProps<'multiple_response'>) {
  const { chosen } = rest.draft
  const tooMany = chosen.length - item.choose
  return (
    <ChoiceRows
      {...rest}
      type="checkbox"
      legend={
        <Task
          progress={
            rest.outcome ? null : `${chosen.length} of ${item.choose} selected${tooMany > 0 ? `: take ${inWords(tooMany)} back` : ''}`
          }
          isOver={tooMany > 0}
        >
          Select {inWords(item.choose)}
        </Task>
      }
      choices={item.options}
    />
  )
}

/** Where columns do not fit, each row is a group with its choices below each other. */
function OptionsTable({ item, draft, change, locked, outcome, chosenBy }: KindProps<'options_table'>) {
  const { rows, columns } = item
  const id = useId()
  const marked = rows.filter((row) => targetOf(draft.chosen, row.id) !== undefined).length
  return (
    <fieldset disabled={locked} className="min-w-0">
      <legend className="mb-3 w-full">
        <Task progress={outcome ? null : `${marked} of ${rows.length} rows answered`}>Choose one answer in every row</Task>
      </legend>
      <table className="grid w-full border-collapse text-left sm:table">
        <thead className="max-sm:sr-only">
          <tr>
            <td />
            {columns.map((column) => (
              <th
                key={column.id}
                id={`${id}${column.id}`}
                scope="col"
                className={classList('pb-2 pl-1 text-center align-bottom text-sm font-semibold', outcome ? 'pr-1' : 'pr-13')}
              >
                {column.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:grid max-sm:gap-5">
          {rows.map((row) => (
            <tr key={row.id} className="max-sm:grid max-sm:gap-2 sm:border-t sm:border-hairline">
              <th id={`${id}${row.id}`} scope="row" className="font-medium sm:py-2 sm:pr-3">
                {row.text}
              </th>
              {columns.map((column) => {
                const cell = pairId(row.id, column.id)
                const struck = draft.struck.includes(cell)
                return (
                  <td key={column.id} className="sm:px-1 sm:py-2 sm:align-middle">
                    <Cell
                      name={`${id}${row.id}`}
                      value={cell}
                      labelledBy={`${id}${row.id} ${id}${column.id}`}
                      column={column.text}
                      checked={draft.chosen.includes(cell)}
                      struck={struck}
                      locked={locked}
                      outcome={outcome && outcomeOfChoice(cell, draft, outcome)}
                      chosenBy={chosenBy?.get(`${row.text}: ${column.text}`)}
                      onChange={() => change(placing(columns, row.id, column.id))}
                      strikeButton={
                        !outcome && (
                          <StrikeButton
                            name={`“${column.text}” for “${row.text}”`}
                            struck={struck}
                            disabled={locked}
                            onPress={() => change({ type: 'strike', id: cell })}
                          />
                        )
                      }
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

interface CellProps {
  name: string
  value: string
  labelledBy: string
  column: string
  checked: boolean
  struck: boolean
  locked: boolean
  outcome: PartOutcome | null
  chosenBy: number | undefined
  onChange: () => void
  strikeButton: ReactNode
}

const cellTones = {
  none: 'border-control bg-surface has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand',
  ok: 'border-ok bg-ok-soft ring-1 ring-ok',
  bad: 'border-bad bg-bad-soft ring-1 ring-bad',
}

/** Contains the words of its column only where no column head is shown. */
const Cell = ({ name, value, labelledBy, column, checked, struck, locked, outcome, chosenBy, onChange, strikeButton }: CellProps) => (
  <span className="flex items-stretch gap-1 sm:justify-center">
    <label
      className={classList(
        'relative flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border px-3 py-2 transition-colors sm:flex-col sm:justify-center sm:text-center',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        locked ? 'cursor-default' : 'cursor-pointer hover:bg-sunken',
        cellTones[outcome?.tone ?? 'none'],
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-labelledby={labelledBy}
        checked={checked}
        onChange={onChange}
        className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
      <span
        aria-hidden
        className={classList(
          'size-5 shrink-0 rounded-pill border-2 border-control bg-surface peer-checked:border-6 peer-checked:border-brand',
          struck && 'opacity-40',
        )}
      />
      <span className={classList('min-w-0 flex-1 sm:hidden', struck && 'text-muted line-through')}>{column}</span>
      {outcome && <OutcomeWords outcome={outcome} />}
      {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
    </label>
    {strikeButton}
  </span>
)
