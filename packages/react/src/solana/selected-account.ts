import { getAccount, type Kit } from '@latchkey/core'
import { type AccountId, hasCode } from '@latchkey/protocol'

/** The selected account of Solana; undefined while no wallet is connected. */
export function selectedAccount(kit: Kit): AccountId | undefined {
  return getAccount(kit, { namespace: 'solana' }).account
}

/**
 * What `open` answers; undefined when the wallet is gone already and React has not drawn that yet.
 */
export function unlessDisconnected<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (hasCode(error, 'not-connected') || hasCode(error, 'account-missing')) return undefined
    throw error
  }
}
