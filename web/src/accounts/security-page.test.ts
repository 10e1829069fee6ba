import { expect, it } from 'vitest'
import { networkWords } from './security-page.tsx'

it.each([
  ['203.0.113.0/24', 'addresses 203.0.113.…'],
  ['2001:db8:1:2::/64', 'addresses 2001:db8:1:2:…'],
  ['2001:db8:0:0::/64', 'addresses 2001:db8:0:0:…'],
  ['192.168.1.0/24', 'a local network, 192.168.1.…'],
  ['172.20.0.0/24', 'a local network, 172.20.0.…'],
  ['172.32.0.0/24', 'addresses 172.32.0.…'],
  ['fd00:1:2:3::/64', 'a local network, fd00:1:2:3:…'],
  ['127.0.0.0/24', 'the computer that runs MedicReady'],
  ['0:0:0:0::/64', 'the computer that runs MedicReady'],
  ['a proxy that lies', 'an unknown network'],
])('the network %s is %s', (network, words) => {
  expect(networkWords(network)).toBe(words)
})
