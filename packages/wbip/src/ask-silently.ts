import { LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { invalidAnswer } from './ask/envelope.ts'
import { invokeMethod } from './ask/invoke-method.ts'
import { plainCopy } from './encoding/plain-copy.ts'
import type { WalletAddress } from './method/account-methods.ts'
import { readAddresses } from './request.ts'
import type { Entry } from './wallet/read-registry.ts'

/**
 * Asks a Bitcoin or Stacks wallet for its addresses without a prompt; undefined when this kind of
 * wallet has no such request.
 * @throws `account-missing` when nothing is granted, `wallet-answer-invalid`, `aborted`, or the
 * code of the wallet's error
 */
export async function askSilently(
  { provider, manner }: Pick<Entry, 'provider' | 'manner'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly WalletAddress[] | undefined> {
  if (manner !== 'unisat') return undefined
  const answer = plainCopy(await race(() => invokeMethod(provider, 'getAccounts'), options.signal))
  if (Array.isArray(answer) && answer.length === 0)
    throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account any more' })
  const addresses = bareAddresses(answer)
  if (!addresses) throw invalidAnswer('getAccounts: no list of addresses')
  return addresses
}

/**
 * Reads the first address of a plain list of addresses, which wallets without a general `request`
 * return; undefined for other values.
 */
export function bareAddresses(value: unknown): readonly WalletAddress[] | undefined {
  if (!Array.isArray(value)) return undefined
  return readAddresses({
    addresses: value.slice(0, 1).map((address: unknown) => ({ address, purpose: 'payment' })),
  })
}
