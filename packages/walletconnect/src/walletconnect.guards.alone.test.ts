import { hasCode } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DeathCell, deathCells } from '../test/faults/death-cells.ts'
import { messes } from '../test/faults/mess-cells.ts'
import { startClock, stopClock } from '../test/faults/pump.ts'
import { goodVerdict, runDeath } from '../test/faults/run-death.ts'
import { runMess } from '../test/faults/run-mess.ts'
import { goodStorage, runStorage } from '../test/faults/storage-cells.ts'
import { endedMeanwhile, settledByClock, shownFor } from '../test/faults/time-cells.ts'
import type { Keep, KeepOptions, StoredState } from './contract.ts'

type Guard =
  | 'seen'
  | 'redial'
  | 'strike'
  | 'resubscribe'
  | 'storage'
  | 'wake'
  | 'renewal'
  | 'expiry'

/** The guard that is switched off at present. */
const off = vi.hoisted(() => ({ guard: '' as string }))
const isOff = (guard: Guard): boolean => off.guard === guard

vi.mock('./sign/seen-messages.ts', async (original) => {
  const { openSeenMessages } = await original<typeof import('./sign/seen-messages.ts')>()
  return {
    openSeenMessages: (keep: Keep) => {
      const seen = openSeenMessages(keep)
      return { ...seen, add: async (mark: string) => (await seen.add(mark)) || isOff('seen') }
    },
  }
})
vi.mock('./relay/back-off.ts', async (original) => {
  const { backOff } = await original<typeof import('./relay/back-off.ts')>()
  return { backOff: (failures: number) => (isOff('redial') ? 2_000_000_000 : backOff(failures)) }
})
vi.mock('./relay/relay-limits.ts', async (original) => ({
  ...(await original<typeof import('./relay/relay-limits.ts')>()),
  get strikeMs() {
    return isOff('strike') ? 2_000_000_000 : 15_000
  },
}))
vi.mock('./relay/keep-topics.ts', async (original) => {
  const { keepTopics } = await original<typeof import('./relay/keep-topics.ts')>()
  return {
    keepTopics: (options: Parameters<typeof keepTopics>[0]) => {
      const topics = keepTopics(options)
      const isFirst = { is: true }
      return {
        ...topics,
        resend(covers: Parameters<typeof topics.resend>[0]) {
          if (isFirst.is || !isOff('resubscribe')) topics.resend(covers)
          isFirst.is = false
        },
      }
    },
  }
})
vi.mock('./keep/open-keep.ts', async (original) => {
  const { openKeep } = await original<typeof import('./keep/open-keep.ts')>()
  return {
    openKeep(options: KeepOptions): Keep {
      if (!isOff('storage')) return openKeep(options)
      const none: StoredState = { version: 1, pairings: [], sessions: [], seen: [] }
      const read = async (): Promise<StoredState> =>
        JSON.parse(options.storage?.getItem('naive') ?? JSON.stringify(none))
      return {
        read,
        async change(edit) {
          const kept = edit(await read())
          options.storage?.setItem('naive', JSON.stringify(kept))
          return kept
        },
      }
    },
  }
})
vi.mock('./relay/watch-wake.ts', async (original) => {
  const { watchWake } = await original<typeof import('./relay/watch-wake.ts')>()
  return {
    watchWake: (onWake: (isStale: boolean) => void) =>
      isOff('wake') ? () => {} : watchWake(onWake),
  }
})
vi.mock('./page/start-pairing.ts', async (original) => {
  const real = await original<typeof import('./page/start-pairing.ts')>()
  return {
    ...real,
    startPairing: (pairings: never, request: Parameters<typeof real.startPairing>[1]) => {
      const shown = { times: 0 }
      const onPrompt: typeof request.onPrompt = (prompt) => {
        shown.times += 1
        if (shown.times === 1 || !isOff('renewal')) request.onPrompt(prompt)
      }
      return real.startPairing(pairings, { ...request, onPrompt })
    },
  }
})
vi.mock('./page/read-settlement.ts', async (original) => {
  const real = await original<typeof import('./page/read-settlement.ts')>()
  return {
    ...real,
    readSettlement: (params: unknown, parts: Parameters<typeof real.readSettlement>[1]) =>
      isOff('expiry') ? real.readSettlement(params, parts, 0) : real.readSettlement(params, parts),
  }
})

const cellOf = (wanted: Partial<DeathCell>): DeathCell => {
  const found = deathCells.find((cell) =>
    Object.entries(wanted).every(([name, value]) => cell[name as keyof DeathCell] === value),
  )
  if (!found) throw new Error('no such cell')
  return found
}
const messOf = (name: string) => {
  const found = messes.find((mess) => mess.name === name)
  if (!found) throw new Error('no such mess')
  return found
}

/** One cell of the tables for each guard, and whether it came out well. */
const proofs: Readonly<Record<Guard, () => Promise<boolean>>> = {
  seen: async () => isSame(await runMess(messOf('receipts lost, sockets too'), 'all'), goodVerdict),
  redial: async () =>
    isSame(await runDeath(cellOf({ label: 'page > irn_publish:1108', death: 'cut' })), goodVerdict),
  strike: async () =>
    isSame(
      await runDeath(cellOf({ label: 'page > irn_publish:1103', death: 'silent', when: 'lost' })),
      goodVerdict,
    ),
  resubscribe: async () =>
    isSame(await runDeath(cellOf({ label: 'wallet > receipt:1103', death: 'cut' })), goodVerdict),
  storage: async () => isSame(await runStorage('page', 'full', 'link shown'), goodStorage),
  wake: async () => (await endedMeanwhile('visibilitychange')) === 'idle',
  renewal: async () => (await shownFor(8)).living === 8,
  expiry: async () => (await settledByClock(-8 * 86_400_000)) === 'session-expired',
}
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown =>
  Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1))

const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)
beforeAll(() => void process.on('unhandledRejection', noteLoose))
afterAll(() => {
  process.off('unhandledRejection', noteLoose)
  console.info(`faults: ${Object.keys(proofs).length} guards switched off`)
})
beforeEach(startClock)
afterEach(() => {
  off.guard = ''
  stopClock()
})

describe('walletconnect: each guard, on and off', () => {
  test.for(Object.entries(proofs))('behavior: %s', { timeout: 60_000 }, async ([guard, prove]) => {
    expect(await prove()).toBe(true)
    expect(loose.splice(0)).toEqual([])
    off.guard = guard
    const outcome = await prove().then(String, messageOf)
    // It came out badly, or never came to its end within the turned time: a mistake in the test
    // itself is neither.
    const isLost = outcome === 'false' || /^not in \d+ ms: /.test(outcome)
    expect(
      isLost || loose.some((error) => hasCode(error))
        ? 'lost'
        : `${outcome} ${loose.map(messageOf)}`,
    ).toBe('lost')
    loose.length = 0
  })
})
