import type { RemoteSession, Session } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { readAddresses, type WalletAddress } from '@latchkey/wbip/request'

/**
 * Addresses of a remote wallet's sessions in the form that wallets on the page use. Public keys
 * come from the session's properties, which can add no address that was not granted.
 */
export function remoteAddresses(
  sessions: readonly Session[],
  properties: RemoteSession['properties'] = {},
): readonly WalletAddress[] {
  const bitcoinAnswer = parseJson(properties.bip122_getAccountAddresses) as
    | Record<string, unknown>
    | undefined
  const reportedAddresses = [
    parseJson(properties.stacks_getAddresses),
    bitcoinAnswer?.payment,
    bitcoinAnswer?.ordinal,
  ].flatMap(readAddressList)
  return sessions.flatMap(({ namespace, accounts }) =>
    accounts.map(({ account, type }): WalletAddress => {
      const address = addressOf(account)
      const publicKey = reportedAddresses.find(
        (reported) => reported.address === address && reported.publicKey,
      )?.publicKey
      const symbol = namespace === 'stacks' ? 'STX' : 'BTC'
      return { address, symbol, purpose: type, ...(publicKey && { publicKey }) }
    }),
  )
}

function parseJson(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return value ?? undefined
  } catch {
    return undefined
  }
}

function readAddressList(list: unknown): readonly WalletAddress[] {
  if (!Array.isArray(list)) return []
  // Only the needed fields are read, so that another field in an unknown form does no harm.
  const entries = list.slice(0, 100).map((reported: unknown) => {
    const { address, publicKey } = (reported ?? {}) as {
      readonly address?: unknown
      readonly publicKey?: unknown
    }
    return { address, ...(publicKey !== undefined && { publicKey }) }
  })
  return entries.flatMap((reported) => readAddresses({ addresses: [reported] }) ?? [])
}
