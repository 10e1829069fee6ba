import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BankQuestion } from '../../questions/content.ts'
import { nremtDomains } from '../../questions/terms.ts'
import { moduleNames } from '../modules.ts'
import { domainShares, moduleShares } from './exam-shares.ts'

const directory = new URL('../../questions/bank/', import.meta.url)
const bank = z.array(BankQuestion).parse(
  readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8'))),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('the shares of the domains, and those of the modules, make up the exam', () => {
  expect(sum(Object.values(domainShares))).toBeCloseTo(1, 10)
  expect(sum(Object.values(moduleShares))).toBeCloseTo(1, 10)
})

test.each(moduleNames)('%s has its share of each domain, as the questions of the bank are divided', (module) => {
  const share = sum(
    nremtDomains.map((domain) => {
      const onDomain = bank.filter(({ tags }) => tags.domain === domain)
      return (domainShares[domain] * onDomain.filter((question) => question.module === module).length) / onDomain.length
    }),
  )
  expect(Math.abs(moduleShares[module] - share)).toBeLessThan(0.01)
})
