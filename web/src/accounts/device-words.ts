import { PRODUCT_NAME } from '@medicready/domain/product'

const LOOPBACK = /^(127\.|0:0:0:0::\/64$)/
const LOCAL = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:)/

/** A network as people read it: the part that its addresses have in common. */
export function networkWords(network: string): string {
  if (LOOPBACK.test(network)) return `the computer that ${PRODUCT_NAME} runs on`
  const [shared] = /^[\da-f.:]+?(?=\.0\/24$|::\/64$)/.exec(network) ?? []
  if (!shared) return 'an unknown network'
  const common = network.includes(':') ? `${shared}:…` : `${shared}.…`
  return LOCAL.test(network) ? `a local network, ${common}` : `addresses ${common}`
}

/** Whether a device is one to hold in the hand. */
export const isHandheld = (device: string): boolean => /\b(iPhone|iPad|Android)$/.test(device)
