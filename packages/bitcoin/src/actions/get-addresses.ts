import type { Kit } from '@latchkey/core'
import { chainOf, inWords } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { sessionOf } from '../connect/session.ts'
import { activeWallet } from './active-wallet.ts'

/**
 * Asks the connected wallet for its addresses with their public keys, which sessions do not store.
 * May prompt. Throws `not-connected`, `feature-unsupported`, `account-missing`,
 * `wallet-answer-invalid`, what the wallet throws.
 *
 * @example const [payment] = await getAddresses(kit, { purposes: ['payment'] })
 */
export function getAddresses(
  kit: Kit,
  parameters: {
    readonly purposes?: readonly ('payment' | 'ordinals')[]
    readonly signal?: AbortSignal
  } = {},
): Promise<readonly WalletAddress[]> {
  return inWords(runGetAddresses(kit, parameters))
}

async function runGetAddresses(
  kit: Kit,
  parameters: {
    readonly purposes?: readonly ('payment' | 'ordinals')[]
    readonly signal?: AbortSignal
  },
): Promise<readonly WalletAddress[]> {
  const { session, ask } = activeWallet(kit)
  const { purposes = ['payment', 'ordinals'], signal } = parameters
  const chain = chainOf(session.selected)
  const { addresses } = await ask('getAddresses', { purposes }, { chain, signal })
  const { accounts } = sessionOf(addresses, chain, [chain])
  return addresses.filter(({ address }) =>
    accounts.some(({ account }) => account === `${chain}:${address}`),
  )
}
