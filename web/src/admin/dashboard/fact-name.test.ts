import { expect, it } from 'vitest'
import { factName } from './fact-name.ts'

it('writes the type of a fact as people read it', () => {
  expect(['InvoicePaid', 'AccountErased', 'FreePeriodGranted'].map(factName)).toEqual([
    'Invoice paid',
    'Account erased',
    'Free period granted',
  ])
})
