import type { Session } from '@latchkey/core'
import { accountId, type ChainId, isChainId, LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../chains.ts'

/** More accounts than a wallet of the family can show. */
const mostAccounts = 100

/**
 * The session that a wallet's state describes; undefined when the wallet shares no account. Throws
 * `wallet-answer-invalid`.
 */
export function sessionOf(state: unknown): Session | undefined {
  const { accounts, chain } = (state ?? {}) as { accounts?: unknown; chain?: unknown }
  if (!Array.isArray(accounts) || accounts.length > mostAccounts || !isToyChain(chain))
    throw invalidAnswer()
  if (!accounts.every((one) => typeof one === 'string' && isAddress(one))) throw invalidAnswer()
  const shared = (accounts as readonly string[]).map((address) => ({
    account: accountId(chain, address.toLowerCase()),
    type: 'eoa' as const,
  }))
  const [first] = shared
  return first && { namespace: 'toy', chains: [], accounts: shared, selected: first.account }
}

function isToyChain(chain: unknown): chain is ChainId {
  return isChainId(chain) && chain.startsWith('toy:')
}

function invalidAnswer(): LatchkeyError {
  return new LatchkeyError('wallet-answer-invalid', {
    reason: 'the wallet answered no accounts of a toy network',
  })
}
