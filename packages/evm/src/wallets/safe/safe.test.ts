import { type Connector, getAccount } from '@latchkey/core'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { devnet, request } from '../../../test/fixture.ts'
import { framedPage, safeAddress, safeAppOrigin, safeHost } from '../../../test/safe-host.ts'
import { framedAdapter, kitInSafe, passUntil } from '../../../test/safe-stage.ts'
import { sendCalls } from '../../actions/send-calls.ts'
import { evm } from '../../evm.ts'
import { withWallets } from '../with-wallets.ts'
import { getSafeTransaction } from './actions/get-safe-transaction.ts'
import { safe } from './safe.ts'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = `eip155:31337:${safeAddress}` as const

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('safe', () => {
  test('default: inside the Safe app its Safe is the first wallet, connects by itself, and is a contract', async () => {
    const { kit, frame } = await kitInSafe()
    expect(Object.keys(kit.getState().connectors)).toEqual(['host:safe'])
    expect(getAccount(kit)).toMatchObject({ account, status: 'connected' })
    expect(kit.getState().connections['host:safe']).toMatchObject({
      sessions: [{ accounts: [{ account, type: 'smartAccount' }] }],
    })
    expect(frame.listenerCount()).toBe(0)
  })

  test('behavior: where the site around the page is told, nothing is asked before a choice', () => {
    const { host, connectors, frame } = framedAdapter()
    expect(connectors.map(({ id }) => id)).toEqual(['host:safe'])
    expect([host.messages.length, frame.listenerCount()]).toEqual([0, 0])
  })

  test('behavior: it stands before wallets that announce themselves', () => {
    const { adapter } = framedAdapter()
    const ids: string[] = []
    const target = new EventTarget()
    target.addEventListener('eip6963:requestProvider', () =>
      target.dispatchEvent(
        Object.assign(new Event('eip6963:announceProvider'), {
          detail: {
            info: {
              uuid: '350670db-19fa-4704-a166-e52e178b59d2',
              name: 'Example',
              rdns: 'com.example',
            },
            provider: { request: async () => null },
          },
        }),
      ),
    )
    const { page } = framedPage(safeHost())
    withWallets(evm({ chains: [devnet], page: target }), safe({ page })).discover(({ id }) =>
      ids.push(id),
    )
    expect(ids).toEqual(['host:safe', 'announced:com.example'])
    expect(adapter.namespace).toBe('eip155')
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a name that only begins like it', { origin: 'https://app.safe.global.evil.example' }],
    ['another port', { origin: 'https://app.safe.global:8443' }],
    ['no encryption', { origin: 'http://app.safe.global' }],
    ['the Safe app further out only', { ancestorOrigins: ['https://evil.example', safeAppOrigin] }],
    [
      'another site, told by the referrer',
      { ancestorOrigins: null, referrer: 'https://evil.example/', origin: 'https://evil.example' },
    ],
  ])('behavior: in a frame of %s there is no Safe, and nothing is asked', async (_, options) => {
    const { host, connectors } = framedAdapter(options)
    await vi.advanceTimersByTimeAsync(6000)
    expect([connectors, host.messages]).toEqual([[], []])
  })

  test('behavior: in no frame there is no Safe', () => {
    const page = { ...framedPage(safeHost()).page } as { parent: unknown }
    page.parent = page
    const connectors: Connector[] = []
    safe({ page: page as never }).discover((connector) => connectors.push(connector), {
      guard: (call) => call,
      chains: [],
    })
    expect(connectors).toEqual([])
  })

  test.each([
    ['the referrer', { ancestorOrigins: null, referrer: `${safeAppOrigin}/` }],
    ['nobody, so that it is asked', { ancestorOrigins: null, referrer: '' }],
    ['nobody, because it is hidden', { ancestorOrigins: ['null'] }],
    [
      'nobody, after a link was followed',
      { ancestorOrigins: null, referrer: 'https://shop.example/cart' },
    ],
  ])('behavior: the Safe app is known by %s', async (_, options) => {
    const { connectors } = framedAdapter(options)
    await vi.waitUntil(() => connectors.length > 0)
    expect((await connectors[0]?.connect(request()))?.sessions[0]?.selected).toBe(account)
  })

  test('behavior: a site that hides its origin and is no host is asked in vain', async () => {
    const options = { ancestorOrigins: null, origin: 'https://evil.example' }
    const { host, connectors, frame } = framedAdapter(options)
    await vi.waitUntil(() => frame.listenerCount() === 1)
    await passUntil(() => frame.listenerCount() === 0)
    expect([connectors, host.messages]).toEqual([[], []])
  })

  test('parameters: hosts', async () => {
    const origin = 'https://safe.example'
    expect(framedAdapter({ origin }).connectors).toEqual([])
    expect(framedAdapter({ origin }, [origin]).connectors).toHaveLength(1)
    expect(
      framedAdapter({ origin: 'http://localhost:3000' }, ['http://localhost:3000']).connectors,
    ).toHaveLength(1)
    for (const host of [
      'https://safe.example/',
      'http://safe.example',
      '*',
      'https://*.example',
      '',
    ]) {
      expect(() => safe({ hosts: [host] }), host).toThrow(
        expect.objectContaining({ code: 'config-invalid' }),
      )
    }
  })

  test('behavior: only the window around the page, at its origin, is believed', async () => {
    const { frame, connectors, host } = framedAdapter()
    const { answer } = host
    const lie = { safeAddress: receiver, chainId: 1, threshold: 1, owners: [receiver] }
    host.answer = async (message) => {
      const data = { id: message.id, success: true, data: lie }
      frame.deliver({ source: {}, origin: safeAppOrigin, data })
      frame.deliver({ source: frame.parent, origin: 'https://evil.example', data })
      frame.deliver({ source: frame.parent, origin: safeAppOrigin, data: { ...data, id: 'other' } })
      return answer(message)
    }
    const { sessions } = (await connectors[0]?.connect(request())) ?? {}
    expect(sessions?.[0]?.selected).toBe(account)
  })

  test.each([
    ['no address', { safeAddress: '0x1' }],
    ['no chain', { chainId: 0 }],
    ['fewer owners than have to sign', { threshold: 3 }],
    ['owners that are none', { owners: ['a', 'b'] }],
  ])('error: an answer with %s connects nothing', async (_, info) => {
    const { connectors, host, adapter } = framedAdapter()
    host.behavior.info = info
    const error = await connectors[0]?.connect(request()).catch((cause: unknown) => cause)
    expect(adapter.explain(error)).toBe('wallet-answer-invalid')
  })

  test('error: a Safe app that does not answer ends the wait', async () => {
    const { connectors, host, adapter, frame } = framedAdapter()
    host.answer = () => new Promise(() => {})
    const wait = connectors[0]?.connect(request()).catch((cause: unknown) => cause)
    let error: unknown
    wait?.then((cause) => {
      error = cause
    })
    await passUntil(() => error !== undefined)
    expect([adapter.explain(error), frame.listenerCount()]).toEqual(['connection-timeout', 0])
  })

  test('behavior: what is sent is what the published SDK sends', async () => {
    const { kit, host } = await kitInSafe()
    const calls = [{ to: receiver, value: 7n, data: '0x12' }]
    await sendCalls(kit, { calls })
    await getSafeTransaction(kit, { safeTxHash: host.proposed()[0] as Hex })
    const own = host.messages.splice(0)
    const { page } = framedPage(host)
    vi.stubGlobal('window', Object.assign(page, { crypto }))
    const sdk = new SafeAppsSDK({ allowedDomains: [/^https:\/\/app\.safe\.global$/] })
    const info = await sdk.safe.getInfo()
    expect(info).toMatchObject({ safeAddress, threshold: 2 })
    const { safeTxHash } = await sdk.txs.send({ txs: [{ to: receiver, value: '7', data: '0x12' }] })
    expect(await sdk.txs.getBySafeTxHash(safeTxHash)).toMatchObject({ txHash: null })
    const shape = (messages: readonly object[]) =>
      messages.map((message) => {
        const { id, params, ...rest } = JSON.parse(JSON.stringify(message))
        const { safeTxHash: _, ...others } = params ?? {}
        return { ...rest, id: typeof id, params: others }
      })
    const isNew = (one: object, i: number, all: readonly object[]) =>
      all.findIndex((two) => JSON.stringify(one) === JSON.stringify(two)) === i
    expect(shape(own).filter(isNew)).toEqual(shape(host.messages))
  })
})
