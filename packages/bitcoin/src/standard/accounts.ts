import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { networkName } from '@latchkey/wbip'
import type { WalletAddress } from '@latchkey/wbip/request'
import { mainnet, regtest, signet, testnet4 } from '../chains.ts'
import { type Granted, grantedBy } from '../connect/granted.ts'
import { withPurposes } from '../connect/purposes.ts'
import { isAddressOf } from '../encoding/address.ts'
import { toHex } from '../encoding/bytes.ts'
import { bytesOf } from './bytes-of.ts'

/** An account that a wallet shares. */
export interface StandardAccount extends WalletAddress {
  /**
   * As Wallet Standard spells them (`bitcoin:mainnet`), or CAIP-2; empty where the wallet did not
   * say.
   */
  readonly networks: readonly string[]
  /** The wallet's own object, which it wants back. */
  readonly raw: object
}

const every: readonly ChainId[] = [mainnet, testnet4, signet, regtest]

/** How Wallet Standard spells a chain. */
export const standardName = (chain: ChainId): string => `bitcoin:${networkName('plain', chain)}`

/**
 * What a wallet answered as accounts: each address once, at most 100, those of other families left
 * out; null when it is no list, or one with an account that is no address of Bitcoin.
 */
export function readAccounts(list: unknown): readonly StandardAccount[] | null {
  try {
    if (!Array.isArray(list)) return null
    const found: StandardAccount[] = []
    for (const raw of list.slice(0, 100)) {
      const account = readAccount(raw)
      if (account && !found.some(({ address }) => address === account.address)) found.push(account)
    }
    return found
  } catch {
    return null
  }
}

function readAccount(raw: unknown): StandardAccount | undefined {
  const { address, publicKey, chains, purpose } = raw as Readonly<Record<string, unknown>>
  const told = Array.isArray(chains)
    ? chains.slice(0, 100).filter((chain) => typeof chain === 'string')
    : []
  const networks = told.filter((chain) => /^(?:bitcoin|bip122):[-a-zA-Z0-9]{1,64}$/.test(chain))
  if (told.length > 0 && networks.length === 0) return undefined
  if (typeof address !== 'string' || !isAddressOf(every, address)) throw new TypeError('no address')
  const key =
    typeof publicKey === 'string' ? publicKey : toHex(bytesOf(publicKey, 33) ?? new Uint8Array())
  return {
    address,
    networks,
    raw: raw as object,
    // Some wallets tell other things there than keys; a key that is none of them helps nobody.
    ...(/^(?:0[23])?[0-9a-f]{64}$/i.test(key) && { publicKey: key }),
    ...((purpose === 'payment' || purpose === 'ordinals') && { purpose }),
  }
}

/**
 * What a wallet's accounts are as a session, on one chain: those of others are left out.
 * @param wished - looked at in this order; a wallet may name every network for each account, so the
 *   addresses say which it is
 * @throws LatchkeyError `account-missing` where there are none, `chain-mismatch` where none is on
 *   one of these
 */
export function grantedOn(
  accounts: readonly StandardAccount[],
  wished: readonly ChainId[],
): Granted {
  if (accounts.length === 0)
    throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account' })
  const chain = wished.find((one) => accounts.some((account) => isOn(account, one)))
  if (!chain)
    throw new LatchkeyError('chain-mismatch', {
      reason: "the accounts are on none of the kit's networks",
    })
  const told = accounts.filter((account) => isOn(account, chain))
  return grantedBy(withPurposes(told), chain, [chain])
}

/**
 * Whether an account is on a chain: by its address, and by the networks it names, if it names any.
 */
export function isOn({ address, networks }: StandardAccount, chain: ChainId): boolean {
  const isNamed =
    networks.length === 0 || networks.includes(chain) || networks.includes(standardName(chain))
  return isNamed && isAddressOf([chain], address)
}
