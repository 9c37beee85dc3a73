import type { Session, SessionAccount } from '@latchkey/core'
import { accountId, type ChainId, defaultAccountTypes, LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { isAddressOf } from '../encoding/address.ts'

/**
 * Makes a session of the addresses that a wallet answered: payment addresses first, each once.
 * Stacks addresses belong to another family.
 * @param wished - the requested chain
 * @param chains - all of the kit's chains, because a wallet may answer for another of them
 * @throws LatchkeyError `account-missing` when none is Bitcoin's, `wallet-answer-invalid` when one
 *   is no address, `chain-mismatch`
 */
export function sessionOf(
  addresses: readonly WalletAddress[],
  wished: ChainId,
  chains: readonly ChainId[],
): Session {
  const told = addresses.filter(
    ({ symbol, purpose, addressType }) => ![symbol, purpose, addressType].some(isOfStacks),
  )
  const [first] = told
  if (!first)
    throw new LatchkeyError('account-missing', {
      reason: 'the wallet shares no address of Bitcoin',
    })
  const chain = [wished, ...chains].find((one) => isAddressOf([one], first.address))
  if (!chain) throw invalidAddress(first.address.length)
  const accounts: SessionAccount[] = []
  for (const one of told) {
    if (!isAddressOf([chain], one.address)) throw invalidAddress(one.address.length)
    const account = accountId(chain, one.address)
    if (!accounts.some((other) => other.account === account))
      accounts.push({ account, type: typeOf(one) })
  }
  const usual = defaultAccountTypes.bip122
  accounts.sort((a, b) => Number(b.type === usual) - Number(a.type === usual))
  return {
    namespace: 'bip122',
    chains: [],
    accounts,
    selected: accounts[0]?.account ?? accountId(chain, first.address),
  }
}

const isOfStacks = (mark: string | undefined) => mark === 'STX' || mark === 'stacks'

function typeOf({ purpose, type, addressType }: WalletAddress): 'payment' | 'ordinals' {
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  return (addressType ?? type) === 'p2tr' ? 'ordinals' : 'payment'
}

function invalidAddress(length: number): LatchkeyError {
  const reason = `the wallet told ${length} characters that are no address of the kit's networks`
  return new LatchkeyError('wallet-answer-invalid', { reason })
}
