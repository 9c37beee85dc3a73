import {
  baseUnits,
  boundedText,
  listOf,
  narrowShape,
  objectOf,
  orAbsent,
  type Shape,
  trueOrFalse,
  wholeNumber,
} from '../encoding/shape.ts'

export interface InscriptionsParams {
  readonly offset: number
  readonly limit: number
}
export interface Inscription {
  readonly inscriptionId: string
  readonly inscriptionNumber: string
  readonly address: string
  readonly collectionName?: string | undefined
  /** Amount of the output that holds the inscription, in satoshi as decimal text. */
  readonly postage: string
  readonly contentLength: string
  readonly contentType: string
  /**
   * Time of the inscription, in milliseconds or seconds since the epoch, depending on the wallet.
   */
  readonly timestamp: number
  readonly offset: number
  readonly genesisTransaction: string
  /** The output that holds the inscription, as `txid:vout`. */
  readonly output: string
}
export interface InscriptionsResult {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly inscriptions: readonly Inscription[]
}
export interface SendInscriptionsParams {
  readonly transfers: readonly { readonly address: string; readonly inscriptionId: string }[]
}
export interface RuneBalance {
  readonly runeName: string
  /**
   * Balance of the rune as a decimal number in text, with a decimal point when the rune is
   * divisible.
   */
  readonly amount: string
  readonly divisibility: number
  readonly symbol: string
  readonly inscriptionId?: string | undefined
  /** The part of the balance that can be spent, as a decimal number in text. */
  readonly spendableBalance: string
}
export interface RuneTransferParams {
  /** Receivers of the runes, with amounts in base units of the rune. */
  readonly recipients: readonly {
    readonly runeName: string
    readonly amount: bigint
    readonly address: string
  }[]
}
interface RuneOrder {
  readonly runeName: string
  readonly destinationAddress: string
  readonly refundAddress: string
  /** Fee rate of the transaction, in satoshi per virtual byte. */
  readonly feeRate: number
  /** Fee that the app charges for its service, in satoshi. */
  readonly appServiceFee?: number | undefined
  readonly appServiceFeeAddress?: string | undefined
  readonly network?: string | undefined
}
export interface RuneMintParams extends RuneOrder {
  readonly repeats: number
}
export interface RuneTerms {
  /**
   * Amount that each mint gives, and the maximum number of mints (`cap`), as decimal numbers in
   * text.
   */
  readonly amount: string
  readonly cap: string
  readonly heightStart?: string | undefined
  readonly heightEnd?: string | undefined
  readonly offsetStart?: string | undefined
  readonly offsetEnd?: string | undefined
}
export interface RuneEtchParams extends RuneOrder {
  readonly isMintable: boolean
  readonly divisibility?: number | undefined
  readonly symbol?: string | undefined
  /** Amount that the etcher, who creates the rune, receives at once, as decimal text. */
  readonly premine?: string | undefined
  readonly delegateInscriptionId?: string | undefined
  readonly terms?: RuneTerms | undefined
  readonly inscriptionDetails?:
    | { readonly contentType: string; readonly contentBase64: string }
    | undefined
}
export interface RuneOrderResult {
  readonly orderId: string
  readonly fundTransactionId: string
  readonly fundingAddress: string
}

const address = boundedText(90, /^[a-zA-Z0-9]{14,}$/)
const inscriptionId = boundedText(80, /^[0-9a-f]{64}i\d{1,10}$/i)
const wholeNumberText = boundedText(39, /^\d+$/)
const itemCount = wholeNumber(0)
/**
 * Checks the name of a rune: 1 to 28 capital letters, with at most one bullet or full stop between
 * two letters.
 */
const runeName = boundedText(60, /^[A-Z](?:[•.]?[A-Z]){0,27}$/u)
const shortText = boundedText(256)
const network = orAbsent(boundedText(64, /^[\w-]+$/))

export const inscriptionsParams: Shape<InscriptionsParams> = objectOf<InscriptionsParams>({
  offset: itemCount,
  limit: wholeNumber(1, 1000),
})
export const inscriptionsResult: Shape<InscriptionsResult> = objectOf<InscriptionsResult>({
  total: itemCount,
  limit: itemCount,
  offset: itemCount,
  inscriptions: listOf(
    objectOf<Inscription>({
      inscriptionId,
      inscriptionNumber: boundedText(24, /^-?\d+$/),
      address,
      collectionName: orAbsent(shortText),
      postage: wholeNumberText,
      contentLength: wholeNumberText,
      contentType: shortText,
      timestamp: itemCount,
      offset: itemCount,
      genesisTransaction: boundedText(64, /^[0-9a-f]{64}$/i),
      output: boundedText(80, /^[0-9a-f]{64}:\d{1,10}$/i),
    }),
    0,
    1000,
  ),
})
export const sendInscriptionsParams: Shape<SendInscriptionsParams> =
  objectOf<SendInscriptionsParams>({
    transfers: listOf(
      objectOf<{ readonly address: string; readonly inscriptionId: string }>({
        address,
        inscriptionId,
      }),
      1,
      100,
    ),
  })
export const runeBalancesResult: Shape<{ readonly balances: readonly RuneBalance[] }> = objectOf<{
  readonly balances: readonly RuneBalance[]
}>({
  balances: listOf(
    objectOf<RuneBalance>({
      runeName: boundedText(60),
      amount: boundedText(60, /^\d+(?:\.\d+)?$/),
      divisibility: wholeNumber(0, 38),
      symbol: boundedText(8),
      inscriptionId: orAbsent(boundedText(80)),
      spendableBalance: boundedText(60, /^\d+(?:\.\d+)?$/),
    }),
    0,
    2000,
  ),
})
export const runeTransferParams: Shape<RuneTransferParams> = objectOf<RuneTransferParams>({
  recipients: listOf(
    objectOf<RuneTransferParams['recipients'][number]>({
      runeName,
      amount: baseUnits(1n),
      address,
    }),
    1,
    100,
  ),
})
const orderFields = {
  runeName,
  destinationAddress: address,
  refundAddress: address,
  feeRate: wholeNumber(1, 1_000_000),
  appServiceFee: orAbsent(itemCount),
  appServiceFeeAddress: orAbsent(address),
  network,
} as const
/** A request that charges a service fee must also name the address that receives it. */
const requireFeeAddress = <T extends RuneOrder>(shape: Shape<T>): Shape<T> =>
  narrowShape(shape, ({ appServiceFee, appServiceFeeAddress }) =>
    appServiceFee !== undefined && appServiceFeeAddress === undefined
      ? 'names a fee, but not for whom'
      : undefined,
  )
export const runeMintParams: Shape<RuneMintParams> = requireFeeAddress(
  objectOf<RuneMintParams>({ ...orderFields, repeats: wholeNumber(1, 10_000) }),
)
export const runeEtchParams: Shape<RuneEtchParams> = requireFeeAddress(
  objectOf<RuneEtchParams>({
    ...orderFields,
    isMintable: trueOrFalse,
    divisibility: orAbsent(wholeNumber(0, 38)),
    symbol: orAbsent(boundedText(8)),
    premine: orAbsent(wholeNumberText),
    delegateInscriptionId: orAbsent(inscriptionId),
    terms: orAbsent(
      objectOf<RuneTerms>({
        amount: wholeNumberText,
        cap: wholeNumberText,
        heightStart: orAbsent(wholeNumberText),
        heightEnd: orAbsent(wholeNumberText),
        offsetStart: orAbsent(wholeNumberText),
        offsetEnd: orAbsent(wholeNumberText),
      }),
    ),
    inscriptionDetails: orAbsent(
      objectOf<{ readonly contentType: string; readonly contentBase64: string }>({
        contentType: shortText,
        contentBase64: boundedText(2_796_204, /^[a-z0-9+/]+={0,2}$/i),
      }),
    ),
  }),
)
export const runeOrderResult: Shape<RuneOrderResult> = objectOf<RuneOrderResult>({
  orderId: boundedText(128, /^[\w-]+$/),
  fundTransactionId: boundedText(64, /^[0-9a-f]{64}$/i),
  fundingAddress: address,
})
