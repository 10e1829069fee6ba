import type { ComponentProps } from 'react'
import { Badge } from '../ui/badge.tsx'
import type { AdminColumn } from './admin-table.tsx'
import { decimalsOf, moneyOf, numberOf, utcInstantOf } from './amounts.ts'
import { WhyNumber } from './why.tsx'
import type { Facts } from './why-part.ts'

/** A moment, in UTC. */
export const momentColumn = <Row, Sort extends string = never>(
  head: string,
  of: (row: Row) => string | null,
  otherwise = '–',
): AdminColumn<Row, Sort> => ({
  head,
  className: 'whitespace-nowrap tabular-nums',
  value: of,
  cell: (row) => {
    const at = of(row)
    return <span className="font-normal">{at === null ? otherwise : utcInstantOf(at)}</span>
  },
})

type Looks<State extends string> = Readonly<
  Record<State, { readonly word: string; readonly tone: NonNullable<ComponentProps<typeof Badge>['tone']> }>
>

/** A state as a badge. The file has its name. */
export const stateColumn = <Row, State extends string>(head: string, of: (row: Row) => State, looks: Looks<State>): AdminColumn<Row> => ({
  head,
  className: 'whitespace-nowrap',
  value: of,
  cell: (row) => {
    const { word, tone } = looks[of(row)]
    return <Badge tone={tone}>{word}</Badge>
  },
})

interface NumberColumn<Row> {
  readonly head: string
  /** Null shows a dash. */
  readonly of: (row: Row) => number | null
  /** Whether `of` gives whole cents. */
  readonly isMoney?: boolean
  /** How it is written, where that is not plainly as a number or as money. */
  readonly words?: (row: Row) => string
  /** The facts that a press on it shows; `term` names the number, `how` says how it comes from them. */
  readonly facts?: (row: Row) => Facts
  readonly term?: (row: Row) => string
  readonly how?: (row: Row) => string
}

/** A number, with the way to its facts. */
export const numberColumn = <Row,>({ head, of, isMoney = false, words, facts, term, how }: NumberColumn<Row>): AdminColumn<Row> => ({
  head,
  isNumber: true,
  value: (row) => {
    const number = of(row)
    return number !== null && isMoney ? decimalsOf(number) : number
  },
  cell: (row) => {
    const number = of(row)
    if (number === null) return '–'
    const written = words ? words(row) : isMoney ? moneyOf(number) : numberOf(number)
    return facts ? (
      <WhyNumber term={term?.(row) ?? head} facts={facts(row)} how={how?.(row)}>
        {written}
      </WhyNumber>
    ) : (
      written
    )
  },
})
