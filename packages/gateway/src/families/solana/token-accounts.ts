import type { ChainId } from '@latchkey/protocol'
import { isRecord } from '../../base/is-record.ts'
import type { NodeAnswer, NodeCall } from '../../ports/node-port.ts'
import { readAmount } from '../shared/read-amount.ts'
import { solana } from './solana.ts'

/** One account of a Solana token program, which holds an amount of one token. */
export interface TokenAccount {
  readonly address: string
  readonly mint: string
  /** Held amount in base units. */
  readonly amount: bigint
  readonly decimals: number
}

/** Addresses of the token programs Token and Token-2022. */
const programs = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const maxTokenAccounts = 10_000

/** Returns the calls that read all token accounts of an owner. */
export function tokenAccountCalls(owner: string): readonly NodeCall[] {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  return programs.map((programId) => ({
    method: 'getTokenAccountsByOwner',
    params: JSON.stringify([owner, { programId }, options]),
  }))
}

/**
 * Reads a node's answer to a request for an owner's token accounts. Only valid entries of that
 * owner are returned; none when the node gives no result.
 */
export function readTokenAccounts(
  answer: NodeAnswer | undefined,
  owner: string,
  chain: ChainId,
): readonly TokenAccount[] {
  const value = answer?.kind === 'result' ? (answer.value ?? JSON.parse(answer.text)) : undefined
  const list: unknown = isRecord(value) ? value.value : undefined
  if (!Array.isArray(list)) return []
  return list.slice(0, maxTokenAccounts).flatMap((entry: unknown) => {
    const { pubkey: address, account } = isRecord(entry) ? entry : {}
    const data = isRecord(account) && isRecord(account.data) ? account.data : {}
    const info = isRecord(data.parsed) && isRecord(data.parsed.info) ? data.parsed.info : {}
    const tokenAmount = isRecord(info.tokenAmount) ? info.tokenAmount : {}
    const amount = readAmount(tokenAmount.amount)
    const { mint } = info
    const isOwn = info.owner === owner && isAddress(mint, chain) && isAddress(address, chain)
    return isOwn && amount !== undefined && isDecimals(tokenAmount.decimals)
      ? [
          {
            address: address as string,
            mint: mint as string,
            amount,
            decimals: tokenAmount.decimals,
          },
        ]
      : []
  })
}

function isAddress(value: unknown, chain: ChainId): value is string {
  return typeof value === 'string' && solana.isAddress(value, chain)
}

/**
 * Whether a number of decimals is valid: a mint stores it in one byte, and more than 36 decimals
 * are not supported.
 */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 36
}
