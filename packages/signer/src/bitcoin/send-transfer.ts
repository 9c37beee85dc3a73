import { Address, selectUTXO, type Transaction } from '@scure/btc-signer'
import { formatUnits } from 'viem'
import { toRecord } from '../chain.ts'
import { askNode } from '../family/ask-node.ts'
import { fromHex, invalidParams, readAmount, requireText } from '../family/bytes.ts'
import { askVisitor, type MethodHandler } from '../family/family.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { type BitcoinKey, bitcoinKeys, regtest } from './accounts.ts'

/** Name of the chain, as approvals show it. */
export const network = 'Bitcoin, regtest'
const maxRecipients = 50
const maxCoins = 500
const minFeeRate = 1
const maxFeeRate = 1_000
const dustLimit = 546n
const minCoinValue = 1_000n

/** Formats satoshi with their unit. */
export function formatBtc(satoshi: bigint): string {
  return `${formatUnits(satoshi, 8)} BTC`
}

/**
 * Sends BTC: `{ recipients: [{ address, amount (satoshi) }], feeRate? }` → `{ txid }`; spends coins
 * of the payment address.
 */
export const sendTransfer: MethodHandler = async (context, params) => {
  const { payment } = bitcoinKeys(context.seed, context.account)
  const recipients = readRecipients(params.recipients)
  const [coins, rate] = await Promise.all([
    readCoins(context.nodeUrl, payment),
    params.feeRate === undefined
      ? readFeeRate(context.nodeUrl)
      : readAmount(params.feeRate, 'feeRate'),
  ])
  if (rate > BigInt(maxFeeRate)) throw invalidParams('feeRate is too high')
  const coinSelection = selectUTXO(coins, [...recipients], 'default', {
    changeAddress: payment.address,
    feePerByte: rate,
    network: regtest,
    createTx: true,
    bip69: false,
    dust: dustLimit,
  })
  if (!coinSelection?.tx)
    throw new ProviderError(-32603, 'Not enough coins for the amount and the fee')
  const totalAmount = recipients.reduce((sum, { amount }) => sum + amount, 0n)
  await askVisitor(context, {
    kind: 'bitcoin-transfer',
    account: payment.address,
    network,
    amount: formatBtc(totalAmount),
    rows: [
      ...recipients.flatMap(({ address, amount }) => [
        { name: 'To', value: address },
        ...(recipients.length > 1 ? [{ name: 'Amount', value: formatBtc(amount) }] : []),
      ]),
      { name: 'Fee', value: `${formatBtc(coinSelection.fee ?? 0n)} (${rate} sat/vB)` },
    ],
    pinned: { feeRate: String(rate) },
  })
  coinSelection.tx.sign(payment.privateKey)
  coinSelection.tx.finalize()
  return { txid: await broadcastTransaction(context.nodeUrl, coinSelection.tx) }
}

/** Sends a signed transaction to the node; resolves to its id. */
export async function broadcastTransaction(
  nodeUrl: string,
  transaction: Transaction,
): Promise<string> {
  const nodeAnswer = await askNode(nodeUrl, '/tx', transaction.hex)
  if (nodeAnswer !== transaction.id)
    throw new ProviderError(-32603, 'The network gave no transaction id')
  return transaction.id
}

function readRecipients(value: unknown): readonly { address: string; amount: bigint }[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRecipients)
    throw invalidParams('recipients must be a list')
  return value.map((item) => {
    const address = requireText(toRecord(item).address, 'address', 120)
    const amount = readAmount(toRecord(item).amount, 'amount')
    if (!isAddress(address)) throw invalidParams('A recipient is no address of this network')
    if (amount < dustLimit) throw invalidParams(`An amount is below ${dustLimit} satoshi`)
    return { address, amount }
  })
}

function isAddress(address: string): boolean {
  try {
    return Boolean(Address(regtest).decode(address))
  } catch {
    return false
  }
}

type Coin = Parameters<typeof selectUTXO>[0][number]

async function readCoins(nodeUrl: string, { address, script }: BitcoinKey): Promise<Coin[]> {
  const nodeAnswer = await askNode(nodeUrl, `/address/${address}/utxo`)
  if (!Array.isArray(nodeAnswer)) throw new ProviderError(-32603, 'The network named no coins')
  return (
    nodeAnswer
      .map(toRecord)
      .slice(0, maxCoins)
      .map(({ txid, vout, value }) => {
        const index = Number(readAmount(vout, 'vout'))
        return {
          txid: fromHex(txid, 'txid', 32),
          index,
          witnessUtxo: { script, amount: readAmount(value, 'value') },
        }
      })
      // Very small coins are left out, because they may carry inscriptions.
      .filter(({ witnessUtxo }) => witnessUtxo.amount > minCoinValue)
  )
}

async function readFeeRate(nodeUrl: string): Promise<bigint> {
  const rates = toRecord(await askNode(nodeUrl, '/fee-estimates'))
  const rate = Number(rates['6'] ?? rates['3'] ?? rates['1'] ?? minFeeRate)
  return BigInt(
    Math.min(
      maxFeeRate,
      Math.max(minFeeRate, Math.ceil(Number.isFinite(rate) ? rate : minFeeRate)),
    ),
  )
}
