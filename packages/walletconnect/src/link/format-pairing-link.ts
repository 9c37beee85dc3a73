import type { PairingLink } from '../contract.ts'

/**
 * Writes `wc:{topic}@2?relay-protocol=irn&symKey=…&expiryTimestamp=…`, with methods if there are
 * any. Source: ERC-1328; WalletConnect core 2, "Pairing URI".
 */
export function formatPairingLink(link: PairingLink): string {
  const { topic, symKey, expiresAt, methods } = link
  const methodsParam = methods.length > 0 ? `&methods=${encodeURIComponent(methods.join(','))}` : ''
  const expiry = Math.floor(expiresAt / 1000)
  return `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=${expiry}${methodsParam}`
}
