import type { AssetId, ChainId } from '@latchkey/protocol'
import { isRecord } from '../../base/is-record.ts'
import type { Unit } from '../shared/listed-units.ts'
import type { Movement } from '../shared/movement.ts'
import { readAmount } from '../shared/read-amount.ts'
import { mintUnit } from './mint-unit.ts'
import { isDecimals } from './token-accounts.ts'

/** The effect of a transaction on one account, computed from its balances before and after. */
export interface SolanaEffect {
  /** Whether the account signed the transaction and paid its fee. */
  readonly isPayer: boolean
  readonly payer: string
  readonly fee: bigint
  readonly isSuccess: boolean
  /**
   * The program that was called last, not counting those that only prepare a transaction (such as
   * compute budget); '' when there is none.
   */
  readonly program: string
  readonly movements: readonly Movement[]
  /** `isMint`: every received token was newly minted. `isBurn`: every sent token was burned. */
  readonly isMint: boolean
  readonly isBurn: boolean
}

interface TokenHolding {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}

/** Mint of wrapped SOL. Its amounts are counted as SOL, so wrapping SOL moves nothing. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
const setUpPrograms: readonly string[] = [
  'ComputeBudget111111111111111111111111111111',
  '11111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]

/**
 * Reads the answer of `getTransaction` (jsonParsed). The SOL in an account's token accounts counts
 * as its own, so paying rent for them and wrapping SOL are no transfers. Rent that it pays for
 * token accounts of others is a cost and is left out too.
 * @returns undefined for malformed data, or a transaction of another account
 */
export function readTransaction(
  value: unknown,
  account: string,
  {
    chain,
    coin,
    coinUnit,
    listed,
  }: {
    readonly chain: ChainId
    readonly coin: AssetId
    readonly coinUnit: Unit
    readonly listed: ReadonlyMap<AssetId, Unit>
  },
): SolanaEffect | undefined {
  const { transaction, meta } = isRecord(value) ? value : {}
  const message = isRecord(transaction) && isRecord(transaction.message) ? transaction.message : {}
  if (!isRecord(meta) || !Array.isArray(message.accountKeys)) return undefined
  const keys = message.accountKeys.map(readKey)
  const lamports = {
    before: readLamports(meta.preBalances),
    after: readLamports(meta.postBalances),
  }
  const fee = readAmount(meta.fee)
  const [payer] = keys
  if (payer === undefined || keys.includes(undefined) || fee === undefined) return undefined
  if (lamports.before.length !== keys.length || lamports.after.length !== keys.length)
    return undefined
  const commonFields = {
    isPayer: payer === account,
    payer,
    fee,
    program: findProgram(message.instructions),
  }
  const emptyEffect = { ...commonFields, movements: [], isMint: false, isBurn: false }
  if (meta.err !== null && meta.err !== undefined) return { ...emptyEffect, isSuccess: false }
  const tokens = {
    before: readHoldings(meta.preTokenBalances),
    after: readHoldings(meta.postTokenBalances),
  }

  const lamportGainAt = (index: number): bigint =>
    (lamports.after[index] ?? 0n) - (lamports.before[index] ?? 0n)
  const findOwner = (index: number): string =>
    (tokens.after.get(index) ?? tokens.before.get(index))?.owner ?? (keys[index] as string)
  // Computes by how many lamports a transaction changed the SOL of each owner, without the fee.
  const lamportsByOwner = sumByOwner(
    keys.map((_, index) => [findOwner(index), lamportGainAt(index) + (index === 0 ? fee : 0n)]),
  )
  const rent = [...tokens.after]
    .filter(
      ([index, { owner }]) =>
        owner !== account && lamports.before[index] === 0n && !tokens.before.has(index),
    )
    .reduce(
      (sum, [index, { mint, amount }]) =>
        sum + (lamports.after[index] ?? 0n) - (mint === wrappedMint ? amount : 0n),
      0n,
    )
  const netLamports = lamportsByOwner.get(account) ?? 0n
  const lamportsWithoutRent = -netLamports < rent ? 0n : netLamports + rent
  const lamportChange = netLamports < 0n && payer === account ? lamportsWithoutRent : netLamports
  const coins = makeMovement(lamportChange, {
    asset: coin,
    unit: coinUnit,
    others: lamportsByOwner,
    account,
  })

  const mints = new Set(
    [...tokens.before.values(), ...tokens.after.values()].map(({ mint }) => mint),
  )
  const tokenMovements = [...mints]
    .filter((mint) => mint !== wrappedMint)
    .flatMap((mint) => {
      const changesByOwner = sumByOwner([
        ...findHolders(tokens.after, mint, 1n),
        ...findHolders(tokens.before, mint, -1n),
      ])
      const decimals =
        [...tokens.after.values(), ...tokens.before.values()].find((one) => one.mint === mint)
          ?.decimals ?? 0
      const asset: AssetId = `${chain}/token:${mint}`
      const amount = changesByOwner.get(account) ?? 0n
      const tokenMovement = makeMovement(amount, {
        asset,
        unit: mintUnit(listed, chain, mint, decimals),
        others: changesByOwner,
        account,
      })
      const isCollectible = decimals === 0 && (amount === 1n || amount === -1n)
      return tokenMovement.map((one) => ({
        ...one,
        ...(listed.has(asset) ? {} : { isUnknown: true }),
        ...(isCollectible ? { isCollectible } : {}),
      }))
    })
  const movements = [...coins, ...tokenMovements]
  const isOneSided = (direction: Movement['direction']): boolean =>
    movements.length > 0 &&
    movements.every(
      (one) => one.direction === direction && one.counterparty === null && one.asset !== coin,
    )
  return {
    ...commonFields,
    isSuccess: true,
    movements,
    isMint: isOneSided('in'),
    isBurn: isOneSided('out'),
  }
}

function makeMovement(
  net: bigint,
  {
    asset,
    unit,
    others,
    account,
  }: {
    readonly asset: AssetId
    readonly unit: Unit
    readonly others: ReadonlyMap<string, bigint>
    readonly account: string
  },
): readonly Movement[] {
  if (net === 0n) return []
  const isOutgoing = net < 0n
  // Finds the owner whose balance changed most in the opposite direction.
  const [other] = [...others]
    .filter(([owner, amount]) => owner !== account && (isOutgoing ? amount > 0n : amount < 0n))
    .sort(([, a], [, b]) =>
      isOutgoing ? Number(b > a) - Number(b < a) : Number(a > b) - Number(a < b),
    )
  const counterparty = other?.[0] ?? null
  return [
    {
      asset,
      unit,
      counterparty,
      direction: isOutgoing ? 'out' : 'in',
      amount: isOutgoing ? -net : net,
    },
  ]
}

function sumByOwner(list: readonly (readonly [string, bigint])[]): ReadonlyMap<string, bigint> {
  const changesByOwner = new Map<string, bigint>()
  for (const [owner, amount] of list) {
    changesByOwner.set(owner, (changesByOwner.get(owner) ?? 0n) + amount)
  }
  return changesByOwner
}

function findHolders(
  list: ReadonlyMap<number, TokenHolding>,
  mint: string,
  sign: bigint,
): readonly (readonly [string, bigint])[] {
  return [...list.values()]
    .filter((one) => one.mint === mint)
    .map(({ owner, amount }) => [owner, sign * amount])
}

/** Reads the token holdings in a transaction, by account index. */
function readHoldings(list: unknown): ReadonlyMap<number, TokenHolding> {
  if (!Array.isArray(list)) return new Map()
  return new Map(
    list.flatMap((entry: unknown): readonly (readonly [number, TokenHolding])[] => {
      const { accountIndex, mint, owner, uiTokenAmount: tokenAmount } = isRecord(entry) ? entry : {}
      const amount = isRecord(tokenAmount) ? readAmount(tokenAmount.amount) : undefined
      const decimals = isRecord(tokenAmount) ? tokenAmount.decimals : undefined
      const isText =
        typeof mint === 'string' &&
        typeof owner === 'string' &&
        mint.length <= 44 &&
        owner.length <= 44
      if (
        !Number.isSafeInteger(accountIndex) ||
        !isText ||
        amount === undefined ||
        !isDecimals(decimals)
      )
        return []
      return [[accountIndex as number, { mint, owner, amount, decimals }]]
    }),
  )
}

/** Reads a list of lamports; empty when one of the amounts is malformed or was rounded. */
function readLamports(list: unknown): readonly bigint[] {
  const readAmounts = Array.isArray(list) ? list.map(readAmount) : []
  return readAmounts.every((one) => one !== undefined) ? (readAmounts as bigint[]) : []
}

function readKey(key: unknown): string | undefined {
  const text = isRecord(key) ? key.pubkey : key
  return typeof text === 'string' && text.length <= 44 ? text : undefined
}

function findProgram(instructions: unknown): string {
  const list: readonly unknown[] = Array.isArray(instructions) ? instructions : []
  const calledPrograms = list.flatMap((one) =>
    isRecord(one) && typeof one.programId === 'string' ? [one.programId.slice(0, 44)] : [],
  )
  return (
    calledPrograms.filter((id) => !setUpPrograms.includes(id)).at(-1) ?? calledPrograms.at(-1) ?? ''
  )
}
