import { LatchkeyError } from '@latchkey/protocol'
import type { Address } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import { isAddress } from '../encoding/address.ts'
import { readAmount } from '../encoding/amount.ts'
import { base58 } from '../encoding/base58.ts'
import type { AskNode } from '../rpc.ts'
import { type ChainAccount, chainAccount } from './chain-account.ts'
import { readMint } from './mint.ts'
import { tokenPrograms } from './token-programs.ts'

/** A token transfer to plan; addresses in base58. */
export interface TokenTransferRequest {
  readonly mint: string
  readonly from: string
  readonly to: string
  /** Amount in base units; `decimals` is the number of decimal places that these units assume. */
  readonly amount: bigint
  readonly decimals: number
}

/** The token accounts of a transfer. */
export interface TokenPlan {
  readonly wish: TokenTransferRequest
  /** Address of the Token or the Token-2022 program. */
  readonly program: string
  /** The sender's token accounts, each with the amount it pays. */
  readonly sources: readonly { readonly address: string; readonly amount: bigint }[]
  readonly destination: string
  /** Lamports that creating `destination` costs the sender; absent when it exists. */
  readonly deposit?: bigint
}

/** Maximum number of source accounts; more would not fit into one transaction. */
const maxSources = 8
const systemProgram = '1'.repeat(32)

/**
 * Finds the token accounts for a transfer. Throws `token-address-required`, `feature-unsupported`,
 * `amount-invalid` when the decimal places are not the mint's, `receiver-invalid` for an account
 * that cannot hold the token, `insufficient-funds`.
 */
export async function planToken(ask: AskNode, request: TokenTransferRequest): Promise<TokenPlan> {
  const [mint, receiver, sources] = await Promise.all([
    chainAccount(ask, request.mint).then(readMint),
    chainAccount(ask, request.to),
    findSourceAccounts(ask, request),
  ])
  if (mint.decimals !== request.decimals)
    refusePlan(
      'amount-invalid',
      `the mint has ${mint.decimals} decimal places, not ${request.decimals}`,
    )
  const basicPlan = { wish: request, program: mint.program, sources }
  if (receiver && tokenPrograms.includes(receiver.owner)) {
    // The receiver may be a token account of this token, instead of its owner. Tokens sent to any
    // other token account would be lost.
    if (receiver.owner !== mint.program || readHolding(receiver)?.mint !== request.mint)
      refusePlan('receiver-invalid', 'an account of tokens, but of none of these')
    return { ...basicPlan, destination: request.to }
  }
  const [associated] = await findAssociatedTokenPda({
    owner: request.to as Address,
    tokenProgram: mint.program as Address,
    mint: request.mint as Address,
  })
  const destination = await chainAccount(ask, associated)
  if (destination && destination.owner !== systemProgram) {
    const holding = readHolding(destination)
    if (
      destination.owner !== mint.program ||
      holding?.mint !== request.mint ||
      holding.owner !== request.to
    )
      refusePlan(
        'receiver-invalid',
        "the receiver's account of this token belongs to somebody else",
      )
    return { ...basicPlan, destination: associated }
  }
  const rent = readAmount(
    await ask('getMinimumBalanceForRentExemption', [mint.accountSize, { commitment: 'confirmed' }]),
  )
  if (rent === null)
    refusePlan('rpc-answer-invalid', 'getMinimumBalanceForRentExemption answered no amount')
  return { ...basicPlan, destination: associated, deposit: rent }
}

/** Whether a plan was made for exactly the given transfer. */
export function isPlanOfTransfer(
  plan: TokenPlan | undefined,
  request: TokenTransferRequest,
): plan is TokenPlan {
  const keys = ['mint', 'from', 'to', 'amount', 'decimals'] as const
  return plan !== undefined && keys.every((key) => plan.wish?.[key] === request[key])
}

/** The sender's token accounts with the largest balances that together cover the amount. */
async function findSourceAccounts(
  ask: AskNode,
  { mint, from, amount }: TokenTransferRequest,
): Promise<TokenPlan['sources']> {
  const config = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const answer = await ask('getTokenAccountsByOwner', [from, { mint }, config])
  const value: unknown = (answer as { value?: unknown } | null)?.value
  if (!Array.isArray(value))
    refusePlan('rpc-answer-invalid', 'getTokenAccountsByOwner answered no list')
  const holdings = value
    .slice(0, 1000)
    .flatMap((entry: AccountEntry | null) => {
      const { info } = entry?.account?.data?.parsed ?? {}
      const amount = readAmount(info?.tokenAmount?.amount)
      const isSpendable = info?.mint === mint && info.owner === from && info.state !== 'frozen'
      return isAddress(entry?.pubkey) && isSpendable && amount
        ? [{ address: entry.pubkey, amount }]
        : []
    })
    .sort((a, b) => {
      if (a.amount === b.amount) return 0
      return a.amount > b.amount ? -1 : 1
    })
    .slice(0, maxSources)
  const remaining = { amount }
  const sourceAmounts = holdings.flatMap((source) => {
    const isEmptied = source.amount < remaining.amount
    const takenAmount = isEmptied ? source.amount : remaining.amount
    remaining.amount -= takenAmount
    return takenAmount > 0n ? [{ address: source.address, amount: takenAmount }] : []
  })
  if (remaining.amount > 0n)
    refusePlan(
      'insufficient-funds',
      'no account of the sender, nor eight together, holds as much of it',
    )
  return sourceAmounts
}

interface AccountEntry {
  readonly pubkey?: unknown
  readonly account?: {
    readonly data?: {
      readonly parsed?: {
        readonly info?: {
          readonly mint?: unknown
          readonly owner?: unknown
          readonly state?: unknown
          readonly tokenAmount?: { readonly amount?: unknown }
        }
      }
    }
  }
}

/** Mint and owner of a token account; null for mints and everything else. */
function readHolding({
  data,
}: ChainAccount): { readonly mint: string; readonly owner: string } | null {
  // With extensions, the byte after the first 165 is the account type.
  const isTokenAccount = data.length === 165 || (data.length > 165 && data[165] === 2)
  return isTokenAccount
    ? { mint: base58(data.slice(0, 32)), owner: base58(data.slice(32, 64)) }
    : null
}

function refusePlan(code: ConstructorParameters<typeof LatchkeyError>[0], reason: string): never {
  throw new LatchkeyError(code, { reason })
}
