import type { DeathCell, Phase } from './death-cells.ts'
import { armDeath, labelFrames } from './label-frames.ts'
import { pass, pump, pumpUntil } from './pump.ts'
import { endOf, join, type Scene, scene, type Tab } from './scene.ts'

/** What a cell came to. */
export interface Verdict {
  /** Whether the relay died at all. */
  readonly isStruck: boolean
  /** `done` or a code, of connecting, of asking, of asking once more, of ending. */
  readonly ends: readonly string[]
  /** What failed at the wallet, by code. */
  readonly failures: readonly string[]
  readonly proposals: number
  readonly requests: number
  /** What was put before the wallet's user twice. */
  readonly repeats: number
  readonly answers: readonly string[]
  readonly walletEnded: readonly string[]
  /**
   * What is left: pairings and sessions kept by the page, sessions and questions of the wallet,
   * sockets, the page's status.
   */
  readonly left: readonly unknown[]
}

export const goodVerdict: Verdict = {
  isStruck: true,
  ends: ['done', 'done', 'done', 'done'],
  failures: [],
  proposals: 1,
  requests: 2,
  repeats: 0,
  answers: ['signed one', 'signed two'],
  walletEnded: ['peer'],
  left: [0, 0, 0, 0, 0, 'idle'],
}

/** Connects, asks, asks again and ends, while the relay dies once on the way. */
export async function runDeath(cell: DeathCell): Promise<Verdict> {
  const world = scene({ isClassic: cell.isClassic })
  try {
    const nameOf = labelFrames(world.phone.isWallet)
    const name = { of: nameOf }
    const struck = { isStruck: false }
    const arm = (phase: Phase): void => {
      if (phase !== cell.phase) return
      const armed = armDeath(world.relay, name.of, cell)
      Object.defineProperty(struck, 'isStruck', { get: () => armed.isStruck })
    }
    if (cell.phase !== 'handshake') world.relay.onFrame((_, frame) => void nameOf(frame))
    const tab = world.load()
    arm('handshake')
    const ends = [await join(world, tab)]
    if (ends[0] !== 'done') {
      await pass(70_000)
      ends.push(await join(world, tab))
    }
    await pass(100)
    arm('request')
    const answers: string[] = []
    const ask = async (message: string): Promise<void> => {
      for (let tries = 0; tries < 3 && !answers.includes(`signed ${message}`); tries++) {
        if (tab.status() !== 'connected') ends.push(await join(world, tab))
        ends.push(await pump(endOf(tab.sign(message).then((answer) => answers.push(answer)))))
      }
    }
    await ask('one')
    await ask('two')
    arm('ending')
    ends.push(await pump(endOf(tab.disconnect())))
    await pumpUntil(() => world.phone.ended.length > 0, 90_000).catch(() => undefined)
    await settleDown(world)
    return { isStruck: struck.isStruck, ends, answers, ...(await remainsOf(world, tab)) }
  } finally {
    world.close()
  }
}

/** Until sockets nobody needs are closed. */
async function settleDown({ relay }: Scene): Promise<void> {
  await pumpUntil(() => relay.countSockets() === 0, 400_000).catch(() => undefined)
}

export async function remainsOf({ phone, relay, kept }: Scene, tab: Tab) {
  const { pairings, sessions } = await pump(kept())
  return {
    failures: [...phone.failures],
    proposals: phone.proposals.length,
    requests: phone.requests.length,
    repeats:
      phone.proposals.length +
      phone.requests.length -
      new Set([...phone.proposals, ...phone.requests]).size,
    walletEnded: [...phone.ended],
    left: [
      pairings.length,
      sessions.length,
      phone.wallet.getSessions().length,
      phone.wallet.getPending().length,
      relay.countSockets(),
      tab.status(),
    ],
  }
}
