import type { Session, SessionAccount } from '@latchkey/core'
import { accountId, type ChainId, defaultAccountTypes, LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { isAddressOf } from '../encoding/address.ts'

/**
 * Makes a session of the addresses that a wallet answered: payment addresses first, each once.
 * Stacks addresses belong to another family, so they are left out.
 * @param requestedChain - the requested chain
 * @param chains - all of the kit's chains, because a wallet may answer for another of them
 * @throws LatchkeyError `account-missing` when the wallet shares no Bitcoin address,
 * `wallet-answer-invalid` when one of them is invalid or on another chain than the first
 */
export function sessionOf(
  addresses: readonly WalletAddress[],
  requestedChain: ChainId,
  chains: readonly ChainId[],
): Session {
  const bitcoinAddresses = addresses.filter(
    ({ symbol, purpose, addressType }) => ![symbol, purpose, addressType].some(isStacksLabel),
  )
  const [first] = bitcoinAddresses
  if (!first)
    throw new LatchkeyError('account-missing', {
      reason: 'the wallet shares no address of Bitcoin',
    })
  const chain = [requestedChain, ...chains].find((one) => isAddressOf([one], first.address))
  if (!chain) throw invalidAddress(first.address.length)
  const accounts: SessionAccount[] = []
  for (const walletAddress of bitcoinAddresses) {
    if (!isAddressOf([chain], walletAddress.address))
      throw invalidAddress(walletAddress.address.length)
    const account = accountId(chain, walletAddress.address)
    if (!accounts.some((existing) => existing.account === account))
      accounts.push({ account, type: accountTypeOf(walletAddress) })
  }
  const defaultType = defaultAccountTypes.bip122
  accounts.sort((a, b) => Number(b.type === defaultType) - Number(a.type === defaultType))
  return {
    namespace: 'bip122',
    chains: [],
    accounts,
    selected: accounts[0]?.account ?? accountId(chain, first.address),
  }
}

const isStacksLabel = (label: string | undefined) => label === 'STX' || label === 'stacks'

function accountTypeOf({ purpose, type, addressType }: WalletAddress): 'payment' | 'ordinals' {
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  return (addressType ?? type) === 'p2tr' ? 'ordinals' : 'payment'
}

function invalidAddress(length: number): LatchkeyError {
  const reason = `the wallet told ${length} characters that are no address of the kit's networks`
  return new LatchkeyError('wallet-answer-invalid', { reason })
}
