import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { Config } from '../../../base/config/schema.ts'
import { reasonOf } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import type { ChainStore, KnownBlock, Position } from './chain-store.ts'
import { fetchAhead, type GroupSize, groupSize } from './fetch-ahead.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { type Fork, findFork } from './find-fork.ts'
import type { IndexCounters } from './index-metrics.ts'
import { pauseFor } from './pause-for.ts'

/** The index settings of a chain. */
export type Rules = NonNullable<Config['chains'][number]['index']>

/** A chain that this process writes. */
export interface Following {
  readonly chain: ChainId
  readonly rules: Rules
  readonly source: BlockSource
  readonly store: ChainStore
  readonly log: Log
  readonly counters: IndexCounters
  /** Called after every step with the new position. */
  readonly moved: (position: Position | undefined) => void
}

/** Times that the same foreign chain must be seen before the index of the old one is deleted. */
const foreignProofs = 3
const longestPauseMs = 30_000
/** When the index is this many blocks behind, the next step starts without a pause. */
const farBehind = 10

interface Course {
  position: Position | undefined
  tip: KnownBlock | undefined
  isLoaded: boolean
  failures: number
  readonly size: GroupSize
  readonly foreign: { hash?: string; times: number }
}

/**
 * Follows a chain until `signal` aborts; errors are logged and retried, and doubtful data is never
 * written.
 */
export async function followChain(following: Following, signal: AbortSignal): Promise<void> {
  const { rules, log, chain, counters } = following
  const course: Course = {
    position: undefined,
    tip: undefined,
    isLoaded: false,
    failures: 0,
    size: groupSize(),
    foreign: { times: 0 },
  }
  const said = { reason: '', at: 0 }
  while (!signal.aborted) {
    try {
      if (!course.isLoaded) await loadCourse(following, course)
      const wasFar = await takeStep(following, course, signal)
      course.failures = 0
      said.reason = ''
      if (!wasFar) await pauseFor(rules.pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      course.isLoaded = false
      course.failures += 1
      counters.count('failures')
      const reason = reasonOf(error)
      if (reason !== said.reason || performance.now() - said.at > 60_000) {
        Object.assign(said, { reason, at: performance.now() })
        log.error(
          { chain, reason, nextBlock: course.position?.nextBlock },
          'index: a step failed, tried again',
        )
      }
      await pauseFor(
        Math.min(longestPauseMs, rules.pollMs * 2 ** Math.min(10, course.failures - 1)),
        signal,
      )
    }
  }
}

async function loadCourse({ store, moved }: Following, course: Course): Promise<void> {
  course.position = await store.readPosition()
  const [tip] = await store.readNewest(1)
  // A chain that was started but has no block yet has no tip.
  course.tip = tip?.block === (course.position?.nextBlock ?? 0) - 1 ? tip : undefined
  course.isLoaded = true
  moved(course.position)
}

/**
 * Reads the newest block and the blocks up to it; returns whether more blocks are likely to follow
 * at once.
 */
async function takeStep(
  following: Following,
  course: Course,
  signal: AbortSignal,
): Promise<boolean> {
  const { source, store, rules, moved } = following
  const head = await source.readHead(signal)
  if (!course.position) {
    const first = rules.fromBlock ?? Math.max(0, head.number - rules.finality)
    await store.begin(first, head.number)
    await loadCourse(following, course)
  }
  const { position, tip } = course
  if (!position) return false
  course.position = { ...position, headBlock: head.number }
  moved(course.position)
  if (head.number >= position.nextBlock) return catchUp(following, course, head.number, signal)
  if (tip && !(head.number === tip.block && head.hash === tip.hash))
    await reorganiseIndex(following, course, signal)
  return false
}

async function catchUp(
  following: Following,
  course: Course,
  head: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, source, counters, moved } = following
  const from = course.position?.nextBlock ?? 0
  for await (const blocks of fetchAhead(source, { from, to: head }, course.size, signal)) {
    const { position, tip } = course
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (!position || !first || !last) break
    if (tip && first.parentHash !== tip.hash) {
      await reorganiseIndex(following, course, signal)
      return true
    }
    signal.throwIfAborted()
    await store.append(blocks, head, tip)
    course.position = { ...position, nextBlock: last.number + 1, headBlock: head }
    course.tip = { block: last.number, hash: last.hash }
    course.foreign.times = 0
    counters.countStored(blocks)
    moved(course.position)
  }
  return head - from > farBehind
}

async function reorganiseIndex(
  following: Following,
  course: Course,
  signal: AbortSignal,
): Promise<void> {
  const { chain, store, source, rules, log, counters } = following
  const { tip } = course
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
    await loadCourse(following, course)
  }
  if (fork.kind !== 'foreign' || !isProven(course, fork)) return
  signal.throwIfAborted()
  await store.forget(tip)
  log.info(
    { chain, blocks: course.position?.nextBlock },
    'index: the node has another chain, the index begins anew',
  )
  await loadCourse(following, course)
}

/** One foreign answer is not enough to delete the whole index. */
function isProven(course: Course, fork: Extract<Fork, { kind: 'foreign' }>): boolean {
  const { foreign } = course
  foreign.times = foreign.hash === fork.oldest ? foreign.times + 1 : 1
  foreign.hash = fork.oldest
  return foreign.times >= foreignProofs
}
