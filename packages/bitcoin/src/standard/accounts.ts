import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { networkName } from '@latchkey/wbip'
import type { WalletAddress } from '@latchkey/wbip/request'
import { mainnet, regtest, signet, testnet4 } from '../chains.ts'
import { type AccountGrant, grantOfAddresses } from '../connect/granted.ts'
import { addPurposes } from '../connect/purposes.ts'
import { isAddressOf } from '../encoding/address.ts'
import { toHex } from '../encoding/bytes.ts'
import { copyWalletBytes } from './bytes-of.ts'

/** An account that a wallet shares. */
export interface StandardAccount extends WalletAddress {
  /**
   * Chains in the form of Wallet Standard (`bitcoin:mainnet`) or of CAIP-2; empty when the wallet
   * did not list any.
   */
  readonly networks: readonly string[]
  /** The wallet's own account object, which its features need as input. */
  readonly rawAccount: object
}

const allChains: readonly ChainId[] = [mainnet, testnet4, signet, regtest]

/** The name of a chain in Wallet Standard's form, such as `bitcoin:mainnet`. */
export const standardName = (chain: ChainId): string => `bitcoin:${networkName('plain', chain)}`

/**
 * Reads a wallet's accounts: each address once, at most 100, without those of other chain families;
 * null when the answer is no list, or an account is no Bitcoin address.
 */
export function readAccounts(list: unknown): readonly StandardAccount[] | null {
  try {
    if (!Array.isArray(list)) return null
    const validAccounts: StandardAccount[] = []
    for (const rawAccount of list.slice(0, 100)) {
      const account = readAccount(rawAccount)
      if (account && !validAccounts.some(({ address }) => address === account.address))
        validAccounts.push(account)
    }
    return validAccounts
  } catch {
    return null
  }
}

function readAccount(rawAccount: unknown): StandardAccount | undefined {
  const { address, publicKey, chains, purpose } = rawAccount as Readonly<Record<string, unknown>>
  const reportedChains = Array.isArray(chains)
    ? chains.slice(0, 100).filter((chain) => typeof chain === 'string')
    : []
  const networks = reportedChains.filter((chain) =>
    /^(?:bitcoin|bip122):[-a-zA-Z0-9]{1,64}$/.test(chain),
  )
  if (reportedChains.length > 0 && networks.length === 0) return undefined
  if (typeof address !== 'string' || !isAddressOf(allChains, address))
    throw new TypeError('no address')
  const key =
    typeof publicKey === 'string'
      ? publicKey
      : toHex(copyWalletBytes(publicKey, 33) ?? new Uint8Array())
  return {
    address,
    networks,
    rawAccount: rawAccount as object,
    // Some wallets write something else into the field for the public key; only a valid public key
    // is accepted.
    ...(/^(?:0[23])?[0-9a-f]{64}$/i.test(key) && { publicKey: key }),
    ...((purpose === 'payment' || purpose === 'ordinals') && { purpose }),
  }
}

/**
 * Makes a session of a wallet's accounts on one chain; accounts of other chains are left out.
 * @param requestedChains - chains in order of preference; a wallet may list every network for each
 * account, so the format of the addresses decides
 * @throws LatchkeyError `account-missing` when `accounts` is empty, `chain-mismatch` when no
 * account is on one of these chains
 */
export function grantOnChain(
  accounts: readonly StandardAccount[],
  requestedChains: readonly ChainId[],
): AccountGrant {
  if (accounts.length === 0)
    throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account' })
  const chain = requestedChains.find((one) => accounts.some((account) => isOnChain(account, one)))
  if (!chain)
    throw new LatchkeyError('chain-mismatch', {
      reason: "the accounts are on none of the kit's networks",
    })
  const reportedChains = accounts.filter((account) => isOnChain(account, chain))
  return grantOfAddresses(addPurposes(reportedChains), chain, [chain])
}

/** Whether an account is on a chain: by its address, and by its listed networks, if it has any. */
export function isOnChain({ address, networks }: StandardAccount, chain: ChainId): boolean {
  const isNetworkNamed =
    networks.length === 0 || networks.includes(chain) || networks.includes(standardName(chain))
  return isNetworkNamed && isAddressOf([chain], address)
}
