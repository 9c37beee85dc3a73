import { Address, selectUTXO, type Transaction } from '@scure/btc-signer'
import { formatUnits } from 'viem'
import { toRecord } from '../chain.ts'
import { askNode } from '../family/ask-node.ts'
import { amountOf, fromHex, invalidParams, textOf } from '../family/bytes.ts'
import { askVisitor, type FamilyVerb } from '../family/family.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { type BitcoinKey, bitcoinKeys, regtest } from './accounts.ts'

/** Name of the chain in approvals. */
export const network = 'Bitcoin, regtest'
const mostRecipients = 50
const mostCoins = 500
const leastFeeRate = 1
const mostFeeRate = 1_000
const dust = 546n
const leastCoin = 1_000n

/** Formats satoshi with their unit. */
export function formatBtc(satoshi: bigint): string {
  return `${formatUnits(satoshi, 8)} BTC`
}

/**
 * `{ recipients: [{ address, amount (satoshi) }], feeRate? }` → `{ txid }`; spends coins of the
 * payment address.
 */
export const sendTransfer: FamilyVerb = async (context, params) => {
  const { payment } = bitcoinKeys(context.seed, context.account)
  const recipients = readRecipients(params.recipients)
  const [coins, rate] = await Promise.all([
    readCoins(context.nodeUrl, payment),
    params.feeRate === undefined
      ? readFeeRate(context.nodeUrl)
      : amountOf(params.feeRate, 'feeRate'),
  ])
  if (rate > BigInt(mostFeeRate)) throw invalidParams('feeRate is too high')
  const chosen = selectUTXO(coins, [...recipients], 'default', {
    changeAddress: payment.address,
    feePerByte: rate,
    network: regtest,
    createTx: true,
    bip69: false,
    dust,
  })
  if (!chosen?.tx) throw new ProviderError(-32603, 'Not enough coins for the amount and the fee')
  const total = recipients.reduce((sum, { amount }) => sum + amount, 0n)
  await askVisitor(context, {
    kind: 'bitcoin-transfer',
    account: payment.address,
    network,
    amount: formatBtc(total),
    rows: [
      ...recipients.flatMap(({ address, amount }) => [
        { name: 'To', value: address },
        ...(recipients.length > 1 ? [{ name: 'Amount', value: formatBtc(amount) }] : []),
      ]),
      { name: 'Fee', value: `${formatBtc(chosen.fee ?? 0n)} (${rate} sat/vB)` },
    ],
    pinned: { feeRate: String(rate) },
  })
  chosen.tx.sign(payment.privateKey)
  chosen.tx.finalize()
  return { txid: await broadcastTransaction(context.nodeUrl, chosen.tx) }
}

/** Sends a signed transaction to the node; resolves to its id. */
export async function broadcastTransaction(
  nodeUrl: string,
  transaction: Transaction,
): Promise<string> {
  const said = await askNode(nodeUrl, '/tx', transaction.hex)
  if (said !== transaction.id) throw new ProviderError(-32603, 'The network gave no transaction id')
  return transaction.id
}

function readRecipients(value: unknown): readonly { address: string; amount: bigint }[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostRecipients)
    throw invalidParams('recipients must be a list')
  return value.map((one) => {
    const address = textOf(toRecord(one).address, 'address', 120)
    const amount = amountOf(toRecord(one).amount, 'amount')
    if (!isAddress(address)) throw invalidParams('A recipient is no address of this network')
    if (amount < dust) throw invalidParams(`An amount is below ${dust} satoshi`)
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
  const said = await askNode(nodeUrl, `/address/${address}/utxo`)
  if (!Array.isArray(said)) throw new ProviderError(-32603, 'The network named no coins')
  return (
    said
      .map(toRecord)
      .slice(0, mostCoins)
      .map(({ txid, vout, value }) => {
        const index = Number(amountOf(vout, 'vout'))
        return {
          txid: fromHex(txid, 'txid', 32),
          index,
          witnessUtxo: { script, amount: amountOf(value, 'value') },
        }
      })
      // Very small coins are left out, because they may carry inscriptions.
      .filter(({ witnessUtxo }) => witnessUtxo.amount > leastCoin)
  )
}

async function readFeeRate(nodeUrl: string): Promise<bigint> {
  const rates = toRecord(await askNode(nodeUrl, '/fee-estimates'))
  const rate = Number(rates['6'] ?? rates['3'] ?? rates['1'] ?? leastFeeRate)
  return BigInt(
    Math.min(
      mostFeeRate,
      Math.max(leastFeeRate, Math.ceil(Number.isFinite(rate) ? rate : leastFeeRate)),
    ),
  )
}
