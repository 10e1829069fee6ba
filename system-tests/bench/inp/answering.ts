import type { AskedItem } from '@medicready/domain/questions/item'
import type { Hands } from './hands.ts'

const LETTERS = [...'abcdefgh']

export async function answer(hands: Hands, turn: number): Promise<AskedItem['kind']> {
  const item = await hands.itemOnScreen()
  await (turn % 2 === 0 ? byTaps : byKeys)(hands, item)
  return item.kind
}

async function byTaps(hands: Hands, item: AskedItem): Promise<void> {
  const question = hands.page.getByRole('article', { name: 'Question' })
  const strikeOut = question.getByRole('button', { name: /^Strike out/ })
  switch (item.kind) {
    case 'multiple_choice':
      await hands.tap(strikeOut.last())
      await hands.tap(question.getByRole('radio').first())
      return hands.tap(question.getByRole('radio').nth(1))
    case 'hot_spot':
      return hands.tap(question.getByRole('radio'))
    case 'multiple_response':
      await hands.tap(strikeOut.last())
      return hands.tapSome(question.getByRole('checkbox'), item.choose)
    case 'build_list':
      for (const { text } of item.steps)
        await hands.tap(question.getByRole('region', { name: 'Steps' }).getByRole('button', { name: text, exact: true }))
      return
    case 'drag_drop':
      for (const { text } of item.things) {
        await hands.tap(question.getByRole('button', { name: text, exact: true }))
        await hands.tap(question.getByRole('button', { name: /^Put here/ }))
      }
      return
    case 'options_table':
      for (const { text } of item.rows) await hands.tap(question.getByRole('row', { name: text }).getByRole('radio'))
      return
    case 'fill_in_blank':
      return hands.type(question.getByLabel('Your answer'), '12.5')
  }
}

async function byKeys(hands: Hands, item: AskedItem): Promise<void> {
  const question = hands.page.getByRole('article', { name: 'Question' })
  switch (item.kind) {
    case 'multiple_choice':
    case 'hot_spot':
      return hands.press('Shift+B', 'a', 'c')
    case 'multiple_response':
      return hands.press(...LETTERS.slice(0, item.choose))
    case 'build_list':
      return hands.press(...LETTERS.slice(0, item.steps.length))
    case 'drag_drop':
      return hands.press(...item.things.flatMap((_, index) => [LETTERS[index] ?? 'a', '1']))
    case 'options_table':
      for (const { text } of item.rows) {
        await question.getByRole('row', { name: text }).getByRole('radio').first().focus()
        await hands.press('Space')
      }
      return
    case 'fill_in_blank':
      await question.getByLabel('Your answer').focus()
      return hands.press('7', '5')
  }
}
