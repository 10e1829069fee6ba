import { withDailyQuestions } from './daily-questions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

test('the plans: what somebody has, what there is, and that paid ones open soon', async ({ page, student }) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'VIEW PLANS' }).click()
  await expect(page).toHaveURL('/subscription')
  await expect(page.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible()
  await expect(page.getByText('1 question left today, of 1')).toBeVisible()
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

  await expect(card('Free').getByRole('button', { name: 'Current Plan' })).toHaveAttribute('aria-disabled', 'true')
  await expect(card('Free').getByRole('button')).toHaveAccessibleDescription("You're already on the free plan.")
  await page.getByText('What counts toward the daily limit?').press('Enter')
  await expect(page.getByText('Each question that is given to you counts once')).toBeVisible()
  await expectAccessible(page)
  await card('Basic').getByRole('button', { name: 'Upgrade to Basic' }).press('Enter')
  await expect(page.getByText('Paid plans open soon. Nothing was charged, and your plan stays as it is.')).toBeVisible()

  await grantTier(page, student, 'basic')
  await withDailyQuestions(page)
  await page.goto('/')
  await page.getByRole('button', { name: /Ana Ortiz/ }).click()
  await page.getByRole('menuitem', { name: 'Subscription' }).click()
  await expect(page.getByText('No questions left today')).toBeVisible()
  await expect(card('Basic').getByRole('button', { name: 'Current Plan' })).toHaveAttribute('aria-disabled', 'true')
  await expect(card('Free').getByRole('button', { name: 'Change to Free' })).toBeVisible()
})
