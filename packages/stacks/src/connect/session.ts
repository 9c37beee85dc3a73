import type { Session, SessionAccount } from '@latchkey/core'
import { accountId, addressOf, type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { isAddressOf } from '../encoding/address.ts'

/**
 * Makes a session from the Stacks addresses among a wallet's answer, each once. Bitcoin addresses
 * are ignored here, because they belong to another family.
 * @param requestedChain - the requested chain
 * @param chains - all of the kit's chains, because a wallet may answer with addresses of another of
 * them
 * @throws LatchkeyError `account-missing` when no address is of Stacks, `wallet-answer-invalid`
 * when the first one is on none of the kit's chains, or when the addresses are not all on one chain
 */
export function sessionOf(
  addresses: readonly WalletAddress[],
  requestedChain: ChainId,
  chains: readonly ChainId[],
): Session {
  const stacksAddresses = addresses.filter(isStacksAddress)
  const [first] = stacksAddresses
  if (!first)
    throw new LatchkeyError('account-missing', { reason: 'the wallet shares no address of Stacks' })
  const chain = [requestedChain, ...chains].find((one) => isAddressOf([one], first.address))
  if (!chain) throw invalidAddress(first.address.length)
  const accounts: SessionAccount[] = []
  for (const { address } of stacksAddresses) {
    if (!isAddressOf([chain], address)) throw invalidAddress(address.length)
    const account = accountId(chain, address)
    if (!accounts.some((existing) => existing.account === account))
      accounts.push({ account, type: 'stacks' })
  }
  return { namespace: 'stacks', chains: [], accounts, selected: accountId(chain, first.address) }
}

/** The stored session from before a reload, if it is still valid. */
export function restoreSession(
  last: readonly Session[] | undefined,
  chains: readonly ChainId[],
): Session | undefined {
  const previousSession = last?.find(({ namespace }) => namespace === 'stacks')
  if (!previousSession) return undefined
  const chain = chainOf(previousSession.selected)
  const ids = previousSession.accounts.map(({ account }) => account)
  const isStillValid =
    chains.includes(chain) &&
    ids.length <= 100 &&
    ids.includes(previousSession.selected) &&
    ids.every((account) => chainOf(account) === chain && isAddressOf([chain], addressOf(account)))
  return isStillValid
    ? sessionOf(sortedWithFirst(previousSession.selected, ids), chain, [])
    : undefined
}

function sortedWithFirst(
  first: string,
  ids: readonly SessionAccount['account'][],
): readonly WalletAddress[] {
  const sortedIds = [...ids].sort((a, b) => Number(b === first) - Number(a === first))
  return sortedIds.map((account) => ({ address: addressOf(account), symbol: 'STX' }))
}

function isStacksAddress({ symbol, purpose, type, addressType, address }: WalletAddress): boolean {
  const addressMarks = [symbol, purpose, type, addressType]
  // The prefixes SP, SM, ST and SN are checked too, because wallets that support only Stacks do not
  // mark the family of an address. No Bitcoin address starts with them.
  return (
    addressMarks.some((mark) => mark === 'STX' || mark === 'stacks') || /^S[PMTN]/.test(address)
  )
}

function invalidAddress(length: number): LatchkeyError {
  const reason = `the wallet told ${length} characters that are no address of the kit's networks`
  return new LatchkeyError('wallet-answer-invalid', { reason })
}
