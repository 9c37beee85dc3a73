import type { ConnectRequest, Session } from '@latchkey/core'
import { type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { type Entry, networkName } from '@latchkey/wbip'
import { request, type WalletAddress } from '@latchkey/wbip/request'
import { askSilently } from '@latchkey/wbip/silent'
import { leaveAnswered, takeAnswered } from '@latchkey/wbip/together'
import { isAddressOf } from '../encoding/address.ts'
import { sessionOf } from './session.ts'

/**
 * The session that a wallet granted, and the public keys of its accounts (hex, by address), which
 * are kept in memory only.
 */
export interface AccountGrant {
  readonly session: Session
  readonly keys: ReadonlyMap<string, string>
}

/**
 * Asks the wallet for its addresses. When one prompt covers several chain families, asks for all of
 * them at once. Throws `chain-unsupported`, `account-missing`, `wallet-answer-invalid`, the code of
 * the wallet's error.
 */
export async function askAccountGrant(
  entry: Entry,
  parameters: ConnectRequest,
): Promise<AccountGrant> {
  const { signal, together } = parameters
  const ids = parameters.chains.map((chain) => chain.id)
  const requestedChain = ids.find((chain) => networkName(entry.manner, chain) !== undefined)
  if (!requestedChain)
    throw new LatchkeyError('chain-unsupported', {
      reason: 'the wallet has none of these networks',
    })
  if (together?.answered !== undefined)
    return grantOfAddresses(takeAnswered(together), requestedChain, ids)
  if (parameters.silent) return resumeGrant(entry, parameters, ids)
  const addresses = await askAddressesOn(entry, requestedChain, {
    signal,
    isForAll: together !== undefined,
  })
  const accountGrant = grantOfAddresses(addresses, requestedChain, ids)
  if (together) leaveAnswered(together, addresses)
  return accountGrant
}

/** Asks the wallet for its addresses on one network. */
export async function askAddressesOn(
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
export function grantOfAddresses(
  addresses: readonly WalletAddress[],
  requestedChain: ChainId,
  chains: readonly ChainId[],
): AccountGrant {
  const keys = addresses.flatMap(({ address, publicKey }) =>
    publicKey ? [[address, publicKey] as const] : [],
  )
  return { session: sessionOf(addresses, requestedChain, chains), keys: new Map(keys) }
}

/**
 * Restores what the wallet granted before a reload: from the addresses that the wallet reports
 * without a prompt, else from the stored session, unchanged. Throws `account-missing`.
 */
async function resumeGrant(
  entry: Entry,
  { last, signal }: ConnectRequest,
  chains: readonly ChainId[],
): Promise<AccountGrant> {
  const previousSession = findStoredSession(last)
  const reportedAddresses = await askSilently(entry, { signal })
  return reportedAddresses
    ? grantOfAddresses(reportedAddresses, chainOf(previousSession.selected), chains)
    : grantOfSession(previousSession, chains)
}

/** The stored session from before the reload. Throws `account-missing` when there is none. */
export function findStoredSession(last: ConnectRequest['last'] = []): Session {
  const previousSession = last.find(({ namespace }) => namespace === 'bip122')
  return previousSession ?? refuseSilentConnect()
}

/** The stored grant, unchanged, after a check. Throws `account-missing`. */
export function grantOfSession(
  { accounts, selected }: Session,
  chains: readonly ChainId[],
): AccountGrant {
  const selectedChain = chainOf(selected)
  const isAccountValid = ({ account, type }: Session['accounts'][number]) =>
    chainOf(account) === selectedChain &&
    (type === 'payment' || type === 'ordinals') &&
    isAddressOf([selectedChain], account.slice(selectedChain.length + 1))
  const isSessionValid = chains.includes(selectedChain) && accounts.every(isAccountValid)
  if (!isSessionValid || !accounts.some(({ account }) => account === selected))
    return refuseSilentConnect()
  return { session: { namespace: 'bip122', chains: [], accounts, selected }, keys: new Map() }
}

function refuseSilentConnect(): never {
  throw new LatchkeyError('account-missing', {
    reason: 'this wallet tells no account without being asked',
  })
}
