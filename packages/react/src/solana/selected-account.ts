import { getAccount, type Kit } from '@latchkey/core'
import { type AccountId, hasCode } from '@latchkey/protocol'

/** Returns the selected Solana account; undefined while no wallet is connected. */
export function selectedAccount(kit: Kit): AccountId | undefined {
  return getAccount(kit, { namespace: 'solana' }).account
}

/**
 * Returns the result of `open`; undefined when the wallet is already disconnected and React has not
 * rendered that yet.
 */
export function unlessDisconnected<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (hasCode(error, 'not-connected') || hasCode(error, 'account-missing')) return undefined
    throw error
  }
}
