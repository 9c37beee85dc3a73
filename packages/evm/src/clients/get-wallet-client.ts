import { getAccount, type Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { Account, CustomTransport, Chain as ViemChain, WalletClient } from 'viem'
import { addressOfAccount } from '../encoding/account.ts'

/**
 * Returns a viem `WalletClient` of the connected wallet. It keeps the account that is selected, and
 * the chain that the wallet is on, at the time of the call; get a new client after a change of
 * account or chain. viem's code is loaded by the first call.
 * @throws `not-connected`
 *
 * @example
 * const client = await getWalletClient(kit)
 * const signature = await client.signMessage({ message: 'Hello' })
 */
export function getWalletClient(kit: Kit): Promise<getWalletClient.ReturnType> {
  return inWords(runGetWalletClient(kit))
}

async function runGetWalletClient(kit: Kit): Promise<getWalletClient.ReturnType> {
  const { account, chain: id } = getAccount(kit, { namespace: 'eip155' })
  if (!account)
    throw new LatchkeyError('not-connected', { reason: 'no wallet is connected on eip155' })
  const { makeWalletClient } = await import('./make-clients.ts')
  const chain = kit.chains.find((candidate) => candidate.id === id)
  return makeWalletClient(kit, addressOfAccount(account), chain)
}

export declare namespace getWalletClient {
  /**
   * In the client, `chain` is undefined while the wallet is on a chain that the kit does not have.
   */
  type ReturnType = WalletClient<CustomTransport, ViemChain | undefined, Account>
}
