import { LatchkeyError } from '@latchkey/protocol'
import { Address, OutScript, p2sh, p2tr, p2wpkh, selectUTXO } from '@scure/btc-signer'
import type { networkOf } from '../network.ts'
import type { Coin } from '../node/esplora.ts'
import type { Plan, Recipient } from './plan.ts'

/**
 * Coins up to this amount in satoshi are not spent, because they may carry an inscription or a
 * rune.
 */
export const reservedAmount = 1000n
/** Amounts in satoshi below which nodes do not relay an output, by type of its address. */
const dustByAddressType: Readonly<Record<string, bigint>> = {
  pkh: 546n,
  sh: 540n,
  wpkh: 294n,
  wsh: 330n,
  tr: 330n,
}

/**
 * Maximum number of inputs: a larger transaction may exceed the 400,000 weight units that nodes
 * relay.
 */
const maxInputs = 1000

/**
 * A transfer plan without `binding`, the reason why exactly its coins must be spent, which is added
 * later.
 */
type CoinChoice = Omit<Plan, 'binding'>

interface CoinRequest {
  readonly coins: readonly Coin[]
  /** The address that holds the coins and receives the change. */
  readonly from: string
  readonly recipients: readonly Recipient[]
  /** Fee rate in satoshi per virtual byte. */
  readonly rate: number
  readonly network: ReturnType<typeof networkOf>
}

/** The least amount that can be sent to an address, satoshi. */
export function minAmountFor(address: string, network: CoinRequest['network']): bigint {
  return dustByAddressType[Address(network).decode(address).type] ?? 546n
}

/**
 * The coins to spend, chosen by `@scure/btc-signer`; undefined when they are not enough. Coins of
 * 1,000 satoshi and less are not spent; unconfirmed coins are spent only when the confirmed ones
 * are not enough.
 */
export function chooseCoins(request: CoinRequest): CoinChoice | undefined {
  const usableCoins = spendableCoins(request.coins)
  const confirmedCoins = usableCoins.filter(({ isConfirmed }) => isConfirmed)
  return selectCoins(request, confirmedCoins) ?? selectCoins(request, usableCoins)
}

/**
 * The highest amount that can be sent to an address at once, and its plan; undefined when nothing
 * can be sent.
 */
export function chooseAll(
  request: Omit<CoinRequest, 'recipients'>,
  recipient: string,
): CoinChoice | undefined {
  const minAmount = minAmountFor(recipient, request.network)
  // The dust limit is set to the total supply. Any change is then below the limit, so
  // `@scure/btc-signer` makes no change output.
  const coinChoice = chooseByLibrary(
    request,
    spendableCoins(request.coins),
    [{ address: recipient, amount: minAmount }],
    'all',
    maxSupply,
  )
  if (!coinChoice) return undefined
  const inputs = coinChoice.inputs
  const fee = BigInt(Math.ceil(coinChoice.weight / 4)) * BigInt(request.rate)
  const amount = sumAmounts(inputs.map(({ value }) => value)) - fee
  return { inputs, recipients: [{ address: recipient, amount }], change: 0n, fee }
}

/** Coins of more than 1,000 satoshi, the largest first. */
export function spendableCoins(coins: readonly Coin[]): readonly Coin[] {
  return coins
    .filter(({ value }) => value > reservedAmount)
    .sort((a, b) => Number(b.value - a.value))
    .slice(0, maxInputs)
}

function selectCoins(request: CoinRequest, coins: readonly Coin[]): CoinChoice | undefined {
  const { recipients } = request
  const coinChoice = chooseByLibrary(
    request,
    coins,
    recipients,
    'default',
    minAmountFor(request.from, request.network),
  )
  if (!coinChoice) return undefined
  const { inputs, paid } = coinChoice
  const change = paid - sumAmounts(recipients.map(({ amount }) => amount))
  const fee = sumAmounts(inputs.map(({ value }) => value)) - paid
  if (change < 0n || fee < 0n)
    throw new LatchkeyError('unknown', { reason: 'the choice of coins does not add up' })
  return { inputs, recipients, change, fee }
}

const maxSupply = 2_100_000_000_000_000n
const sumAmounts = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((all, one) => all + one, 0n)

/**
 * The coins that `@scure/btc-signer` chooses. No change output is made for change of `dust` or
 * less; `paid` is the sum of all outputs, including the change.
 */
function chooseByLibrary(
  { from: sender, rate, network }: Omit<CoinRequest, 'recipients'>,
  coins: readonly Coin[],
  recipients: readonly Recipient[],
  strategy: 'default' | 'all',
  dust: bigint,
):
  | { readonly inputs: readonly Coin[]; readonly paid: bigint; readonly weight: number }
  | undefined {
  if (coins.length === 0) return undefined
  const coinChoice = selectUTXO(
    coins.map((coin) => inputOf(coin, sender, network)),
    recipients.map(({ address, amount }) => ({ address, amount })),
    strategy,
    {
      changeAddress: sender,
      feePerByte: BigInt(rate),
      network,
      dust,
      dustRelayFeeRate: 1n,
      bip69: false,
      allowLegacyWitnessUtxo: true,
    },
  )
  if (!coinChoice) return undefined
  const coinsByOutpoint = new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin]))
  const inputs = coinChoice.inputs.flatMap(
    ({ txid, index }) => coinsByOutpoint.get(`${txidHex(txid)}:${index}`) ?? [],
  )
  return {
    inputs,
    paid: sumAmounts(coinChoice.outputs.map(({ amount }) => amount ?? 0n)),
    weight: coinChoice.weight,
  }
}

/**
 * A coin in the form from which `@scure/btc-signer` computes weights. The coin's real keys and
 * inner scripts are unknown here, so placeholders of the same kind, and therefore the same weight,
 * are used.
 */
function inputOf({ txid, vout, value }: Coin, sender: string, network: CoinRequest['network']) {
  const output = Address(network).decode(sender)
  const coinFieldsOf = (script: Uint8Array) => ({
    txid,
    index: vout,
    witnessUtxo: { script, amount: value },
  })
  if (output.type === 'sh') {
    const { script, redeemScript } = p2sh(p2wpkh(placeholderKey, network), network)
    return { ...coinFieldsOf(script), redeemScript }
  }
  if (output.type !== 'tr') return coinFieldsOf(OutScript.encode(output))
  const tapInternalKey = placeholderKey.slice(1)
  return { ...coinFieldsOf(p2tr(tapInternalKey, undefined, network).script), tapInternalKey }
}

/** The generator point of the curve, used as a valid public key. */
const placeholderKey = Uint8Array.from(
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
)

function txidHex(bytes: Uint8Array | string | undefined): string {
  if (typeof bytes === 'string') return bytes
  return Array.from(bytes ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')
}
