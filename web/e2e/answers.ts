import type { AskedItem } from '@medicready/domain/questions/content/item'
import type { Page } from '@playwright/test'

export async function chooseAnswer(page: Page, item: AskedItem): Promise<void> {
  switch (item.kind) {
    case 'multiple_choice':
    case 'hot_spot':
      return page.getByRole('radio').first().check()
    case 'multiple_response':
      for (let index = 0; index < item.choose; index += 1) await page.getByRole('checkbox').nth(index).check()
      return
    case 'build_list':
      for (const { text } of item.steps)
        await page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: text, exact: true }).click()
      return
    case 'drag_drop':
      for (const { text } of item.things) {
        await page.getByRole('button', { name: text, exact: true }).click()
        await page
          .getByRole('button', { name: /^Put here/ })
          .first()
          .click()
      }
      return
    case 'options_table':
      for (const { text } of item.rows) await page.getByRole('row', { name: text }).getByRole('radio').first().check()
      return
    case 'fill_in_blank':
      return page.getByLabel('Your answer').fill('1')
  }
}
