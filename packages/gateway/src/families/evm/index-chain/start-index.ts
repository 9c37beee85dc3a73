import type { ChainId } from '@latchkey/protocol'
import { boundedCache } from '../../../base/bounded-cache.ts'
import type { Config } from '../../../base/config/schema.ts'
import { formatErrorReason } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import { pauseFor } from '../../../base/pause-for.ts'
import type { Database } from '../../../data/sql.ts'
import type { Index, IndexState } from '../../../ports/index-port.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import { chainStore, type Position } from './chain-store.ts'
import { fetchBlocks } from './fetch-blocks.ts'
import { followChain, type IndexRules } from './follow-chain.ts'
import { indexCounters, renderIndexMetrics } from './index-metrics.ts'
import { lookBack, requestLookBack } from './look-back.ts'
import { pruneIndex } from './prune-index.ts'

export interface IndexOptions {
  readonly config: Pick<Config, 'chains' | 'index'>
  readonly database: Pick<Database, 'db' | 'tryLock'>
  readonly nodes: NodePort
  readonly log: Log
}

/** Milliseconds between two attempts of a process without the index lock to take it over. */
const takeOverMs = 2_000
/**
 * Milliseconds between two checks for accounts whose past is to be searched, and between two checks
 * of the table sizes.
 */
const lookBackPauseMs = 1_000
const pruneEveryMs = 60_000
/** Number of new transactions after which the table sizes are checked earlier. */
const pruneEveryTransactions = 20_000
/**
 * Share of the size limit above which no search for an account's past starts, because its rows
 * would soon be deleted.
 */
const pruningByteShare = 0.9

/**
 * Starts indexing every chain that has `index` in its configuration. Of all processes that share
 * the database, only one writes the index of a chain.
 */
export function startIndex(options: IndexOptions): Index {
  const stopController = new AbortController()
  const chains = new Map(
    options.config.chains.flatMap(({ id, index }) =>
      index && id.startsWith('eip155:')
        ? [[id, indexChain(options, id, index, stopController.signal)] as const]
        : [],
    ),
  )
  for (const { id, index } of options.config.chains) {
    if (index && !chains.has(id))
      options.log.error({ chain: id }, 'index: chains of this kind cannot be followed')
  }
  return {
    async stop() {
      stopController.abort()
      await Promise.all([...chains.values()].map(({ ended }) => ended))
    },
    want: (chain, account) => chains.get(chain)?.wantAccount(account),
    state: (chain) => chains.get(chain)?.state(),
    renderMetrics: () =>
      renderIndexMetrics(
        [...chains].map(([chain, { state, counters }]) => ({ chain, state: state(), counters })),
      ),
  }
}

function indexChain(
  options: IndexOptions,
  chain: ChainId,
  rules: IndexRules,
  stopSignal: AbortSignal,
) {
  const { config, database, nodes, log } = options
  const { db } = database
  const store = chainStore(db, chain)
  const counters = indexCounters()
  const indexStatus: {
    position: Position | undefined
    isWriter: boolean
    filled: number
    prunedTo: number
  } = {
    position: undefined,
    isWriter: false,
    filled: 0,
    prunedTo: 0,
  }
  const source = fetchBlocks({
    nodes,
    chain,
    isTraced: rules.internal === 'trace',
    say: (message) => log.info({ chain }, `index: ${message}`),
  })
  const requestedAccounts = boundedCache<true>(10_000, 60_000)
  const notePosition = (position: Position | undefined): void => {
    if (!position) indexStatus.prunedTo = 0
    indexStatus.position = position && {
      ...position,
      firstBlock: Math.max(position.firstBlock, indexStatus.prunedTo),
    }
  }

  const lookBackward = async (signal: AbortSignal): Promise<void> => {
    if (rules.lookBack === 0) return
    const countWritten = (blocks: number): void => counters.count('lookedBack', blocks)
    const lookBackTask = lookBack({ db, chain, source, rules, wrote: countWritten })
    while (!signal.aborted) {
      const hasMoreWork =
        indexStatus.filled < pruningByteShare &&
        (await lookBackTask.runLookBackStep(signal).catch(logFailure(signal, 'looking back')))
      if (!hasMoreWork) await pauseFor(lookBackPauseMs, signal)
    }
  }
  const pruneChain = async (signal: AbortSignal): Promise<void> => {
    // The interval is measured with a monotonic clock: if the wall clock were set back, no size
    // check would run for that time.
    const lastPruning = { at: -pruneEveryMs, transactions: 0 }
    while (!signal.aborted) {
      const transactions = counters.value('transactions')
      const isPruningDue =
        transactions - lastPruning.transactions >= pruneEveryTransactions ||
        performance.now() - lastPruning.at >= pruneEveryMs
      if (isPruningDue) {
        Object.assign(lastPruning, { at: performance.now(), transactions })
        const limits = { maxBytes: config.index.maxBytes, finality: rules.finality }
        const oldFirstBlock = indexStatus.position?.firstBlock ?? 0
        const pruneResult = await pruneIndex(db, chain, limits).catch(
          logFailure(signal, 'making room'),
        )
        if (pruneResult) indexStatus.filled = pruneResult.filled
        if (pruneResult && pruneResult.firstBlock !== undefined) {
          indexStatus.prunedTo = pruneResult.firstBlock
          counters.count('pruned', Math.max(0, pruneResult.firstBlock - oldFirstBlock))
          log.info(
            { chain, firstBlock: pruneResult.firstBlock },
            'index: full, the oldest blocks went',
          )
        }
      }
      await pauseFor(lookBackPauseMs, signal)
    }
  }
  const logFailure =
    (signal: AbortSignal, taskName: string) =>
    (error: unknown): false => {
      if (!signal.aborted)
        log.error({ chain, reason: formatErrorReason(error) }, `index: ${taskName} failed`)
      return false
    }

  const followUnderLock = async (): Promise<void> => {
    while (!stopSignal.aborted) {
      const lock = await database
        .tryLock(`index ${chain}`)
        .catch(logFailure(stopSignal, 'taking the lock'))
      if (lock) {
        const signal = AbortSignal.any([stopSignal, lock.signal])
        indexStatus.isWriter = true
        await Promise.all([
          followChain({ chain, rules, source, store, log, counters, moved: notePosition }, signal),
          lookBackward(signal),
          pruneChain(signal),
        ])
        indexStatus.isWriter = false
        await lock.release().catch(logFailure(stopSignal, 'giving back the lock'))
        if (!stopSignal.aborted)
          log.error({ chain }, 'index: the lock was lost, another process may write now')
      } else
        indexStatus.position =
          (await store.readPosition().catch(logFailure(stopSignal, 'reading'))) ||
          indexStatus.position
      await pauseFor(takeOverMs, stopSignal)
    }
  }

  return {
    ended: followUnderLock(),
    counters,
    wantAccount(account: string): void {
      if (
        rules.lookBack === 0 ||
        requestedAccounts.get(account) ||
        !/^0x[\da-f]{40}$/.test(account)
      )
        return
      requestedAccounts.set(account, true)
      requestLookBack(db, chain, account as `0x${string}`).catch(
        logFailure(stopSignal, 'noting who is asked for'),
      )
    },
    state: (): IndexState | undefined =>
      indexStatus.position && { ...indexStatus.position, isWriter: indexStatus.isWriter },
  }
}
