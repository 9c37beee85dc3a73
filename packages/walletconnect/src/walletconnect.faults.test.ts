import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deathCells, goneCells, wholeTalk } from '../test/faults/death-cells.ts'
import { labelFrames } from '../test/faults/label-frames.ts'
import { pump, startClock, stopClock } from '../test/faults/pump.ts'
import { goodVerdict, runDeath } from '../test/faults/run-death.ts'
import { join, scene } from '../test/faults/scene.ts'

/**
 * Frames whose loss leaves one side with a session that the other never had: what the page says
 * then, instead of that the relay is away.
 */
const unsettled: Readonly<Record<string, string>> = {
  'page < push:1101 lost': 'wallet-disconnected',
  'wallet < answer:wc_approveSession lost': 'wallet-disconnected',
  'wallet < answer:irn_publish:1102 lost': 'wallet-disconnected',
  'wallet < answer:irn_publish:1101 lost': 'session-settlement-failed',
  'wallet > irn_publish:1102 lost': 'session-settlement-failed',
}
const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)

beforeAll(() => void process.on('unhandledRejection', noteLoose))
afterAll(() => {
  process.off('unhandledRejection', noteLoose)
  console.info(`faults: ${deathCells.length} deaths of a relay, ${goneCells.length} long ones`)
})
beforeEach(startClock)
afterEach(() => {
  stopClock()
  expect(loose.splice(0)).toEqual([])
})

describe('walletconnect: a relay dies', () => {
  test('default: the table names every frame that passes', async () => {
    const world = scene()
    const nameOf = labelFrames(world.phone.isWallet)
    const seen: string[] = []
    world.relay.onFrame((_, frame) => void seen.push(nameOf(frame)))
    const tab = world.load()
    expect(await join(world, tab)).toBe('done')
    await pump(tab.sign('hello'))
    await pump(tab.disconnect())
    const named = seen.filter((one) => !/unsubscribe|:1113/i.test(one))
    expect([...named].sort()).toEqual([...wholeTalk].sort())
    world.close()
  })

  test.for(deathCells)(
    'behavior: $death, $label $when, classic $isClassic',
    { timeout: 30_000 },
    async (cell) => {
      expect(await runDeath(cell)).toEqual(goodVerdict)
    },
  )

  test.for(goneCells)(
    'behavior: gone for long, $label $when, classic $isClassic',
    { timeout: 30_000 },
    async (cell) => {
      const verdict = await runDeath(cell)
      const named = unsettled[`${cell.label} ${cell.when}`] ?? 'relay-unreachable'
      // Whoever it was away from says so once, and the next try comes to its end.
      expect([[], [named]]).toContainEqual(verdict.ends.filter((end) => end !== 'done'))
      expect([[], ['relay-unreachable']]).toContainEqual(verdict.failures)
      expect(verdict).toMatchObject({
        isStruck: true,
        repeats: 0,
        answers: ['signed one', 'signed two'],
      })
      expect(verdict.ends.slice(-2)).toEqual(['done', 'done'])
      // A farewell given up after a minute: the wallet keeps the session until it expires.
      const isUntold = cell.label === 'page > irn_publish:1112' && cell.when === 'lost'
      expect(verdict.left).toEqual(isUntold ? [0, 0, 1, 0, 1, 'idle'] : [0, 0, 0, 0, 0, 'idle'])
    },
  )
})
