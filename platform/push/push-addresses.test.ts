import { expect, test } from 'vitest'
import { arePushKeys, isPublicAddress, isPushAddress, lookUpPublic } from './push-addresses.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://db5p.notify.windows.com:443/w/?token=abc',
])('pushes go to %s', (endpoint) => {
  expect(isPushAddress(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/abc',
  'https://2130706433/abc',
  'https://0x7f.1/abc',
  'https://10.0.0.7/abc',
  'https://8.8.8.8/abc',
  'https://[::1]/abc',
  'https://[::ffff:10.0.0.1]/abc',
  'https://localhost/abc',
  'https://LOCALHOST./abc',
  'https://postgres/abc',
  'https://metadata.google.internal/abc',
  'https://printer.local/abc',
  'https://push.example.com:5433/abc',
  'https://user:secret@push.example.com/abc',
  'ftp://push.example.com/abc',
  'file:///etc/passwd',
  'not an address',
  '',
  `https://push.example.com/${'a'.repeat(2_000)}`,
])('no push goes to %s', (endpoint) => {
  expect(isPushAddress(endpoint)).toBe(false)
})

test('on this machine, pushes go only to the configured service', () => {
  const own = 'http://127.0.0.1:12112'
  expect(isPushAddress(`${own}/push/abc`, own)).toBe(true)
  for (const other of [
    'http://127.0.0.1:5433/abc',
    'https://127.0.0.1:12112/abc',
    'http://localhost:12112/abc',
    'http://a@127.0.0.1:12112/',
  ])
    expect(isPushAddress(other, own)).toBe(false)
})

test.each([
  ['8.8.8.8', true],
  ['2607:f8b0:4004:c07::5f', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['nonsense', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('a name that resolves to this machine is not connected to', async () => {
  const looked = await new Promise((resolve) => lookUpPublic('localhost', {}, (error) => resolve(error?.name)))
  expect(looked).toBe('InnerAddress')
})

test('keys are a point on the curve and a secret', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  expect(arePushKeys(keys)).toBe(true)
  expect(arePushKeys({ ...keys, auth: 'BTBZMqHH6r4Tts7J' })).toBe(false)
  expect(arePushKeys({ ...keys, p256dh: keys.p256dh.replace('Aiw4', 'Aix4') })).toBe(false)
  expect(arePushKeys({ ...keys, p256dh: keys.p256dh.replace('BCV', 'BCW') })).toBe(false)
})
