import type { ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { networkOf } from '../network.ts'
import { type Coin, readCoins } from '../node/esplora.ts'
import { isNamedByOrd } from '../node/ord.ts'
import { feeRates } from '../read/fee-rates.ts'
import { chooseAll, chooseCoins, minAmountFor, spendableCoins } from './choose-coins.ts'
import { markPlan, type Plan, type Recipient } from './plan.ts'

/** Maximum number of coins that an ord server is asked about for one transfer. */
const maxOrdLookups = 200
/** Number of parallel requests to the ord server. */
const batchSize = 8

/**
 * Plans a transfer: the coins that it spends at the present fee rate, its fee, and the highest
 * amount that could go to its first receiver. An amount below the minimum that nodes relay is
 * planned as that minimum, so that its fee can be shown. Throws `insufficient-funds`,
 * `read-unavailable`, `rpc-answer-invalid`.
 */
export async function planTransfer(
  source: ReadSource,
  request: {
    readonly from: string
    readonly recipients: readonly Recipient[]
    readonly ord?: string | undefined
  },
): Promise<{ readonly plan: Plan; readonly least: bigint; readonly most: bigint }> {
  const { from, ord } = request
  const network = networkOf(source.chain.id)
  const [all, { medium: rate }] = await Promise.all([readCoins(source, from), feeRates(source)])
  const coins = ord ? await dropInscribedCoins(all, ord, source.signal) : all
  const [to = from] = request.recipients.map(({ address }) => address)
  const minAmount = minAmountFor(to, network)
  const recipients = request.recipients.map(({ address, amount }) => {
    const minRecipientAmount = minAmountFor(address, network)
    const isBelowMinimum = amount < minRecipientAmount
    return { address, amount: isBelowMinimum ? minRecipientAmount : amount }
  })
  const maxAmount = chooseAll({ coins, from, rate, network }, to)?.recipients[0]?.amount ?? 0n
  const isMaximum = recipients.length === 1 && recipients[0]?.amount === maxAmount
  const coinChoice = chooseCoins({ coins, from, recipients, rate, network })
  if (!coinChoice)
    throw new LatchkeyError('insufficient-funds', {
      reason: 'the coins that may be spent do not suffice',
    })
  const binding = chooseBinding(ord, isMaximum)
  return {
    plan: markPlan({ ...coinChoice, ...(binding && { binding }) }),
    least: minAmount,
    most: maxAmount,
  }
}

function chooseBinding(ord: string | undefined, isMaximum: boolean): 'ord' | 'all' | undefined {
  if (ord !== undefined) return 'ord'
  return isMaximum ? 'all' : undefined
}

/** The coins in which the ord server finds neither an inscription nor a rune. */
async function dropInscribedCoins(
  coins: readonly Coin[],
  ord: string,
  signal: AbortSignal | undefined,
): Promise<readonly Coin[]> {
  const checkedCoins = spendableCoins(coins).slice(0, maxOrdLookups)
  const freeCoins: Coin[] = []
  for (let batchStart = 0; batchStart < checkedCoins.length; batchStart += batchSize) {
    const batch = checkedCoins.slice(batchStart, batchStart + batchSize)
    const inscriptionFlags = await Promise.all(batch.map((coin) => isNamedByOrd(ord, coin, signal)))
    freeCoins.push(...batch.filter((_, i) => !inscriptionFlags[i]))
  }
  return freeCoins
}
