import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { CallNode } from './call-node.ts'

const knownFields = new Set([
  'from',
  'to',
  'data',
  'input',
  'value',
  'gas',
  'gasLimit',
  'nonce',
  'chainId',
  'type',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
])
const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
export const hexQuantity = (value: bigint): string => `0x${value.toString(16)}`

type QuantityReader = (method: string, values: readonly unknown[]) => Promise<bigint>

/**
 * Adds the fields to `eth_sendTransaction` that the page left out, so that the visitor sees the
 * whole transaction, and exactly that is signed. Fields that the vault does not know (access lists,
 * authorisations, blobs) are refused.
 * @throws `rpc-invalid-params` | the node's errors
 */
export async function completeEvm(
  params: unknown,
  {
    chain,
    address,
    node,
  }: { readonly chain: ChainId; readonly address: string; readonly node: CallNode },
): Promise<readonly [Readonly<Record<string, string>>]> {
  const [given] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof given !== 'object' || given === null) throw invalidParams('no transaction')
  const fields = given as Readonly<Record<string, unknown>>
  const unknownField = Object.keys(fields).find(
    (name) => !knownFields.has(name) && fields[name] !== undefined,
  )
  if (unknownField) throw invalidParams(`${unknownField.slice(0, 40)} is not taken`)
  const { from, to, value } = fields
  if (typeof from !== 'string' || from.toLowerCase() !== address.toLowerCase())
    throw invalidParams('from')
  const data = fields.data ?? fields.input ?? '0x'
  if (fields.data !== undefined && fields.input !== undefined && fields.data !== fields.input)
    throw invalidParams('input')
  if (typeof data !== 'string' || (to !== undefined && typeof to !== 'string'))
    throw invalidParams('to')
  const call = {
    from: address,
    ...(to !== undefined && { to }),
    ...(data !== '0x' && { data }),
    value: value === undefined ? '0x0' : readQuantity(value, 'value'),
  }
  const readNodeQuantity = askQuantity(chain, node)
  const givenGas = fields.gas ?? fields.gasLimit
  const [nonce, gas, fees] = await Promise.all([
    fields.nonce === undefined
      ? readNodeQuantity('eth_getTransactionCount', [address, 'pending']).then(hexQuantity)
      : readQuantity(fields.nonce, 'nonce'),
    givenGas === undefined
      ? readNodeQuantity('eth_estimateGas', [call]).then(gasLimitWithMargin).then(hexQuantity)
      : readQuantity(givenGas, 'gas'),
    readFees(fields, readNodeQuantity, () =>
      node(chain, 'eth_getBlockByNumber', ['latest', false]),
    ),
  ])
  return [
    { ...call, ...fees, nonce, gas, chainId: hexQuantity(BigInt(chain.slice('eip155:'.length))) },
  ]
}

/**
 * Adds a fifth to the estimated gas when code runs, because the chain's state may change between
 * the estimate and the execution.
 */
export function gasLimitWithMargin(estimatedGas: bigint): bigint {
  return estimatedGas === 21_000n ? estimatedGas : (estimatedGas * 6n) / 5n
}

/**
 * Makes a JSON-RPC call to a node that answers with one number.
 * @throws `rpc-answer-invalid` for any other answer | the node's errors
 */
export function askQuantity(chain: ChainId, node: CallNode): QuantityReader {
  return async (method, values) => {
    const answer = await node(chain, method, values)
    if (!isQuantity(answer)) throw new LatchkeyError('rpc-answer-invalid', { reason: method })
    return BigInt(answer)
  }
}

/**
 * Computes the fee fields that the page left out. They are high enough even if six full blocks
 * raise the base fee.
 */
export async function readFees(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Readonly<Record<string, unknown>>,
  readNodeQuantity: QuantityReader,
  latest: () => Promise<unknown>,
): Promise<Readonly<Record<string, string>>> {
  if (gasPrice !== undefined) return { gasPrice: readQuantity(gasPrice, 'gasPrice') }
  const block = (await latest()) as { readonly baseFeePerGas?: unknown } | null
  const baseFee = block?.baseFeePerGas
  if (!isQuantity(baseFee))
    return { gasPrice: hexQuantity(await readNodeQuantity('eth_gasPrice', [])) }
  const priorityFee =
    maxPriorityFeePerGas === undefined
      ? await readNodeQuantity('eth_maxPriorityFeePerGas', []).catch(() => 1_000_000_000n)
      : BigInt(readQuantity(maxPriorityFeePerGas, 'maxPriorityFeePerGas'))
  const maxFee =
    maxFeePerGas === undefined
      ? BigInt(baseFee) * 2n + priorityFee
      : BigInt(readQuantity(maxFeePerGas, 'maxFeePerGas'))
  if (priorityFee > maxFee) throw invalidParams('maxPriorityFeePerGas is above maxFeePerGas')
  return { maxFeePerGas: hexQuantity(maxFee), maxPriorityFeePerGas: hexQuantity(priorityFee) }
}

function readQuantity(value: unknown, name: string): string {
  if (!isQuantity(value)) throw invalidParams(name)
  return value.toLowerCase()
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}
