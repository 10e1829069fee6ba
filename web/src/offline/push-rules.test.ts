import { expect, test } from 'vitest'
import { messageOf, pathIn, windowAt } from './push-rules.ts'

test('a push is shown as it says', () => {
  const said = { title: 'One review is due', body: 'Now.', path: '/review', tag: 'c0ffee' }
  expect(messageOf(JSON.stringify(said))).toEqual({ ...said, silent: false })
  expect(messageOf(JSON.stringify({ ...said, silent: true }))).toMatchObject({ silent: true })
})

test.each([undefined, '', 'no JSON', 'null', '7', '{}', '{"title":7,"path":["/"]}'])('a notification is shown for %s too', (data) => {
  expect(messageOf(data)).toMatchObject({ title: 'MedicReady', path: '/' })
})

test.each(['//evil.example.com', 'https://evil.example.com/', '/\\evil.example.com', 'javascript:alert(1)', ''])(
  'a click never leads to %s',
  (path) => {
    expect(messageOf(JSON.stringify({ title: 'a', path }))).toMatchObject({ path: '/' })
    expect(pathIn({ path })).toBe('/')
  },
)

test('a click finds the window that shows the page', () => {
  const windows = [{ url: 'https://m.example.com/review' }, { url: 'https://m.example.com/study-session?mode=daily' }]
  expect(windowAt(windows, '/study-session?mode=daily', 'https://m.example.com')).toBe(windows[1])
  expect(windowAt(windows, '/tutoring', 'https://m.example.com')).toBeNull()
  expect(pathIn({ path: '/review' })).toBe('/review')
  expect(pathIn(null)).toBe('/')
})
