import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rooms } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { LandingPage } from './landing-page.tsx'
import { priceWords } from './price-words.ts'
import { waitForVisitor } from './try-questions.ts'

const pricesQuery = readQuery([...rooms.billing, 'prices'], 'GET /api/prices')

/** Shown when the session turns out to be over. */
export function LandingInApp() {
  const { data: prices = null } = useQuery(pricesQuery)
  useEffect(waitForVisitor, [])
  return <LandingPage priceOf={(tier) => priceWords(prices, tier)} />
}
