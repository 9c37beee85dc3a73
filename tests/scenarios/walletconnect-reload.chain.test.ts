import type { Prompt, TransportContext } from '@latchkey/core'
import { describe, expect, test, vi } from 'vitest'
import { openPage } from '../../packages/walletconnect/src/page/open-page.ts'
import { memoryStorage } from '../../packages/walletconnect/test/memory-storage.ts'
import { makeSeal } from '../../packages/walletconnect/test/small-page.ts'
import {
  type Asked,
  ada,
  grantOf,
  made,
  type Proposal,
  relay,
  respond,
  withWorld,
} from '../peer/page-world.ts'
import { startStranger } from '../peer/start-stranger.ts'

withWorld()

describe('a page that is loaded again, and an independent wallet', () => {
  const chains = [{ id: 'eip155:31337' }] as never
  const never = new AbortController().signal
  async function loads() {
    const seal = await makeSeal()
    const { eip155 } = { eip155: { methods: ['personal_sign'], events: ['accountsChanged'] } }
    const context = {
      kit: 'shop',
      storage: memoryStorage(),
      metadata: { name: 'Shop' },
      needs: { eip155 },
    }
    const loadPage = () => openPage({ context, relays: [{ url: relay() }], seal })
    return { context, loadPage }
  }
  const request = (context: TransportContext) => ({ context, chains, signal: never })

  test('behavior: goes on with its session, and the wallet is asked nothing', async () => {
    const { context, loadPage } = await loads()
    const first = await loadPage()
    const prompt = await first.prepare(request(context))
    const started = first.start({ ...request(context), onPrompt: () => undefined })
    if (prompt.kind !== 'uri') throw new Error('no link')
    await made.wallet.call('pair', { uri: prompt.uri })
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    const { session } = await started

    const second = await loadPage()
    const [again] = await second.restore(never)
    expect(again?.id).toBe(session.id)
    const signed = again?.request('eip155:31337', 'personal_sign', ['0x00', ada.address])
    const asked = await made.wallet.take<Asked>('session_request')
    await respond(asked, { result: '0x5167' })
    expect(await signed).toBe('0x5167')
    expect(made.wallet.events.filter(({ event }) => event === 'session_request')).toHaveLength(1)
    expect([...context.storage.entries.values()].join()).not.toMatch(
      new RegExp(`${session.id}|${ada.address}`, 'i'),
    )

    // Ended by the wallet while no page was open: the next one learns of it.
    await made.wallet.call('disconnect', {
      topic: session.id,
      reason: { code: 6000, message: 'User disconnected.' },
    })
    const third = await loadPage()
    const [dead] = await third.restore(never)
    await vi.waitFor(async () => expect(await (await loadPage()).restore(never)).toEqual([]))
    if (dead)
      await expect(dead.request('eip155:31337', 'personal_sign', [])).rejects.toMatchObject({
        code: 'session-ended',
      })
  })

  test('behavior: a handshake whose page was dropped is finished by the next page', async () => {
    const { context, loadPage } = await loads()
    const first = await loadPage()
    let uri = ''
    const onPrompt = (prompt: Prompt): void => {
      if (prompt.kind === 'uri') uri = prompt.uri
    }
    first.start({ ...request(context), onPrompt }).catch(() => undefined)
    await vi.waitFor(() => expect(uri).not.toBe(''))
    await made.wallet.call('pair', { uri })
    const { id } = await made.wallet.take<Proposal>('session_proposal')
    // Another page of the same site, as after a phone has discarded the first: both may hear the
    // answer.
    const second = await loadPage()
    const restored = second.restore(never)
    await made.wallet.call('approve', { id, namespaces: grantOf(ada.address) })
    await made.wallet.take('acknowledged')
    expect((await restored).map(({ namespaces }) => Object.keys(namespaces))).toEqual([['eip155']])
    expect(await made.wallet.call<unknown[]>('sessions')).toHaveLength(1)
  })

  test('behavior: a wallet whose clock is a day ahead refuses the link as expired', async () => {
    await made.wallet.kill()
    made.wallet = await startStranger({ role: 'wallet', relay: relay(), clockOffsetMs: 86_400_000 })
    const { context, loadPage } = await loads()
    const page = await loadPage()
    const prompt = await page.prepare(request(context))
    if (prompt.kind !== 'uri') throw new Error('no link')
    await expect(made.wallet.call('pair', { uri: prompt.uri })).rejects.toMatchObject({
      isError: true,
    })
  })
})
