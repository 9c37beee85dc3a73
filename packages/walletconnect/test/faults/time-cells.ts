import { vi } from 'vitest'
import { pass, pump, pumpUntil } from './pump.ts'
import { endOf, join, scene } from './scene.ts'
import { asleep, stubDocument, type Waking } from './sleep.ts'

/**
 * What an open page shows five seconds after it woke from an hour in which the wallet ended the
 * session.
 */
export async function endedMeanwhile(type: Waking): Promise<string> {
  const sheet = stubDocument()
  const world = scene()
  const tab = world.load()
  await join(world, tab)
  await pass(1000)
  const wake = asleep(world, sheet)
  const [session] = world.phone.wallet.getSessions()
  await pump(world.phone.wallet.end(session?.topic ?? ''))
  wake(3_600_000, type)
  await pumpUntil(() => tab.status() === 'idle', 5000).catch(() => undefined)
  world.close()
  return tab.status()
}

/** How a session is met that a wallet settles by a clock that is so many milliseconds off. */
export async function settledByClock(offset: number): Promise<string> {
  const world = scene()
  const tab = world.load()
  world.phone.isAway = true
  const connecting = endOf(tab.connect())
  await pump(world.phone.follow(await pumpUntil(() => tab.uri())))
  await pumpUntil(() => world.phone.proposals.length > 0)
  const now = Date.now()
  vi.setSystemTime(now + offset)
  world.relay.onFrame((_, { json }) => {
    if ((json as { method?: unknown }).method === 'wc_approveSession') vi.setSystemTime(now)
  })
  world.phone.comeBack()
  const end = await pump(connecting, 30_000)
  world.close()
  return end
}

/**
 * Minutes of so many in which the code on the screen could be scanned, and how connecting by the
 * last one ends.
 */
export async function shownFor(
  minutes: number,
): Promise<{ living: number; links: number; end: string; topics: number }> {
  const world = scene()
  const tab = world.load()
  const connecting = endOf(tab.connect())
  await pumpUntil(() => tab.uri())
  const links = new Set<string>()
  const seen = { living: 0 }
  for (let minute = 0; minute < minutes; minute++) {
    const uri = tab.uri() ?? ''
    links.add(uri)
    if (Number(/expiryTimestamp=(\d+)/.exec(uri)?.[1]) * 1000 > Date.now() + 60_000)
      seen.living += 1
    await pass(60_000, 1000)
  }
  const topics = world.relay.getTopics().length
  void world.phone.follow(tab.uri() ?? '')
  const end = await pump(connecting, 30_000).catch(() => 'hangs')
  world.close()
  return { ...seen, links: links.size, end, topics }
}
