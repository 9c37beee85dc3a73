import type { ChainId } from '@latchkey/protocol'
import { and, eq, inArray } from 'drizzle-orm'
import type { Hex } from 'viem'
import { boundedCache } from '../../../base/bounded-cache.ts'
import type { Config } from '../../../base/config/schema.ts'
import { chainTokens as table } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import type { TokenFacts, TokenPort } from '../../../ports/token-port.ts'
import { plainText } from '../../shared/plain-text.ts'
import { type TokenJudge, tokenJudge } from '../../shared/spam.ts'
import { readTokens, type TokenDescription } from './read-tokens.ts'

type TokenConfig = Pick<Config, 'chains' | 'tokens' | 'index'>
type TokenRow = typeof table.$inferSelect

const dayMs = 86_400_000
/**
 * Milliseconds that metadata is cached: long for a token, whose metadata hardly changes, and short
 * for an address without a contract, because one may be deployed there later.
 */
const tokenKeptMs = 30 * dayMs
const emptyTokenKeptMs = 3_600_000
/** Milliseconds until a token that could not be read is tried again. */
const failurePauseMs = 30_000
/** Number of tokens that are read in one request to the node. */
const maxPerRead = 100

/**
 * Finds token metadata in the operator's list, else in the database, else on the chain with one
 * request to the node. Addresses without a token are cached too.
 */
export function chainTokens(
  config: TokenConfig,
  db: Sql,
  nodes: NodePort,
  now: () => number = Date.now,
): TokenPort {
  const spamJudge = tokenJudge(config)
  const listedTokens = new Map(config.tokens.map((token) => [token.id.toLowerCase(), token]))
  const tokenCache = boundedCache<TokenDescription>(20_000, 600_000, now)
  const recentlyFailedTokens = boundedCache<true>(5_000, failurePauseMs, now)

  function findListedFacts(chain: ChainId, address: Hex): TokenFacts | undefined {
    const token = listedTokens.get(`${chain}/erc20:${address}`)
    if (!token) return undefined
    const { name, symbol, decimals, iconUrl } = token
    const spam = spamJudge.findOverride(chain, address) ?? null
    return {
      address,
      kind: 'erc20',
      name,
      symbol,
      decimals,
      spam,
      isTrusted: !spam,
      ...(iconUrl ? { iconUrl } : {}),
    }
  }

  return {
    async find(chain, addresses, signal) {
      const factsByToken = new Map<Hex, TokenFacts>()
      const keepToken = (address: Hex, tokenDetails: TokenDescription): void => {
        tokenCache.set(`${chain}:${address}`, tokenDetails)
        factsByToken.set(address, makeTokenFacts(spamJudge, chain, address, tokenDetails))
      }
      const unknownAddresses: Hex[] = []
      for (const address of new Set(addresses)) {
        const listedFacts = findListedFacts(chain, address)
        const tokenDetails = tokenCache.get(`${chain}:${address}`)
        if (listedFacts) factsByToken.set(address, listedFacts)
        else if (tokenDetails)
          factsByToken.set(address, makeTokenFacts(spamJudge, chain, address, tokenDetails))
        else unknownAddresses.push(address)
      }
      if (!unknownAddresses.length) return factsByToken

      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.chain, chain), inArray(table.address, unknownAddresses)))
      for (const row of rows) {
        if (isFresh(row, now())) keepToken(row.address, row)
      }
      const missingAddresses = unknownAddresses
        .filter(
          (address) =>
            !factsByToken.has(address) && !recentlyFailedTokens.get(`${chain}:${address}`),
        )
        .slice(0, maxPerRead)
      if (!missingAddresses.length) return factsByToken

      const multicall = config.chains.find(({ id }) => id === chain)?.contracts?.multicall3 as
        | Hex
        | undefined
      const freshTokens = await readTokens(nodes, chain, multicall, missingAddresses, signal).catch(
        () => new Map<Hex, TokenDescription>(),
      )
      for (const address of missingAddresses) {
        if (!freshTokens.has(address)) recentlyFailedTokens.set(`${chain}:${address}`, true)
      }
      // While the chain is unreachable, metadata that is due to be read again is still used.
      for (const row of rows) {
        if (!factsByToken.has(row.address) && !freshTokens.has(row.address))
          keepToken(row.address, row)
      }
      for (const [address, tokenDetails] of freshTokens) {
        keepToken(address, tokenDetails)
      }
      if (freshTokens.size) await rememberTokens(db, chain, freshTokens, new Date(now()))
      return factsByToken
    },
  }
}

function isFresh({ kind, readAt }: TokenRow, now: number): boolean {
  return now - readAt.getTime() < (kind === 'none' ? emptyTokenKeptMs : tokenKeptMs)
}

function makeTokenFacts(
  spamJudge: TokenJudge,
  chain: ChainId,
  address: Hex,
  tokenDetails: TokenDescription,
): TokenFacts {
  const { kind, name, symbol, decimals, spam } = tokenDetails
  const spamOverride = spamJudge.findOverride(chain, address)
  return {
    address,
    kind,
    name: plainText(name),
    symbol: plainText(symbol),
    decimals,
    spam:
      spamOverride === undefined
        ? (spam ?? spamJudge.judgeText(chain, name, symbol))
        : spamOverride,
    ...(spamOverride === null ? { isTrusted: true } : {}),
  }
}

async function rememberTokens(
  db: Sql,
  chain: ChainId,
  freshTokens: ReadonlyMap<Hex, TokenDescription>,
  readAt: Date,
): Promise<void> {
  for (const [address, { kind, name, symbol, decimals, spam }] of freshTokens) {
    const facts = { kind, name: plainText(name), symbol: plainText(symbol), decimals, spam, readAt }
    await db
      .insert(table)
      .values({ chain, address, ...facts })
      .onConflictDoUpdate({ target: [table.chain, table.address], set: facts })
  }
}
