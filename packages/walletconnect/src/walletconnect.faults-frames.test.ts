import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messes } from '../test/faults/mess-cells.ts'
import { startClock, stopClock } from '../test/faults/pump.ts'
import { goodVerdict } from '../test/faults/run-death.ts'
import { runMess } from '../test/faults/run-mess.ts'

const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)
const cells = messes.flatMap((mess) =>
  (['handshake', 'request', 'all'] as const).map((under) => ({ mess, under })),
)

beforeAll(() => void process.on('unhandledRejection', noteLoose))
afterAll(() => {
  process.off('unhandledRejection', noteLoose)
  console.info(`faults: ${cells.length} messes of frames`)
})
beforeEach(startClock)
afterEach(() => {
  stopClock()
  expect(loose.splice(0)).toEqual([])
})

describe('walletconnect: frames', () => {
  test.for(cells)('behavior: $mess.name, $under', { timeout: 30_000 }, async ({ mess, under }) => {
    expect(await runMess(mess, under)).toEqual(goodVerdict)
  })
})
