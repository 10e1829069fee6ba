import { expect, test } from 'vitest'
import { suggestionsAt } from './sql-editor.tsx'

const views = [
  { name: 'answers', columns: ['user_id', 'day', '"at"', 'is_correct'] },
  { name: 'exams', columns: ['exam_id', 'user_id', 'score'] },
  { name: 'read_models.users', columns: ['id', 'role'] },
]
/** The caret is at the bar. */
const words = (sql: string) => suggestionsAt(sql.replace('|', ''), sql.indexOf('|'), views)?.words ?? []

test('views follow FROM and JOIN, and columns of the views that are read come first elsewhere', () => {
  expect(words('SELECT * FROM a|')).toEqual(['answers'])
  expect(words('SELECT * FROM read_models.|')).toEqual(['users'])
  expect(words('SELECT u| FROM answers')).toEqual(['user_id', 'USING'])
  expect(words('SELECT a| FROM answers')).toEqual(['"at"', 'answers'])
  expect(words('SELECT sc| FROM answers JOIN exams USING (user_id)')).toEqual(['score'])
})

test('after an alias there are its columns only', () => {
  expect(words('SELECT e.| FROM answers JOIN exams AS e USING (user_id)')).toEqual(['exam_id', 'user_id', 'score'])
  expect(words('SELECT answers."a| FROM answers')).toEqual(['"at"'])
  expect(words('SELECT x.| FROM answers')).toEqual([])
})

test('without a word, or with a whole one, there are none', () => {
  expect(words('SELECT |')).toEqual([])
  expect(words('SELECT * FROM answers|')).toEqual([])
  expect(suggestionsAt('SELECT an', 9, views)?.from).toBe(7)
})
