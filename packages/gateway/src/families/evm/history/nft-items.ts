import type { ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { boundedCache } from '../../../base/bounded-cache.ts'
import { nftItems as table } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import {
  type DocumentDependencies,
  emptyFace,
  type NftFace,
  readNftDocument,
} from './read-nft-document.ts'

/** Identifies a collectible: its chain, contract and token id. */
export interface NftKey {
  readonly chain: ChainId
  readonly address: Hex
  readonly tokenId: bigint
  readonly kind: 'erc721' | 'erc1155'
}

/** Finds the names and pictures of collectibles. */
export interface NftItems {
  /**
   * Finds the given collectibles; the keys of the result are made by `nftKey`. Unknown ones are
   * fetched in the background; the answer waits for them at most `waitMs` milliseconds.
   */
  find(keys: readonly NftKey[], waitMs: number): Promise<ReadonlyMap<string, NftFace>>
}

export interface NftDependencies extends DocumentDependencies {
  readonly db: Sql
  readonly nodes: NodePort
  readonly now?: () => number
}

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
const dayMs = 86_400_000
const faceKeptMs = 30 * dayMs
/**
 * Milliseconds after which an item without name and picture is fetched again: many collections
 * reveal them later.
 */
const emptyFaceKeptMs = dayMs
/** Milliseconds until a collectible whose contract or document was unavailable is fetched again. */
const failurePauseMs = 60_000
const lookUpTimeoutMs = 8_000
/**
 * Maximum number of collectibles that are fetched at the same time, and of those that are fetched or
 * wait for it. A further one is fetched when it is requested again.
 */
const maxConcurrent = 6
const maxWaiting = 500
const maxUriLength = 1_400_000

export function nftKey({ chain, address, tokenId }: Omit<NftKey, 'kind'>): string {
  return `${chain}/${address}/${tokenId}`
}

/**
 * Takes collectibles from the database, and those that are missing there from the chain and their
 * metadata document.
 */
export function nftItems(dependencies: NftDependencies): NftItems {
  const { db, now = Date.now } = dependencies
  const faceCache = boundedCache<NftFace>(5_000, 600_000, now)
  const recentlyFailedKeys = boundedCache<true>(5_000, failurePauseMs, now)
  const runningLookUps = new Map<string, Promise<void>>()
  const waitingTurns: (() => void)[] = []
  const state = { running: 0 }

  async function lookUpFace(key: NftKey): Promise<void> {
    const id = nftKey(key)
    const face = await fetchFace(key, dependencies).catch(() => undefined)
    if (!face) return recentlyFailedKeys.set(id, true)
    faceCache.set(id, face)
    const { chain, address, tokenId } = key
    const row = { ...face, readAt: new Date(now()) }
    await db
      .insert(table)
      .values({ chain, address, tokenId, ...row })
      .onConflictDoUpdate({ target: [table.chain, table.address, table.tokenId], set: row })
      // The write fails when the database is being closed; this must not end the process.
      .catch(() => undefined)
  }

  async function lookUpInTurn(key: NftKey): Promise<void> {
    if (state.running >= maxConcurrent)
      await new Promise<void>((resolve) => waitingTurns.push(resolve))
    state.running++
    await lookUpFace(key)
    state.running--
    waitingTurns.shift()?.()
  }

  return {
    async find(keys, waitMs) {
      const knownFaces = new Map<string, NftFace>()
      const unknownKeys = new Map<string, NftKey>()
      for (const key of keys) {
        const face = faceCache.get(nftKey(key))
        if (face) knownFaces.set(nftKey(key), face)
        else unknownKeys.set(nftKey(key), key)
      }
      for (const row of await readStored(db, [...unknownKeys.values()])) {
        const id = nftKey({ ...row, chain: row.chain as ChainId })
        const face = { name: row.name, image: row.image }
        knownFaces.set(id, face)
        if (
          now() - row.readAt.getTime() >
          (row.name === null && row.image === null ? emptyFaceKeptMs : faceKeptMs)
        )
          continue
        faceCache.set(id, face)
        unknownKeys.delete(id)
      }
      const lookUpJobs: Promise<void>[] = []
      for (const [id, key] of unknownKeys) {
        if (
          recentlyFailedKeys.get(id) ||
          (!runningLookUps.has(id) && runningLookUps.size >= maxWaiting)
        )
          continue
        const job =
          runningLookUps.get(id) ?? lookUpInTurn(key).finally(() => runningLookUps.delete(id))
        runningLookUps.set(id, job)
        lookUpJobs.push(job)
      }
      if (lookUpJobs.length) await Promise.race([Promise.all(lookUpJobs), pauseFor(waitMs)])
      for (const id of unknownKeys.keys()) {
        const face = faceCache.get(id)
        if (face) knownFaces.set(id, face)
      }
      return knownFaces
    },
  }
}

async function readStored(
  db: Sql,
  keys: readonly NftKey[],
): Promise<readonly (typeof table.$inferSelect)[]> {
  if (!keys.length) return []
  const sqlTuples = keys.map(
    ({ chain, address, tokenId }) =>
      sql`(${chain}::text, decode(${address.slice(2)}, 'hex'), ${tokenId.toString()}::numeric)`,
  )
  return db
    .select()
    .from(table)
    .where(
      sql`(${table.chain}, ${table.address}, ${table.tokenId}) in (${sql.join(sqlTuples, sql`, `)})`,
    )
}

/** Fetches name and picture of a collectible. Throws when a retry may succeed. */
async function fetchFace(
  { chain, address, tokenId, kind }: NftKey,
  dependencies: NftDependencies,
): Promise<NftFace> {
  const signal = AbortSignal.timeout(lookUpTimeoutMs)
  const functionName = kind === 'erc721' ? 'tokenURI' : 'uri'
  const data = encodeFunctionData({ abi, functionName, args: [tokenId] })
  const params = JSON.stringify([{ to: address, data }, 'latest'])
  const [answer] = await dependencies.nodes.ask(chain, [{ method: 'eth_call', params }], signal)
  // When the contract reverts, the item has no metadata document.
  if (answer?.kind !== 'result') return emptyFace
  const tokenUri = decodeTokenUri(answer.text, functionName)
  if (tokenUri === undefined) return emptyFace
  // In the token URIs of ERC-1155, `{id}` stands for the token id in 64 hex digits.
  const uriWithId = tokenUri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
  return readNftDocument(uriWithId, dependencies, signal)
}

function decodeTokenUri(text: string, functionName: 'tokenURI' | 'uri'): string | undefined {
  if (text.length > maxUriLength) return undefined
  const data: unknown = JSON.parse(text)
  if (!isHex(data)) return undefined
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return undefined
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
