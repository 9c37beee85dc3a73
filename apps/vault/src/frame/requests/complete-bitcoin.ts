import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, p2wpkh, selectUTXO, TEST_NETWORK } from '@scure/btc-signer'
import type { CallNode } from './call-node.ts'

/**
 * Unspent outputs of at most this many satoshi are not spent, because they may carry an inscription
 * or another asset.
 */
const reservedAmount = 1000n
const maxCoins = 500
const dustLimit = 294n
const addressPrefixes: Readonly<Record<string, string>> = {
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt',
  '000000000019d6689c085ae165831e93': 'bc',
}

/**
 * Turns `sendTransfer` into the PSBT that pays it, so that exactly what the visitor sees is signed.
 * @param publicKey - public key of the account on this network, compressed point, hex
 * @throws `rpc-invalid-params` | the node's errors
 */
export async function completeTransfer(
  params: unknown,
  context: {
    readonly chain: ChainId
    readonly address: string
    readonly publicKey: string
    readonly node: CallNode
  },
): Promise<{
  readonly account: string
  readonly psbt: string
  readonly signInputs: readonly { index: number; address: string }[]
  readonly broadcast: true
}> {
  const { chain, address, publicKey, node } = context
  const { account, recipientAddress, amount } = (params ?? {}) as Readonly<Record<string, unknown>>
  if (account !== undefined && account !== address) throw invalidParams('another account')
  if (
    typeof recipientAddress !== 'string' ||
    typeof amount !== 'string' ||
    !/^[1-9]\d{0,15}$/.test(amount)
  )
    throw invalidParams('recipientAddress or amount')
  const reference = chain.slice('bip122:'.length)
  const isMainnet = addressPrefixes[reference] === 'bc'
  const network = {
    ...(isMainnet ? NETWORK : TEST_NETWORK),
    bech32: addressPrefixes[reference] ?? 'tb',
  }
  const { script } = p2wpkh(hex.decode(publicKey), network)
  const [coins, rates] = await Promise.all([
    node(chain, 'GET', [`/address/${address}/utxo`]),
    node(chain, 'GET', ['/fee-estimates']).catch(() => ({})),
  ])
  const spendableCoins = readCoins(coins).filter(({ value }) => value > reservedAmount)
  const inputs = spendableCoins.map(({ txid, vout, value }) => ({
    txid: hex.decode(txid),
    index: vout,
    witnessUtxo: { script, amount: value },
  }))
  const coinSelection = tryPayment(() =>
    selectUTXO(inputs, [{ address: recipientAddress, amount: BigInt(amount) }], 'default', {
      changeAddress: address,
      feePerByte: readRate(rates),
      network,
      createTx: true,
      bip69: false,
      dust: dustLimit,
    }),
  )
  if (!coinSelection?.tx)
    throw new LatchkeyError('rpc-transaction-rejected', { reason: 'not enough coins' })
  // Refuses a receiver's address whose script is malformed, such as a Taproot key that is no point.
  OutScript.decode(coinSelection.tx.getOutput(0).script ?? new Uint8Array())
  // The library chose the coins and wrote the outputs, so its reading of the address and the amount
  // is checked before the visitor is asked.
  const paidOutput = coinSelection.tx.getOutput(0)
  const requestedScript = OutScript.encode(Address(network).decode(recipientAddress))
  if (
    paidOutput.amount !== BigInt(amount) ||
    hex.encode(paidOutput.script ?? new Uint8Array()) !== hex.encode(requestedScript)
  )
    throw new LatchkeyError('rpc-internal', { reason: 'the payment is not the requested one' })
  const signInputs = Array.from({ length: coinSelection.tx.inputsLength }, (_, index) => ({
    index,
    address,
  }))
  return {
    account: address,
    psbt: base64.encode(coinSelection.tx.toPSBT()),
    signInputs,
    broadcast: true,
  }
}

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
}

function readCoins(nodeAnswer: unknown): readonly Coin[] {
  if (!Array.isArray(nodeAnswer))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'no list of coins' })
  return nodeAnswer.slice(0, maxCoins).flatMap((item: Readonly<Record<string, unknown>>) => {
    const { txid, vout, value } = item ?? {}
    const isCoin = typeof txid === 'string' && /^[0-9a-f]{64}$/.test(txid)
    const isOutputPlace = Number.isSafeInteger(vout) && Number.isSafeInteger(value)
    return isCoin && isOutputPlace
      ? [{ txid, vout: Number(vout), value: BigInt(Number(value)) }]
      : []
  })
}

/**
 * Reads the node's fee rate in satoshi per virtual byte; it is limited to the range from 1 to
 * 1,000, whatever the node says.
 */
function readRate(nodeAnswer: unknown): bigint {
  const rates = (nodeAnswer ?? {}) as Readonly<Record<string, unknown>>
  const rate = Number(rates['6'] ?? rates['3'] ?? rates['1'] ?? 1)
  return BigInt(Math.min(1000, Math.max(1, Math.ceil(Number.isFinite(rate) ? rate : 1))))
}

function tryPayment<T>(makePayment: () => T): T {
  try {
    return makePayment()
  } catch (cause) {
    throw new LatchkeyError('rpc-invalid-params', { reason: 'cannot be paid so', cause })
  }
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}
