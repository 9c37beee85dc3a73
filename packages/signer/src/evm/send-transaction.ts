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
  const asked = parseTransaction(params)
  const { chain, origin } = context
  const key = context.keyOf(asked.from)
  if (asked.chain !== undefined && asked.chain !== chain.id) {
    throw new ProviderError(
      -32602,
      `The transaction is for chain ${asked.chain}, the wallet is on ${chain.id}`,
    )
  }
  const askNode = (method: string, values: readonly unknown[]): Promise<unknown> =>
    callNode(chain.rpcUrl, method, values)
  const call = {
    from: asked.from,
    data: asked.data,
    value: toHex(asked.value),
    ...(asked.to === undefined ? {} : { to: asked.to }),
  }
  const [gas, price, tip] = await Promise.all([
    asked.gas ?? askNode('eth_estimateGas', [call]).then(readQuantity).then(limitOf),
    asked.maxFeePerGas ??
      askNode('eth_gasPrice', [])
        .then(readQuantity)
        .then((base) => base * 2n),
    asked.maxPriorityFeePerGas ?? askNode('eth_maxPriorityFeePerGas', []).then(readQuantity),
  ])
  const { to, value, data } = asked
  const shared = { value, data, ...(to === undefined ? {} : { to }) }
  const approved = await context.approve({
    kind: 'transaction',
    origin,
    account: asked.from,
    chain,
    fee: gas * price,
    gas,
    maxFeePerGas: price,
    ...shared,
  })
  if (!approved) throw rejected()
  // Read after the approval: another transaction may have been sent meanwhile.
  const nonce =
    asked.nonce ??
    Number(readQuantity(await askNode('eth_getTransactionCount', [asked.from, 'pending'])))
  const isTipAboveCap = tip > price
  const raw = await key.signTransaction({
    ...shared,
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

/** A fifth is added when code runs, because the state may differ from the estimate's. */
function limitOf(needed: bigint): bigint {
  return needed === 21_000n ? needed : (needed * 6n) / 5n
}

function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) {
    throw new ProviderError(-32603, 'The network answered no number')
  }
  return BigInt(value)
}
