import { randomUUID } from 'node:crypto'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { appendFacts } from './given-questions.ts'
import { officeIn } from './office.ts'
import { operatorEnvironment } from './operator.ts'

const NAME = 'admin/reconciliations'

test('a read model with a broken table is parked with its reason, and continues once repaired and resumed', async ({ browser }) => {
  const sql = connectPostgres(operatorEnvironment().POSTGRES_URL, { name: 'e2e', max: 1 })
  const rename = async (from: string, to: string) => {
    const [table] = await sql<{ schema: string }[]>`
      SELECT nspname AS schema FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relname = 'reconciliations' AND relkind = 'r'`
    await sql`ALTER TABLE ${sql(table?.schema ?? '')}.reconciliations RENAME COLUMN ${sql(from)} TO ${sql(to)}`
  }
  const page = await officeIn(browser)
  const row = page.getByRole('row').filter({ hasText: NAME })
  const refreshedUntil = (word: string) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(row).toContainText(word, { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
  const startedAt = new Date().toISOString()
  const date = addDays(startedAt.slice(0, 10), -2)
  try {
    await rename('mended', 'mended_by_hand')
    const checked = { subscriptions: 0, invoices: 0, refunds: 0 }
    const data = { date, startedAt, checked, differences: 0, mended: 0, found: [] }
    // A new stream for each attempt, since nights can be processed again.
    await appendFacts([{ stream: `reconciliation-${date}-${randomUUID()}`, facts: [{ type: 'ReconciliationCompleted', data }] }])
    await page.goto('/status')
    await page.getByRole('link', { name: 'the System tab' }).click()
    // Live, without a press.
    await expect(page.getByRole('img', { name: /^Calls per second/ })).toBeVisible()
    await page.getByRole('button', { name: 'Show table of Calls per second' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Figures of Calls per second' }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('row', { name: /^read-api Ready \d/ })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(page.getByText(/UTC and paused/)).toBeVisible()
    await refreshedUntil('Parked')
    await expect(row).toContainText('"mended" of relation "reconciliations" does not exist')
    await expect(row).toContainText('At ReconciliationCompleted of reconciliation-')
    await expect(page.getByText('Anything parked is stopped until someone resumes it.')).toBeVisible()
    await page.getByRole('button', { name: /^Show all/ }).press('Enter')
    await expect(page.getByRole('row', { name: /^admin\/audit Read model Live/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Bounced: the mailbox rejected an email \d+ \d+$/ })).toBeVisible()
    await expectAccessible(page)
  } finally {
    await rename('mended_by_hand', 'mended')
    await sql.end()
  }
  await page.getByRole('button', { name: `Resume ${NAME}` }).press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The column has its name again.')
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByText('It continues')).toBeVisible()
  await refreshedUntil('Live')
  await expect(page.getByRole('button', { name: `Resume ${NAME}` })).toHaveCount(0)
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByLabel('Action, reason, or person').fill('has its name again')
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `Resumed ${NAME}` })
      .first(),
  ).toBeVisible()
})
