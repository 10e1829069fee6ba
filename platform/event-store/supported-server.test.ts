import { expect, test } from 'vitest'
import { isSupportedServer } from './supported-server.ts'

test.each([
  ['24.10.4', true],
  ['22.10.5.0', true],
  ['22.6.0', true],
  ['22.2.1', false],
  ['21.10.9', false],
  ['unknown', false],
])('a server of version %s: %s', (version, expected) => {
  expect(isSupportedServer(version)).toBe(expected)
})
