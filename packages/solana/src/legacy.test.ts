import type { Connector, ConnectorEvent } from '@latchkey/core'
import { addressOf } from '@latchkey/protocol'
import { mockSolanaWallet, providerError } from '@latchkey/testing'
import { describeFeatures } from '@latchkey/testing/features'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProof, local, request, settle, signal } from '../test/fixture.ts'
import { keyOf, legacyPage, legacyProvider } from '../test/legacy-page.ts'
import { nativeAsset } from './chains.ts'

const value = { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 }
const sent: string[] = []
beforeEach(() => {
  sent.splice(0)
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: [string] }
    if (method === 'sendTransaction') sent.push(params[0])
    return Response.json(
      method === 'getLatestBlockhash' ? { result: { value } } : { result: 'odd' },
    )
  })
})
afterEach(() => void vi.unstubAllGlobals())

describeFeatures('solana of old', () => {
  const { target, wallet, adapter, provider, emit, listenerCount } = legacyPage()
  const [one = '', two = ''] = wallet.accounts.map(({ address }) => address)
  return {
    adapter,
    install: () => {
      target.phantom = { solana: provider }
      return () => {}
    },
    behave: wallet.behave,
    release: wallet.release,
    selectAccount: () => emit('accountChanged', null),
    selectOtherChain: () => {},
    revoke: () => emit('disconnect'),
    prompts: wallet.prompts,
    listenerCount,
    addresses: { valid: [one], invalid: [''], same: [one, two] },
    rejection: providerError(4001, 'User rejected the request.'),
    verify: async ({ account, message, signature }) =>
      isProof(addressOf(account), message, signature),
  }
})

function discovered(place: (page: ReturnType<typeof legacyPage>) => void) {
  const page = legacyPage()
  place(page)
  const reported: Connector[] = []
  const stop = page.adapter.discover((connector) => reported.push(connector))
  return {
    ...page,
    reported,
    stop,
    rows: () => [...new Map(reported.map((one) => [one.id, one])).values()],
  }
}
const atSolana = (odd?: unknown) =>
  discovered(({ target, provider }) => {
    target.solana = odd ?? provider
  })
const atPhantom = () =>
  discovered(({ target, provider }) => {
    target.phantom = { solana: provider }
    target.solana = provider
  })

describe('what stands on window', () => {
  test('default: a row by the name that the place is known by, and one only', () => {
    expect(atPhantom().reported).toMatchObject([
      {
        id: 'standard:solana:Phantom',
        wallet: { name: 'Phantom', keys: ['Phantom'], origin: 'injected' },
      },
    ])
  })

  test('behavior: at the place of all, it has no name and no key; beside another it is no row', () => {
    const alone = atSolana()
    expect(alone.reported).toMatchObject([
      { id: 'injected:solana', wallet: { name: 'Browser wallet', keys: [] } },
    ])
    const beside = discovered(({ target, provider }) => {
      target.solana = provider
      mockSolanaWallet({ name: 'Other' }).install(target)
    })
    expect(beside.rows().map(({ wallet }) => wallet.name)).toEqual(['Other'])
  })

  test('behavior: a wallet that announces itself is no second row, whether it does so before or after', async () => {
    const place = ({ target, provider }: ReturnType<typeof legacyPage>) => {
      target.phantom = { solana: provider }
    }
    const before = discovered((page) => {
      place(page)
      mockSolanaWallet({ name: 'Phantom' }).install(page.target)
    })
    expect(before.rows().map(({ wallet }) => wallet.origin)).toEqual(['announced'])
    const after = discovered(place)
    const announced = mockSolanaWallet({ name: 'Phantom' })
    announced.install(after.target)
    after.target.dispatchEvent(new Event('load'))
    const [row, ...others] = after.rows()
    expect([row?.wallet.origin, row?.wallet.isAmbiguous, others]).toEqual([
      'announced',
      undefined,
      [],
    ])
    await row?.connect(request())
    expect([announced.prompts(), after.wallet.prompts()]).toEqual([1, 0])
  })

  test('behavior: while the page loads nothing is taken for a wallet yet', () => {
    const { reported, target, stop } = discovered((page) => {
      page.target.document = { readyState: 'loading' }
      page.target.solflare = page.provider
    })
    expect(reported).toEqual([])
    target.dispatchEvent(new Event('load'))
    expect(reported.map(({ wallet }) => wallet.name)).toEqual(['Solflare'])
    stop()
    target.exodus = { solana: legacyProvider(mockSolanaWallet()).provider }
    target.dispatchEvent(new Event('load'))
    expect(reported).toHaveLength(1)
  })

  test('behavior: what is no wallet, or throws, is none', () => {
    const throwing = new Proxy({}, { get: () => expect.unreachable() })
    for (const odd of [0, 7, 'x', {}, { connect: 1 }, { connect: () => {} }, throwing]) {
      expect(atSolana(odd).reported).toEqual([])
    }
  })

  test('behavior: silent asks nobody: what the wallet shows already counts, and nothing else', async () => {
    const { reported, wallet } = atPhantom()
    const [connector] = reported
    await expect(connector?.connect(request({ silent: true }))).rejects.toMatchObject({
      code: 'account-missing',
    })
    expect(wallet.requests).toEqual([])
    await connector?.connect(request())
    const again = await connector?.connect(request({ silent: true }))
    expect(again?.sessions[0]?.selected).toBe(`${local.id}:${wallet.accounts[0]?.address}`)
    expect(wallet.prompts()).toBe(1)
  })

  test('behavior: its events are a session’s, and end with the last listener', async () => {
    const { reported, wallet, emit, listenerCount } = atPhantom()
    const [connector] = reported
    await connector?.connect(request())
    const events: ConnectorEvent[] = []
    const stop = connector?.watch((event) => events.push(event))
    await settle()
    emit('accountChanged', keyOf(wallet.accounts[1]))
    emit('accountChanged', null)
    expect(events.map((event) => (event.type === 'session' ? event.reason : event.type))).toEqual([
      'accounts',
      'end',
    ])
    stop?.()
    expect(listenerCount()).toBe(0)
  })

  test('behavior: what it signs is checked and sent by the page', async () => {
    const { reported, wallet } = atPhantom()
    const [connector] = reported
    await connector?.connect(request())
    const from = `${local.id}:${wallet.accounts[0]?.address}` as const
    const transfer = {
      from,
      to: wallet.accounts[1]?.address ?? '',
      asset: nativeAsset(local),
      amount: 1n,
    }
    const answer = await connector?.features.transfer?.({ transfer, chain: local, signal })
    expect(answer?.hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(sent).toHaveLength(1)
    wallet.behave(
      { lie: [{ signedTransaction: new Uint8Array(200).fill(1) }] },
      'solana:signTransaction',
    )
    const odd = connector?.features.transfer?.({ transfer, chain: local, signal })
    await expect(odd).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['nothing', undefined],
    ['a key of another length', { publicKey: { toBytes: () => new Uint8Array(31) } }],
    ['a key that throws', { publicKey: { toBytes: () => expect.unreachable() } }],
    ['text', { publicKey: 'no address' }],
  ])('behavior: %s grants nothing', async (_, answer) => {
    const { reported } = discovered(({ target, provider }) => {
      target.solana = Object.assign(Object.create(provider), { connect: async () => answer })
    })
    await expect(reported[0]?.connect(request())).rejects.toMatchObject({ code: 'account-missing' })
  })
})
