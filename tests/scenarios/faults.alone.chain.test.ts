import { connect, disconnect, getAccount } from '@latchkey/core'
import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { hasCode } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cells, type Fault, type Verb } from '../helpers/fault-cells.ts'
import { methods, type Scene, scene } from '../worlds/fault-scene.ts'

const held: { devnet?: EvmDevnet } = {}
const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)

beforeAll(async () => {
  held.devnet = await startEvmDevnet()
  process.on('unhandledRejection', noteLoose)
})
afterAll(async () => {
  process.off('unhandledRejection', noteLoose)
  await held.devnet?.stop()
})
afterEach(() => vi.restoreAllMocks())

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const asked = async ({ wallet }: Scene, method: string, since: number): Promise<void> => {
  for (let i = 0; i < 3000 && !wallet.requests.slice(since).some((r) => r.method === method); i++) {
    await wait(10)
  }
}

/** Does the fault to a verb under way; the answer tells how it ended. */
async function strike(page: Scene, fault: Fault, verb: Verb, ends: string): Promise<string> {
  const method = methods[verb]
  const controller = new AbortController()
  const since = page.wallet.requests.length
  page.wallet.behave(
    fault === 'reject'
      ? 'reject'
      : fault === 'answer twice'
        ? 'twice'
        : fault === 'answer late'
          ? { late: verb === 'resume' ? 12_000 : 400 }
          : 'hang',
    method,
  )
  if (verb === 'resume') page.reload()
  const outcome = page.run(verb, controller.signal).then(
    () => 'done',
    (error: unknown) => (hasCode(error) ? error.code : `not ours: ${String(error)}`),
  )
  await Promise.race([asked(page, method, since), outcome])
  const answer = async (): Promise<void> => {
    page.wallet.behave('approve', method)
    while (await page.wallet.release()) {
      await wait(0)
    }
  }
  if (fault === 'change account') page.wallet.selectAccount(1)
  if (fault === 'change chain') page.wallet.selectChain('eip155:31338')
  if (fault === 'change account' || fault === 'change chain') await answer()
  if (fault === 'disconnect') page.wallet.revoke()
  if (fault === 'vanish') {
    page.uninstall()
    page.wallet.die()
  }
  // What has to be called off is; everything else ends by itself, however slow the machine.
  if (ends === 'aborted') {
    await wait(150)
    controller.abort()
  }
  const end = await outcome
  if (fault === 'answer late') await wait(500)
  return end
}

describe('faults', () => {
  for (const [fault, row] of Object.entries(cells) as [Fault, (typeof cells)[Fault]][]) {
    for (const [verb, cell] of Object.entries(row) as [Verb, (typeof row)[Verb]][]) {
      test(`behavior: ${fault} × ${verb}`, { timeout: 60_000 }, async () => {
        const spies = (['error', 'warn'] as const).map((level) =>
          vi.spyOn(console, level).mockImplementation(() => {}),
        )
        const page = scene(held.devnet?.url ?? '')
        const id = `announced:${page.wallet.info.rdns}`
        if (verb !== 'connect') await connect(page.kit, { connector: id })

        expect(await strike(page, fault, verb, cell.ends)).toBe(cell.ends)
        expect(page.shown()).toBe(cell.shows)
        if (cell.shows === 'connected') {
          // What is shown is what signs.
          const { account } = getAccount(page.kit)
          const { accounts, chain } = page.wallet.state()
          expect(account?.toLowerCase()).toBe(`${chain}:${accounts[0]}`.toLowerCase())
        }

        page.wallet.behave('approve')
        page.wallet.revive()
        page.reinstall()
        if (page.shown() !== 'connected') await connect(page.kit, { connector: id })
        page.wallet.selectChain('eip155:31337')
        await page.run(verb === 'resume' ? 'connect' : verb, new AbortController().signal)
        expect(page.shown()).toBe('connected')

        await disconnect(page.kit)
        const kept = [...page.storage.entries].filter(([key]) => /connections|pending/.test(key))
        expect(kept.filter(([key]) => key.endsWith('connections'))).toEqual([])
        page.reload()
        await wait(50)
        expect(page.shown()).toBe('disconnected')
        page.stop()
        await wait(0)
        expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([])
        expect(loose.splice(0)).toEqual([])
      })
    }
  }
})
