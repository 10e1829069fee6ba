import { createHash, randomBytes } from 'node:crypto'
import { MAX_IMAGE_BYTES } from '@medicready/domain/questions/content/image-rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { afterAll, expect, test } from 'vitest'
import { chunkOfPng, exif, png } from '../../testing/images.ts'
import { storePicture } from './store-picture.ts'

const database = await createTestDatabase()
const sql = connectPostgres(database.urlOf('command-api'), { name: 'test' })
const reader = connectPostgres(database.urlOf('read-api'), { name: 'test reader' })
const clock = () => '2026-03-01T12:00:00.000Z'
const deps = { sql, clock }
afterAll(async () => {
  await Promise.all([sql.end(), reader.end()])
  await database.drop()
})

test('an image is stored unchanged, once, by its hash', async () => {
  const bytes = png(640, 480, [], randomBytes(50_000))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = { hash, mediaType: 'image/png', width: 640, height: 480 }
  expect(await Promise.all([1, 2, 3].map(() => storePicture(deps, bytes)))).toEqual([stored, stored, stored])
  expect(await reader`SELECT media_type, width, height, bytes, stored_at FROM pictures.images WHERE hash = ${hash}`).toEqual([
    { media_type: 'image/png', width: 640, height: 480, bytes, stored_at: clock() },
  ])
})

test('a photograph is stored without camera metadata, under the hash of the stored image', async () => {
  const clean = await storePicture(deps, png(8, 6))
  const noted = await storePicture(deps, png(8, 6, [chunkOfPng('eXIf', exif(1)), chunkOfPng('tIME', Buffer.alloc(7))]))
  expect(noted).toEqual(clean)
  const [row] = await reader<{ bytes: Buffer }[]>`SELECT bytes FROM pictures.images WHERE hash = ${noted.hash}`
  expect(row?.bytes).toEqual(png(8, 6))
})

test('an SVG is stored clean, under the hash of the stored image', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" onload="alert(1)"><script>alert(1)</script><rect/></svg>'
  const answer = await storePicture(deps, Buffer.from(`\uFEFF<?xml version="1.0"?>\n${svg}`))
  const [row] = await reader<{ bytes: Buffer }[]>`SELECT bytes FROM pictures.images WHERE hash = ${answer.hash}`
  expect(row?.bytes.toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20"><rect></rect></svg>',
  )
  expect(
    createHash('sha256')
      .update(row?.bytes ?? '')
      .digest('hex'),
  ).toBe(answer.hash)
  expect(answer).toMatchObject({ mediaType: 'image/svg+xml', width: 30, height: 20 })
})

test.each([
  ['nothing', Buffer.alloc(0), 'pictureUnreadable'],
  ['a text that calls itself a picture', Buffer.from('a picture.png'), 'pictureUnreadable'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'pictureUnreadable'],
  ['a PNG that breaks off', png(10, 10).subarray(0, 50), 'pictureUnreadable'],
  ['a PNG that stands on its side', png(10, 10, [chunkOfPng('eXIf', exif(6))]), 'pictureTurned'],
  ['too many bytes', Buffer.concat([png(10, 10), Buffer.alloc(MAX_IMAGE_BYTES)]), 'pictureTooLarge'],
  ['too many pixels', png(4_001, 4_000, [], Buffer.alloc(0)), 'pictureTooLarge'],
  ['too long a side', png(10_001, 10, [], Buffer.alloc(0)), 'pictureTooLarge'],
] as const)('%s is refused', async (_what, bytes, code) => {
  await expect(storePicture(deps, bytes)).rejects.toEqual(new Rejection(code))
})
