import type { ConnectRequest, Session } from '@latchkey/core'
import { type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { type Entry, networkName } from '@latchkey/wbip'
import { request, type WalletAddress } from '@latchkey/wbip/request'
import { askSilently } from '@latchkey/wbip/silent'
import { leaveAnswered, takeAnswered } from '@latchkey/wbip/together'
import { isAddressOf } from '../encoding/address.ts'
import { sessionOf } from './session.ts'

/** What a wallet granted, and its public keys (hex, by address), which are kept in memory only. */
export interface Granted {
  readonly session: Session
  readonly keys: ReadonlyMap<string, string>
}

/**
 * Asks for the addresses; of all families when one prompt covers several. Throws
 * `chain-unsupported`, `account-missing`, `wallet-answer-invalid`, the code of the wallet's error.
 */
export async function askGranted(entry: Entry, parameters: ConnectRequest): Promise<Granted> {
  const { signal, together } = parameters
  const ids = parameters.chains.map((chain) => chain.id)
  const wished = ids.find((chain) => networkName(entry.manner, chain) !== undefined)
  if (!wished)
    throw new LatchkeyError('chain-unsupported', {
      reason: 'the wallet has none of these networks',
    })
  if (together?.answered !== undefined) return grantedBy(takeAnswered(together), wished, ids)
  if (parameters.silent) return resumeGrant(entry, parameters, ids)
  const addresses = await addressesOn(entry, wished, { signal, isForAll: together !== undefined })
  const granted = grantedBy(addresses, wished, ids)
  if (together) leaveAnswered(together, addresses)
  return granted
}

/** Asks for the addresses on one network. */
export async function addressesOn(
  entry: Entry,
  chain: ChainId,
  options: { readonly signal: AbortSignal; readonly isForAll?: boolean },
): Promise<readonly WalletAddress[]> {
  const purposes = [
    'payment',
    'ordinals',
    ...(options.isForAll ? (['stacks'] as const) : []),
  ] as const
  const network = networkName(entry.manner, chain)
  const { signal } = options
  return (await request(entry, 'getAddresses', { network, purposes }, { signal })).addresses
}

/** Turns addresses into a session. Throws what `sessionOf` throws. */
export function grantedBy(
  addresses: readonly WalletAddress[],
  wished: ChainId,
  chains: readonly ChainId[],
): Granted {
  const keys = addresses.flatMap(({ address, publicKey }) =>
    publicKey ? [[address, publicKey] as const] : [],
  )
  return { session: sessionOf(addresses, wished, chains), keys: new Map(keys) }
}

/**
 * Resumes the grant from before a reload: from what the wallet reports without a prompt, else
 * unchanged from storage. Throws `account-missing`.
 */
async function resumeGrant(
  entry: Entry,
  { last, signal }: ConnectRequest,
  chains: readonly ChainId[],
): Promise<Granted> {
  const before = grantedBefore(last)
  const told = await askSilently(entry, { signal })
  return told ? grantedBy(told, chainOf(before.selected), chains) : stillGranted(before, chains)
}

/** The stored session from before the reload. Throws `account-missing` when there is none. */
export function grantedBefore(last: ConnectRequest['last'] = []): Session {
  const before = last.find(({ namespace }) => namespace === 'bip122')
  return before ?? refuseSilence()
}

/** The stored grant, unchanged, after a check. Throws `account-missing`. */
export function stillGranted({ accounts, selected }: Session, chains: readonly ChainId[]): Granted {
  const present = chainOf(selected)
  const isGood = ({ account, type }: Session['accounts'][number]) =>
    chainOf(account) === present &&
    (type === 'payment' || type === 'ordinals') &&
    isAddressOf([present], account.slice(present.length + 1))
  const isWhole = chains.includes(present) && accounts.every(isGood)
  if (!isWhole || !accounts.some(({ account }) => account === selected)) return refuseSilence()
  return { session: { namespace: 'bip122', chains: [], accounts, selected }, keys: new Map() }
}

function refuseSilence(): never {
  throw new LatchkeyError('account-missing', {
    reason: 'this wallet tells no account without being asked',
  })
}
