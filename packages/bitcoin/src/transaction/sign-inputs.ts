import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { Transaction } from '@scure/btc-signer'
import { networkOf } from '../network.ts'
import { checkKind, isAllowedSighash, type Sighash } from './check-signed.ts'
import { addressOfInput, requestError } from './open-psbt.ts'

interface RequestedInput {
  readonly index: number
  readonly address?: string
}

/**
 * The inputs that a wallet is asked to sign, each with the address of its coin; by default all that
 * spend coins of `addresses`.
 * @throws LatchkeyError `rpc-invalid-params` for an input that does not exist, whose signature
 *   cannot be verified, or whose sighash is not allowed; `account-missing` when no coin belongs to
 *   the connected accounts
 */
export function signInputsOf(
  transaction: Transaction,
  parameters: {
    readonly chain: ChainId
    readonly addresses: readonly string[]
    readonly allowed?: readonly Sighash[] | undefined
    readonly wished?: readonly (number | RequestedInput)[] | undefined
  },
): readonly { readonly index: number; readonly address: string }[] {
  const { chain, addresses, allowed, wished } = parameters
  const network = networkOf(chain)
  const isOurs = (address: string | undefined) =>
    address !== undefined && addresses.includes(address)
  const allIndexes = Array.from({ length: transaction.inputsLength }, (_, index) => index)
  const requestedInputs: readonly RequestedInput[] =
    wished?.map((input) => (typeof input === 'number' ? { index: input } : input)) ??
    allIndexes
      .filter((index) => isOurs(addressOfInput(transaction, index, network)))
      .map((index) => ({ index }))
  if (requestedInputs.length === 0)
    throw new LatchkeyError('account-missing', {
      reason: 'no input spends a coin of the connected accounts',
    })
  const seenIndexes = new Set<number>()
  return requestedInputs.map(({ index, address: namedAddress }) => {
    if (!allIndexes.includes(index) || seenIndexes.has(index))
      throw requestError(`input ${index} is not there, or twice`)
    seenIndexes.add(index)
    checkKind(transaction, index)
    const address = addressOfInput(transaction, index, network)
    if (!address || (namedAddress !== undefined && namedAddress !== address))
      throw requestError(`input ${index} spends no coin of ${namedAddress ?? 'an address'}`)
    if (!isOurs(address))
      throw new LatchkeyError('account-missing', { reason: `the wallet did not grant ${address}` })
    const { sighashType } = transaction.getInput(index)
    if (sighashType !== undefined && !isAllowedSighash(sighashType, allowed))
      throw requestError(
        `input ${index} wants to be signed with sighash ${sighashType}, which is not allowed`,
      )
    return { index, address }
  })
}
