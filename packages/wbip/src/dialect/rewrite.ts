import { LatchkeyError } from '@latchkey/protocol'
import { hexOfBase64 } from '../encoding/base64.ts'
import type { AddressesParams } from '../method/account-methods.ts'
import type { SendTransferParams, SignInput, SignPsbtParams } from '../method/bitcoin-methods.ts'
import type { MethodName } from '../method/method-map.ts'
import type { StacksMessageParams } from '../method/stacks-methods.ts'

/** Rewrites a request into the format of one wallet. */
export type Rewrite = (
  method: MethodName,
  params: unknown,
) => { readonly name: string; readonly params: unknown }

/** Makes parameters sendable: bigints become decimal text, undefined members are dropped. */
export function toWire(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  const definedEntries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(definedEntries.map(([key, item]) => [key, toWire(item)]))
}

type Writers = { readonly [M in MethodName]?: (params: never) => unknown }

function rewriteBy(
  writers: Writers,
  names: Readonly<Partial<Record<MethodName, string>>> = {},
): Rewrite {
  return (method, params) => {
    const write = writers[method] as ((params: unknown) => unknown) | undefined
    return { name: names[method] ?? method, params: write ? write(params) : params }
  }
}

const withoutKey = ({ message }: StacksMessageParams) => ({ message })

const onlyNumbers = ({ recipients }: SendTransferParams) => ({
  recipients: recipients.map(({ address, amount }) => {
    if (amount > BigInt(Number.MAX_SAFE_INTEGER))
      refuseParams('an amount is more than this wallet can be told')
    return { address, amount: Number(amount) }
  }),
})

const inputsByAddress = ({ signInputs, ...otherParams }: SignPsbtParams) => {
  const byAddress: Record<string, number[]> = Object.create(null)
  for (const input of signInputs ?? []) {
    if (typeof input === 'number')
      return refuseParams('this wallet must be told the address of each input')
    byAddress[input.address] = [...(byAddress[input.address] ?? []), input.index]
  }
  return signInputs ? { ...otherParams, signInputs: { ...byAddress } } : otherParams
}

const inputsAndHex = ({ psbt, signInputs, ...otherParams }: SignPsbtParams) => ({
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

const withAddressPurposes = ({ purposes, ...otherParams }: AddressesParams) => ({
  ...otherParams,
  addresses: purposes,
})
const onlyNetwork = ({ network }: AddressesParams) => ({ network })

const byAddress: Writers = {
  getAddresses: withAddressPurposes,
  stx_getAddresses: withAddressPurposes,
  wallet_connect: withAddressPurposes,
  sendTransfer: onlyNumbers,
  signPsbt: inputsByAddress,
}
const connectNames = { getAddresses: 'wallet_connect', stx_getAddresses: 'wallet_connect' }

export const rewrites: {
  readonly plain: Rewrite
  readonly byAddress: Rewrite
  readonly byAddressWithKey: Rewrite
  readonly hexPsbt: Rewrite
} = {
  plain: rewriteBy({ stx_signMessage: withoutKey }),
  byAddress: rewriteBy(byAddress, connectNames),
  byAddressWithKey: rewriteBy(byAddress, connectNames),
  hexPsbt: rewriteBy({
    getAddresses: onlyNetwork,
    stx_getAddresses: onlyNetwork,
    signPsbt: inputsAndHex,
    stx_signMessage: withoutKey,
  }),
}

function refuseParams(reason: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason })
}
