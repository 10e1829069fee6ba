import type { ComponentProps } from 'react'
import { Badge } from '../ui/badge.tsx'
import type { AdminColumn } from './admin-table.tsx'
import { decimalsOf, factName, moneyOf, numberOf, utcInstantOf } from './amounts.ts'
import { WhyNumber } from './why.tsx'
import type { Facts } from './why-part.ts'

/** In UTC. */
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

export const factColumn: AdminColumn<{ readonly type: string; readonly stream: string }> = {
  head: 'Fact',
  className: 'whitespace-nowrap text-muted',
  value: ({ type }) => type,
  cell: ({ type, stream }) => <span title={stream}>{factName(type)}</span>,
}

type Looks<State extends string> = Readonly<
  Record<State, { readonly word: string; readonly tone: NonNullable<ComponentProps<typeof Badge>['tone']> }>
>

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
  readonly of: (row: Row) => number | null
  /** `of` is in cents. */
  readonly isMoney?: boolean
  readonly words?: (row: Row) => string
  /** `term` names the number, `how` explains how it is computed from them. */
  readonly facts?: (row: Row) => Facts
  readonly term?: (row: Row) => string
  readonly how?: (row: Row) => string
}

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
