import { LatchkeyError } from '@latchkey/protocol'
import { hexOfBase64 } from '../encoding/base64.ts'
import type { AddressesParams } from '../method/account-methods.ts'
import type { SendTransferParams, SignInput, SignPsbtParams } from '../method/bitcoin-methods.ts'
import type { MethodName } from '../method/method-map.ts'
import type { StacksMessageParams } from '../method/stacks-methods.ts'

/** Rewrites a request into the format of one wallet. */
export type RewriteRequest = (
  method: MethodName,
  params: unknown,
) => { readonly name: string; readonly params: unknown }

/**
 * Makes parameters of a request sendable: bigints become decimal text, and undefined members are
 * dropped.
 */
export function toWire(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  const definedEntries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(definedEntries.map(([key, item]) => [key, toWire(item)]))
}

type ParamsWriters = { readonly [M in MethodName]?: (params: never) => unknown }

function makeRewriter(
  writers: ParamsWriters,
  names: Readonly<Partial<Record<MethodName, string>>> = {},
): RewriteRequest {
  return (method, params) => {
    const writeParams = writers[method] as ((params: unknown) => unknown) | undefined
    return { name: names[method] ?? method, params: writeParams ? writeParams(params) : params }
  }
}

const toMessageOnly = ({ message }: StacksMessageParams) => ({ message })

const toNumberAmounts = ({ recipients }: SendTransferParams) => ({
  recipients: recipients.map(({ address, amount }) => {
    if (amount > BigInt(Number.MAX_SAFE_INTEGER))
      refuseParams('an amount is more than this wallet can be told')
    return { address, amount: Number(amount) }
  }),
})

const inputsByAddress = ({ signInputs, ...otherParams }: SignPsbtParams) => {
  const indexesByAddress: Record<string, number[]> = Object.create(null)
  for (const input of signInputs ?? []) {
    if (typeof input === 'number')
      return refuseParams('this wallet must be told the address of each input')
    indexesByAddress[input.address] = [...(indexesByAddress[input.address] ?? []), input.index]
  }
  return signInputs ? { ...otherParams, signInputs: { ...indexesByAddress } } : otherParams
}

const toHexAndIndexes = ({ psbt, signInputs, ...otherParams }: SignPsbtParams) => ({
  hex: hexOfBase64(psbt),
  ...(signInputs && {
    signAtIndex: signInputs.map((input: number | SignInput) =>
      typeof input === 'number' ? input : input.index,
    ),
  }),
  allowedSighash: otherParams.allowedSighash,
  broadcast: otherParams.broadcast,
  network: otherParams.network,
})

const toAddressPurposes = ({ purposes, ...otherParams }: AddressesParams) => ({
  ...otherParams,
  addresses: purposes,
})
const toNetworkOnly = ({ network }: AddressesParams) => ({ network })

const addressWriters: ParamsWriters = {
  getAddresses: toAddressPurposes,
  stx_getAddresses: toAddressPurposes,
  wallet_connect: toAddressPurposes,
  sendTransfer: toNumberAmounts,
  signPsbt: inputsByAddress,
}
const renamedMethods = { getAddresses: 'wallet_connect', stx_getAddresses: 'wallet_connect' }

export const rewrites: {
  readonly plain: RewriteRequest
  readonly byAddress: RewriteRequest
  readonly byAddressWithKey: RewriteRequest
  readonly hexPsbt: RewriteRequest
} = {
  plain: makeRewriter({ stx_signMessage: toMessageOnly }),
  byAddress: makeRewriter(addressWriters, renamedMethods),
  byAddressWithKey: makeRewriter(addressWriters, renamedMethods),
  hexPsbt: makeRewriter({
    getAddresses: toNetworkOnly,
    stx_getAddresses: toNetworkOnly,
    signPsbt: toHexAndIndexes,
    stx_signMessage: toMessageOnly,
  }),
}

function refuseParams(reason: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason })
}
