import {
  also,
  fields,
  flag,
  list,
  optional,
  type Shape,
  text,
  units,
  whole,
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
  /** Satoshi, decimal. */
  readonly postage: string
  readonly contentLength: string
  readonly contentType: string
  /** Milliseconds or seconds since the epoch, as the wallet counts. */
  readonly timestamp: number
  readonly offset: number
  readonly genesisTransaction: string
  /** `txid:vout`. */
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
  /** Decimal. */
  readonly amount: string
  readonly divisibility: number
  readonly symbol: string
  readonly inscriptionId?: string | undefined
  /** Decimal. */
  readonly spendableBalance: string
}
export interface RuneTransferParams {
  /** Amounts are base units. */
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
  /** Satoshi a virtual byte. */
  readonly feeRate: number
  /** Satoshi. */
  readonly appServiceFee?: number | undefined
  readonly appServiceFeeAddress?: string | undefined
  readonly network?: string | undefined
}
export interface RuneMintParams extends RuneOrder {
  readonly repeats: number
}
export interface RuneTerms {
  /** Decimals. */
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
  /** Decimal. */
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

const address = text(90, /^[a-zA-Z0-9]{14,}$/)
const inscriptionId = text(80, /^[0-9a-f]{64}i\d{1,10}$/i)
const decimal = text(39, /^\d+$/)
const count = whole(0)
/** Capitals with dots between (or spaces that stand for them). */
const runeName = text(60, /^[A-Z](?:[•.]?[A-Z]){0,27}$/u)
const line = text(256)
const network = optional(text(64, /^[\w-]+$/))

export const inscriptionsParams: Shape<InscriptionsParams> = fields<InscriptionsParams>({
  offset: count,
  limit: whole(1, 1000),
})
export const inscriptionsResult: Shape<InscriptionsResult> = fields<InscriptionsResult>({
  total: count,
  limit: count,
  offset: count,
  inscriptions: list(
    fields<Inscription>({
      inscriptionId,
      inscriptionNumber: text(24, /^-?\d+$/),
      address,
      collectionName: optional(line),
      postage: decimal,
      contentLength: decimal,
      contentType: line,
      timestamp: count,
      offset: count,
      genesisTransaction: text(64, /^[0-9a-f]{64}$/i),
      output: text(80, /^[0-9a-f]{64}:\d{1,10}$/i),
    }),
    0,
    1000,
  ),
})
export const sendInscriptionsParams: Shape<SendInscriptionsParams> = fields<SendInscriptionsParams>(
  {
    transfers: list(
      fields<{ readonly address: string; readonly inscriptionId: string }>({
        address,
        inscriptionId,
      }),
      1,
      100,
    ),
  },
)
export const runeBalancesResult: Shape<{ readonly balances: readonly RuneBalance[] }> = fields<{
  readonly balances: readonly RuneBalance[]
}>({
  balances: list(
    fields<RuneBalance>({
      runeName: text(60),
      amount: text(60, /^\d+(?:\.\d+)?$/),
      divisibility: whole(0, 38),
      symbol: text(8),
      inscriptionId: optional(text(80)),
      spendableBalance: text(60, /^\d+(?:\.\d+)?$/),
    }),
    0,
    2000,
  ),
})
export const runeTransferParams: Shape<RuneTransferParams> = fields<RuneTransferParams>({
  recipients: list(
    fields<RuneTransferParams['recipients'][number]>({ runeName, amount: units(1n), address }),
    1,
    100,
  ),
})
const order = {
  runeName,
  destinationAddress: address,
  refundAddress: address,
  feeRate: whole(1, 1_000_000),
  appServiceFee: optional(count),
  appServiceFeeAddress: optional(address),
  network,
} as const
/** Whoever asks for a fee says where it goes. */
const paid = <T extends RuneOrder>(shape: Shape<T>): Shape<T> =>
  also(shape, ({ appServiceFee, appServiceFeeAddress }) =>
    appServiceFee !== undefined && appServiceFeeAddress === undefined
      ? 'names a fee, but not for whom'
      : undefined,
  )
export const runeMintParams: Shape<RuneMintParams> = paid(
  fields<RuneMintParams>({ ...order, repeats: whole(1, 10_000) }),
)
export const runeEtchParams: Shape<RuneEtchParams> = paid(
  fields<RuneEtchParams>({
    ...order,
    isMintable: flag,
    divisibility: optional(whole(0, 38)),
    symbol: optional(text(8)),
    premine: optional(decimal),
    delegateInscriptionId: optional(inscriptionId),
    terms: optional(
      fields<RuneTerms>({
        amount: decimal,
        cap: decimal,
        heightStart: optional(decimal),
        heightEnd: optional(decimal),
        offsetStart: optional(decimal),
        offsetEnd: optional(decimal),
      }),
    ),
    inscriptionDetails: optional(
      fields<{ readonly contentType: string; readonly contentBase64: string }>({
        contentType: line,
        contentBase64: text(2_796_204, /^[a-z0-9+/]+={0,2}$/i),
      }),
    ),
  }),
)
export const runeOrderResult: Shape<RuneOrderResult> = fields<RuneOrderResult>({
  orderId: text(128, /^[\w-]+$/),
  fundTransactionId: text(64, /^[0-9a-f]{64}$/i),
  fundingAddress: address,
})
