import { type Hex, toHex } from 'viem'
import { callNode } from '../provider/call-node.ts'
import { ProviderError, rejected } from '../provider/provider-error.ts'
import { parseTransaction } from './parse-request.ts'
import type { SigningContext } from './sign.ts'

/**
 * Handles eth_sendTransaction: fills in nonce, gas and fees from the node, prompts, signs here and
 * sends the raw transaction. Errors: -32602, 4001, 4100, 4901 and those of the node.
 */
export async function sendTransaction(context: SigningContext, params: unknown): Promise<Hex> {
  const transactionRequest = parseTransaction(params)
  const { chain, origin } = context
  const key = context.keyOf(transactionRequest.from)
  if (transactionRequest.chain !== undefined && transactionRequest.chain !== chain.id) {
    throw new ProviderError(
      -32602,
      `The transaction is for chain ${transactionRequest.chain}, the wallet is on ${chain.id}`,
    )
  }
  const askNode = (method: string, values: readonly unknown[]): Promise<unknown> =>
    callNode(chain.rpcUrl, method, values)
  const call = {
    from: transactionRequest.from,
    data: transactionRequest.data,
    value: toHex(transactionRequest.value),
    ...(transactionRequest.to === undefined ? {} : { to: transactionRequest.to }),
  }
  const [gas, price, tip] = await Promise.all([
    transactionRequest.gas ??
      askNode('eth_estimateGas', [call]).then(readQuantity).then(gasLimitWithMargin),
    transactionRequest.maxFeePerGas ??
      askNode('eth_gasPrice', [])
        .then(readQuantity)
        .then((base) => base * 2n),
    transactionRequest.maxPriorityFeePerGas ??
      askNode('eth_maxPriorityFeePerGas', []).then(readQuantity),
  ])
  const { to, value, data } = transactionRequest
  const sharedFields = { value, data, ...(to === undefined ? {} : { to }) }
  const isApproved = await context.approve({
    kind: 'transaction',
    origin,
    account: transactionRequest.from,
    chain,
    fee: gas * price,
    gas,
    maxFeePerGas: price,
    ...sharedFields,
  })
  if (!isApproved) throw rejected()
  // The nonce is read after the approval: meanwhile another transaction may have been sent.
  const nonce =
    transactionRequest.nonce ??
    Number(
      readQuantity(await askNode('eth_getTransactionCount', [transactionRequest.from, 'pending'])),
    )
  const isTipAboveCap = tip > price
  const raw = await key.signTransaction({
    ...sharedFields,
    type: 'eip1559',
    chainId: chain.id,
    gas,
    nonce,
    maxFeePerGas: price,
    maxPriorityFeePerGas: isTipAboveCap ? price : tip,
  })
  const hash = await askNode('eth_sendRawTransaction', [raw])
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) {
    throw new ProviderError(-32603, 'The network gave no transaction hash')
  }
  return hash as Hex
}

/**
 * Adds a fifth to the gas estimate of a transaction that runs code, because the chain's state may
 * have changed since the estimate. A plain transfer always costs 21,000.
 */
function gasLimitWithMargin(estimatedGas: bigint): bigint {
  return estimatedGas === 21_000n ? estimatedGas : (estimatedGas * 6n) / 5n
}

function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) {
    throw new ProviderError(-32603, 'The network answered no number')
  }
  return BigInt(value)
}
