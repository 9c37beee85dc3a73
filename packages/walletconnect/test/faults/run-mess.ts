import type { Mess } from './mess-cells.ts'
import { pass, pump, pumpUntil } from './pump.ts'
import { goodVerdict, remainsOf, type Verdict } from './run-death.ts'
import { endOf, join, scene } from './scene.ts'

export type Under = 'handshake' | 'request' | 'all'

/** Connects, asks twice and ends, under a mess of frames. */
export async function runMess(mess: Mess, under: Under): Promise<Verdict> {
  const world = scene()
  let end = (): void => {}
  const begin = (when: Under): void => {
    if (when === under || under === 'all') end = mess.begin(world.relay)
  }
  const stop = (): void => {
    if (under !== 'all') end()
  }
  try {
    const tab = world.load()
    if (under === 'all') begin('all')
    else begin('handshake')
    const ends = [await join(world, tab)]
    await pass(100)
    stop()
    if (under === 'request') begin('request')
    const answers: string[] = []
    for (const message of ['one', 'two']) {
      ends.push(await pump(endOf(tab.sign(message).then((answer) => answers.push(answer)))))
    }
    await pass(10_000)
    stop()
    ends.push(await pump(endOf(tab.disconnect())))
    await pumpUntil(() => world.phone.ended.length > 0, 90_000).catch(() => undefined)
    end()
    await pumpUntil(() => world.relay.countSockets() === 0, 30_000).catch(() => undefined)
    return { ...goodVerdict, ends, answers, ...(await remainsOf(world, tab)) }
  } finally {
    end()
    world.close()
  }
}
