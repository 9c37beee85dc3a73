import { entryPoint } from '@latchkey/protocol/vault'
import { z } from 'zod'

/** Shape of hex text of at most `bytes` bytes. */
const hexShapeUpTo = (bytes: number) =>
  z.string().regex(new RegExp(`^0x[\\da-fA-F]{0,${bytes * 2}}$`))
const address = z.string().regex(/^0x[\da-fA-F]{40}$/)
const hash = z.string().regex(/^0x[\da-fA-F]{64}$/)
const quantityShape = hexShapeUpTo(32)
/** Shape of call data, up to the length that fits into the request body. */
const data = hexShapeUpTo(32_768)

/** A user operation of EntryPoint v0.7 in ERC-4337's JSON-RPC form, without extra fields. */
const operationShape = z.strictObject({
  sender: address,
  nonce: quantityShape,
  factory: address.nullish(),
  factoryData: data.nullish(),
  callData: data,
  callGasLimit: quantityShape.nullish(),
  verificationGasLimit: quantityShape.nullish(),
  preVerificationGas: quantityShape.nullish(),
  maxFeePerGas: quantityShape.nullish(),
  maxPriorityFeePerGas: quantityShape.nullish(),
  paymaster: address.nullish(),
  paymasterVerificationGasLimit: quantityShape.nullish(),
  paymasterPostOpGasLimit: quantityShape.nullish(),
  paymasterData: data.nullish(),
  signature: data.nullish(),
})
const entryPointShape = z.string().refine((text) => text.toLowerCase() === entryPoint.toLowerCase())
const emptyParams = z.tuple([]).optional()

/** Allowed methods of a bundler (ERC-4337) with the shapes of their parameters. */
export const bundlerMethods: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['eth_sendUserOperation', z.tuple([operationShape, entryPointShape])],
  ['eth_estimateUserOperationGas', z.tuple([operationShape, entryPointShape])],
  ['eth_getUserOperationReceipt', z.tuple([hash])],
  ['eth_getUserOperationByHash', z.tuple([hash])],
  ['eth_supportedEntryPoints', emptyParams],
  ['eth_chainId', emptyParams],
])

/**
 * Allowed methods of a paymaster service (ERC-7677); the last parameter is always replaced by the
 * operator's context.
 */
export function sponsorMethods(chain: string, context: object): ReadonlyMap<string, z.ZodType> {
  const chainIdShape = quantityShape.refine(
    (text) => `eip155:${BigInt(text === '0x' ? 0 : text)}` === chain,
  )
  const params = z
    .tuple([operationShape, entryPointShape, chainIdShape], z.unknown())
    .refine(({ length }) => length <= 4)
    .transform(([asked, at, id]) => [asked, at, id, context])
  return new Map([
    ['pm_getPaymasterStubData', params],
    ['pm_getPaymasterData', params],
  ])
}
