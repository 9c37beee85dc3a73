import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { Config } from '../../../base/config/schema.ts'
import { formatErrorReason } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import { pauseFor } from '../../../base/pause-for.ts'
import type { ChainStore, KnownBlock, Position } from './chain-store.ts'
import { fetchAhead, type GroupSize, groupSize } from './fetch-ahead.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { type Fork, findFork } from './find-fork.ts'
import type { IndexCounters } from './index-metrics.ts'

/** The index settings of a chain. */
export type IndexRules = NonNullable<Config['chains'][number]['index']>

/** The chain whose index is written, and what that needs. */
export interface FollowOptions {
  readonly chain: ChainId
  readonly rules: IndexRules
  readonly source: BlockSource
  readonly store: ChainStore
  readonly log: Log
  readonly counters: IndexCounters
  /** Called after every step with the new position of the index. */
  readonly moved: (position: Position | undefined) => void
}

/**
 * Number of times in a row that the node must report another chain, and the same one each time,
 * before the existing index is deleted.
 */
const foreignForkProofs = 3
const longestPauseMs = 30_000
/** When the index is this many blocks behind, the next step starts without a pause. */
const farBehindBlocks = 10

interface FollowState {
  position: Position | undefined
  tip: KnownBlock | undefined
  isLoaded: boolean
  failures: number
  readonly size: GroupSize
  readonly foreign: { hash?: string; times: number }
}

/**
 * Keeps a chain's index up to date until `signal` aborts. Errors are logged and retried; data that
 * fails a check is never written.
 */
export async function followChain(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const { rules, log, chain, counters } = options
  const followState: FollowState = {
    position: undefined,
    tip: undefined,
    isLoaded: false,
    failures: 0,
    size: groupSize(),
    foreign: { times: 0 },
  }
  const lastLog = { reason: '', at: 0 }
  while (!signal.aborted) {
    try {
      if (!followState.isLoaded) await loadStoredPosition(options, followState)
      const wasFarBehind = await takeStep(options, followState, signal)
      followState.failures = 0
      lastLog.reason = ''
      if (!wasFarBehind) await pauseFor(rules.pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      followState.isLoaded = false
      followState.failures += 1
      counters.count('failures')
      const reason = formatErrorReason(error)
      if (reason !== lastLog.reason || performance.now() - lastLog.at > 60_000) {
        Object.assign(lastLog, { reason, at: performance.now() })
        log.error(
          { chain, reason, nextBlock: followState.position?.nextBlock },
          'index: a step failed, tried again',
        )
      }
      await pauseFor(
        Math.min(longestPauseMs, rules.pollMs * 2 ** Math.min(10, followState.failures - 1)),
        signal,
      )
    }
  }
}

async function loadStoredPosition(
  { store, moved }: FollowOptions,
  followState: FollowState,
): Promise<void> {
  followState.position = await store.readPosition()
  const [tip] = await store.readNewest(1)
  // The newest stored block is the end of the index only if the index continues right after it; an
  // index without blocks has no end yet.
  followState.tip = tip?.block === (followState.position?.nextBlock ?? 0) - 1 ? tip : undefined
  followState.isLoaded = true
  moved(followState.position)
}

/**
 * Reads the newest block and the blocks up to it; returns whether more blocks are likely to follow
 * at once.
 */
async function takeStep(
  options: FollowOptions,
  followState: FollowState,
  signal: AbortSignal,
): Promise<boolean> {
  const { source, store, rules, moved } = options
  const newestHeader = await source.readHead(signal)
  if (!followState.position) {
    const firstIndexedBlock = rules.fromBlock ?? Math.max(0, newestHeader.number - rules.finality)
    await store.begin(firstIndexedBlock, newestHeader.number)
    await loadStoredPosition(options, followState)
  }
  const { position, tip } = followState
  if (!position) return false
  followState.position = { ...position, headBlock: newestHeader.number }
  moved(followState.position)
  if (newestHeader.number >= position.nextBlock)
    return catchUp(options, followState, newestHeader.number, signal)
  if (tip && !(newestHeader.number === tip.block && newestHeader.hash === tip.hash))
    await reorganiseIndex(options, followState, signal)
  return false
}

async function catchUp(
  options: FollowOptions,
  followState: FollowState,
  newestHeader: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, source, counters, moved } = options
  const startBlock = followState.position?.nextBlock ?? 0
  for await (const blocks of fetchAhead(
    source,
    { from: startBlock, to: newestHeader },
    followState.size,
    signal,
  )) {
    const { position, tip } = followState
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!position || !first || !last) break
    if (tip && first.parentHash !== tip.hash) {
      await reorganiseIndex(options, followState, signal)
      return true
    }
    signal.throwIfAborted()
    await store.append(blocks, newestHeader, tip)
    followState.position = { ...position, nextBlock: last.number + 1, headBlock: newestHeader }
    followState.tip = { block: last.number, hash: last.hash }
    followState.foreign.times = 0
    counters.countStored(blocks)
    moved(followState.position)
  }
  return newestHeader - startBlock > farBehindBlocks
}

async function reorganiseIndex(
  options: FollowOptions,
  followState: FollowState,
  signal: AbortSignal,
): Promise<void> {
  const { chain, store, source, rules, log, counters } = options
  const { tip } = followState
  if (!tip) return
  const fork = await findFork(store, source, rules.finality, signal)
  if (fork.kind === 'too-deep')
    throw new LatchkeyError('server-error', {
      reason: `more than ${rules.finality} blocks of the index are not the node's: raise index.finality`,
    })
  if (fork.kind === 'reorganised' && fork.depth > 0) {
    signal.throwIfAborted()
    await store.undo(fork.common.block + 1, tip)
    counters.count('reorganisations')
    log.info(
      { chain, depth: fork.depth, block: fork.common.block + 1 },
      'index: blocks were reorganised',
    )
    await loadStoredPosition(options, followState)
  }
  if (fork.kind !== 'foreign' || !isForkProven(followState, fork)) return
  signal.throwIfAborted()
  await store.forget(tip)
  log.info(
    { chain, blocks: followState.position?.nextBlock },
    'index: the node has another chain, the index begins anew',
  )
  await loadStoredPosition(options, followState)
}

/** The index is not deleted after a single answer that shows another chain. */
function isForkProven(followState: FollowState, fork: Extract<Fork, { kind: 'foreign' }>): boolean {
  const { foreign } = followState
  foreign.times = foreign.hash === fork.oldest ? foreign.times + 1 : 1
  foreign.hash = fork.oldest
  return foreign.times >= foreignForkProofs
}
