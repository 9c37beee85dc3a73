import { describe, expect, test } from 'vitest'
import { storeLimits } from '../features/relay/open-store.ts'
import type {
  AppendResult,
  RelayMessage,
  RelayStore,
  StoreLimits,
} from '../features/relay/store/relay-store.ts'

/** A store to be tested; `again` opens it once more, with whatever outlives its process. */
interface OpenStore {
  readonly store: RelayStore
  again(): Promise<RelayStore>
  end(): Promise<void>
}

export type OpensStore = (limits: StoreLimits, now: () => number) => Promise<OpenStore>

const maxBytes = 1_048_576
const half = maxBytes / 2
const day = 86_400_000
const topicOf = (name: string, at: number): string => `${name} ${String(at).padStart(4, '0')}`

/**
 * The tests of what a project may hold, for each store.
 * @param restarts - whether messages of the store outlive its process
 */
export function describeProjectShares(name: string, open: OpensStore, restarts: boolean): void {
  const made = async (countProjects = () => 2) => {
    const clock = { at: Date.now() }
    const opened = await open(storeLimits({ maxBytes }, countProjects), () => clock.at)
    const state = { store: opened.store }
    // Names are padded, so that messages of one length count for equally much.
    const post = (
      project: string,
      holder: string,
      topic: string,
      size: number,
      name = holder,
      more: Partial<RelayMessage> = {},
    ): Promise<AppendResult> =>
      state.store.append({
        topic,
        message: 'x'.repeat(size),
        hash: topic.replaceAll(' ', '-').padEnd(64, '-'),
        publisher: name.padStart(56, '-'),
        tag: 1,
        publishedAt: clock.at,
        expiresAt: clock.at + day,
        holder: holder.padEnd(16, '-'),
        isAwaited: false,
        ...(project ? { project } : {}),
        ...more,
      })
    /** Many addresses of one project that leave little each, until one is refused. */
    const crowd = async (project: string, most = 1_000): Promise<AppendResult> => {
      for (let at = 0; at < most; at += 1) {
        const said = await post(project, `${project}-${at}`, topicOf(project, at), 8_000)
        if (said !== 'kept') return said
      }
      return 'kept'
    }
    /** One address, under many names, until it is refused. */
    const stranger = async (
      project: string,
      holder: string,
      most = 1_000,
    ): Promise<AppendResult> => {
      for (let at = 0; at < most; at += 1) {
        const said = await post(project, holder, topicOf(holder, at), 8_000, `${holder}-${at}`)
        if (said !== 'kept') return said
      }
      return 'kept'
    }
    const isThere = async (topic: string, did = 'reader'): Promise<boolean> => {
      const wanted = { topic, did, skip: () => false, maxBytes: 1e6 }
      return (await state.store.readWaiting(wanted)).messages.length > 0
    }
    const bytes = async (): Promise<number> => {
      await state.store.dropExpired()
      return state.store.counts().bytes
    }
    const restart = async (): Promise<void> => {
      state.store = await opened.again()
    }
    const acknowledge = (topic: string): void =>
      state.store.acknowledgeMessage(topic, 'reader', topic.replaceAll(' ', '-').padEnd(64, '-'))
    const { end } = opened
    return { clock, post, crowd, stranger, isThere, bytes, restart, acknowledge, end }
  }
  const small = (at: number) => ({ expiresAt: at + 300_000 })

  describe(name, () => {
    test('behavior: one noisy project has half, and another’s publishers are served meanwhile', async () => {
      const { post, crowd, bytes, isThere, end } = await made()
      expect(await crowd('noisy')).toBe('project-full')
      expect(await bytes()).toBeLessThanOrEqual(half)
      expect(await bytes()).toBeGreaterThan(half - 20_000)
      expect(await post('quiet', 'visitor', 'large', 100_000)).toBe('kept')
      expect(await isThere(topicOf('noisy', 0))).toBe(true)
      await end()
    })

    test('behavior: a crowd that names no known project has half too, and wallets among it can answer', async () => {
      const { clock, post, crowd, bytes, end } = await made()
      expect(await crowd('')).toBe('project-full')
      expect(await bytes()).toBeGreaterThan(half - 20_000)
      expect(await post('shop', 'visitor', 'request', 100_000)).toBe('kept')
      expect(await post('', 'phone', 'answer', 8_000, 'one', small(clock.at))).toBe('kept')
      await end()
    })

    test('behavior: a stranger who names a project from one address gives way to its visitors, and nobody of another does', async () => {
      const { post, crowd, stranger, isThere, end } = await made()
      expect(await post('other', 'elsewhere', 'of another', 60_000)).toBe('kept')
      expect(await stranger('shop', 'stranger')).toBe('share-full')
      // Each visitor is served at the stranger's cost, until he has no more than they.
      expect(await crowd('shop')).toBe('project-full')
      expect(await isThere(topicOf('shop', 0))).toBe(true)
      expect(await isThere(topicOf('shop', Math.floor(half / 12_000)))).toBe(true)
      expect(await isThere(topicOf('stranger', 0))).toBe(false)
      expect(await isThere('of another')).toBe(true)
      await end()
    })

    test('behavior: who has more in other projects than anybody here drives nobody out', async () => {
      const { post, crowd, stranger, isThere, end } = await made()
      expect(await crowd('shop')).toBe('project-full')
      expect(await stranger('other', 'stranger', 20)).toBe('kept')
      expect(await post('shop', 'stranger', 'from there', 8_000)).toBe('project-full')
      expect(await isThere(topicOf('shop', 0))).toBe(true)
      await end()
    })

    test('behavior: in a full project what was acknowledged goes first, of that project alone', async () => {
      const { clock, post, crowd, isThere, acknowledge, end } = await made()
      await post('other', 'reader', 'had elsewhere', 8_000)
      expect(await crowd('shop')).toBe('project-full')
      acknowledge('had elsewhere')
      // A search that found nothing is not repeated at once.
      clock.at += 2_000
      acknowledge(topicOf('shop', 7))
      expect(await post('shop', 'late', topicOf('late', 1), 8_000)).toBe('kept')
      expect(await post('shop', 'late', topicOf('late', 2), 8_000)).toBe('project-full')
      expect(await isThere(topicOf('shop', 6))).toBe(true)
      expect(await isThere(topicOf('shop', 7))).toBe(false)
      expect(await isThere('had elsewhere', 'another')).toBe(true)
      await end()
    })

    test('behavior: the eighth of pairing is open to a project whose share is full', async () => {
      const { clock, post, crowd, end } = await made()
      expect(await crowd('shop')).toBe('project-full')
      expect(await post('shop', 'visitor', 'large one', 8_000)).toBe('project-full')
      expect(await post('shop', 'visitor', 'proposal', 8_000, 'one', small(clock.at))).toBe('kept')
      await end()
    })

    test('behavior: where there is no other project, one has everything but the eighth', async () => {
      const { crowd, bytes, end } = await made(() => 1)
      expect(await crowd('only')).toBe('full')
      expect(await bytes()).toBeGreaterThan((maxBytes * 7) / 8 - 20_000)
      await end()
    })

    test('behavior: when a second project comes, the first loses only what a new message of its own needs', async () => {
      const projects = { count: 1 }
      const { post, crowd, bytes, isThere, end } = await made(() => projects.count)
      await post('only', 'large', 'the largest', 100_000)
      expect(await crowd('only', 80)).toBe('kept')
      const before = await bytes()
      projects.count = 2
      expect(await post('only', 'visitor', 'new', 4_000)).toBe('kept')
      expect(await isThere('the largest')).toBe(false)
      expect(await isThere(topicOf('only', 0))).toBe(true)
      expect(await bytes()).toBeGreaterThan(before - 110_000)
      expect(await post('only', 'another', 'newer', 4_000)).toBe('kept')
      expect(await post('only', 'large', 'the largest', 100_000)).toBe('project-full')
      expect(await bytes()).toBeGreaterThan(before - 120_000)
      await end()
    })

    test('behavior: what is over is counted no more', async () => {
      const { clock, post, crowd, bytes, end } = await made()
      expect(await crowd('shop')).toBe('project-full')
      clock.at += day + 1
      expect(await bytes()).toBe(0)
      expect(await post('shop', 'visitor', 'large', 100_000)).toBe('kept')
      await end()
    })

    if (!restarts) return
    test('behavior: a restart keeps the shares', async () => {
      const { post, crowd, restart, acknowledge, bytes, isThere, end } = await made()
      expect(await crowd('shop')).toBe('project-full')
      acknowledge(topicOf('shop', 3))
      const before = await bytes()
      await restart()
      expect(await bytes()).toBe(before)
      expect(await post('quiet', 'visitor', 'large', 50_000)).toBe('kept')
      expect(await post('shop', 'late', topicOf('late', 1), 8_000)).toBe('kept')
      expect(await isThere(topicOf('shop', 3))).toBe(false)
      expect(await post('shop', 'late', topicOf('late', 2), 8_000)).toBe('project-full')
      await end()
    })
  })
}
