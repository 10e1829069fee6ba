import { pictureCalls } from '@medicready/domain/contract/questions/pictures'
import { expect, test } from 'vitest'
import { PictureAddresses } from './picture-addresses.ts'

const addresses = new PictureAddresses('a secret for tests, 32 letters long')
const place = { questionId: '0197b1a2-6e4b-5f3c-8d21-7c9e4b2a5d22', version: 70_000, of: 'explanation' } as const
const nameOf = (address: string) => address.slice('/api/pictures/'.length)

test('an address leads back to its place and never changes', () => {
  const address = addresses.of(place)
  expect(address).toBe(new PictureAddresses('a secret for tests, 32 letters long').of(place))
  expect(addresses.read(nameOf(address))).toEqual(place)
  expect(pictureCalls['GET /api/pictures/{address}'].params.safeParse({ address: nameOf(address) }).success).toBe(true)
})

test('no two places share an address', () => {
  const others = [place, { ...place, version: 1 }, { ...place, of: 'question' as const }, { ...place, questionId: crypto.randomUUID() }]
  expect(new Set(others.map(addresses.of)).size).toBe(others.length)
})

test('a made-up address, or one made with another secret, is not accepted', () => {
  const bytes = Buffer.from(nameOf(addresses.of(place)), 'base64url')
  for (const index of bytes.keys()) {
    const forged = Buffer.from(bytes)
    forged[index] = (forged[index] ?? 0) ^ 1
    expect(addresses.read(forged.toString('base64url')), `byte ${index}`).toBeNull()
  }
  expect(new PictureAddresses('another secret, also 32 letters long').read(nameOf(addresses.of(place)))).toBeNull()
  expect(addresses.read('')).toBeNull()
})
