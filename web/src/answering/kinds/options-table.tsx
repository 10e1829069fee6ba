import { type ReactNode, useId } from 'react'
import { classList } from '../../ui/class-list.ts'
import { pairId, targetOf } from '../answer-draft.ts'
import { placing } from '../item-answer.ts'
import { ChosenShare, OutcomeWords, StrikeButton } from './choice-label.tsx'
import { type KindProps, outcomeOfChoice, type PartOutcome } from './kind-props.ts'
import { Task } from './task.tsx'

/**
 * Three to six rows, in each of which one column is to be marked: a table with a group of radios in each row. Where
 * there is no room for columns, each row is a group of its own with the choices below each other.
 */
export default function OptionsTable({ item, draft, change, locked, outcome, chosenBy }: KindProps<'options_table'>) {
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

/** A radio of the table. It has the words of its column in it only where no column stands above it. */
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
