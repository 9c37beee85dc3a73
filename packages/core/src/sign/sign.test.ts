import { type Chain, hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, raw, session, wallet } from '../../test/fake-parts.ts'
import { challenge } from '../../test/fake-sign-in.ts'
import { selectNamespace } from '../account/select-namespace.ts'
import { switchAccount } from '../account/switch-account.ts'
import { switchChain } from '../account/switch-chain.ts'
import { connect } from '../connect/connect.ts'
import type { Features } from '../contract/features.ts'
import { createKit } from '../create-kit.ts'
import { getAccount } from '../machine/get-account.ts'
import { signInMessage } from './sign-in-message.ts'
import { signMessage } from './sign-message.ts'

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
async function setUp(features: Features = {}) {
  const w = wallet('w', ['alpha'], { features })
  w.answer = async () => ({ sessions: [session('alpha', ['a1', 'a2'])] })
  const kit = createKit({
    adapters: [adapter('alpha', [w]), adapter('beta')],
    storage: null,
  })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'w' })
  return { kit, w }
}

describe('switchChain', () => {
  test('default: asks the wallet, which tells of the change', async () => {
    const { kit, w } = await setUp({
      switchChain: async ({ chain }) =>
        w.emit({
          type: 'session',
          session: session('alpha', ['a1', 'a2'], chain.id.slice(6)),
          reason: 'chain',
        }),
    })
    expect(await switchChain(kit, { chain: 'alpha:2' })).toMatchObject({
      chain: 'alpha:2',
      account: 'alpha:2:a1',
    })
  })

  test('behavior: the errors', async () => {
    const failing = (code: Parameters<typeof raw>[0]) =>
      setUp({ switchChain: () => Promise.reject(raw(code)) })
    const code = async (explained: Parameters<typeof raw>[0]) =>
      codeOf(switchChain((await failing(explained)).kit, { chain: 'alpha:2' }))
    expect(await code('user-rejected')).toBe('switch-rejected')
    expect(await code('unknown')).toBe('switch-failed')
    expect(await code('chain-not-added')).toBe('chain-not-added')
    const { kit } = await setUp()
    expect(await codeOf(switchChain(kit, { chain: 'alpha:9' }))).toBe('chain-unsupported')
    expect(await codeOf(switchChain(kit, { chain: 'alpha:2' }))).toBe('feature-unsupported')
  })

  test('behavior: a wallet that agrees and stays is found out; the true chain is shown', async () => {
    vi.useFakeTimers()
    const { kit } = await setUp({ switchChain: async () => undefined })
    const asked = codeOf(switchChain(kit, { chain: 'alpha:2' }))
    await vi.advanceTimersByTimeAsync(2001)
    vi.useRealTimers()
    expect(await asked).toBe('chain-mismatch')
    expect(getAccount(kit).chain).toBe('alpha:1')
  })

  test('behavior: a wallet that may have to add the chain is told of nodes: the owner’s, else the gateway', async () => {
    const given: (readonly string[] | undefined)[] = []
    const w = wallet('w', ['alpha'])
    const features: Features = {
      switchChain: async ({ chain, rpcUrls }) => {
        given.push(rpcUrls)
        w.emit({
          type: 'session',
          session: session('alpha', ['a1'], chain.id.slice(6)),
          reason: 'chain',
        })
      },
    }
    Object.assign(w, { features })
    const run = async (
      rpcUrls: readonly string[],
      url: string,
    ): Promise<readonly string[] | undefined> => {
      const alpha = adapter('alpha', [w])
      const chains = alpha.chains.map((one) => ({ ...one, rpcUrls }))
      const kit = createKit({
        adapters: [{ ...alpha, chains }],
        storage: null,
        gateway: { url, project: 'shop' },
      })
      kit.subscribe(() => undefined)
      await connect(kit, { connector: 'w' })
      await switchChain(kit, { chain: 'alpha:2' })
      return given.at(-1)
    }
    expect(await run(['https://node.owner.test'], 'https://gate.test')).toEqual([
      'https://node.owner.test',
    ])
    const [address = ''] = (await run([], 'https://gate.test')) ?? []
    const url = new URL(address)
    expect([url.origin, url.pathname, url.searchParams.get('chainId')]).toEqual([
      'https://gate.test',
      '/v1',
      'alpha:2',
    ])
    expect(url.searchParams.get('projectId')).toBe('shop')
  })

  test('behavior: without a gateway the nodes are the chain’s own, however few', async () => {
    const asked = vi.fn(
      async ({ chain }: { readonly chain: Chain }): Promise<void> =>
        w.emit({
          type: 'session',
          session: session('alpha', ['a1'], chain.id.slice(6)),
          reason: 'chain',
        }),
    )
    const { kit, w } = await setUp({ switchChain: asked })
    await switchChain(kit, { chain: 'alpha:2' })
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ rpcUrls: [] }))
  })

  test('behavior: without a wallet only the wish changes', async () => {
    const { kit } = await setUp()
    expect(await switchChain(kit, { chain: 'beta:2' })).toMatchObject({
      status: 'disconnected',
      chain: 'beta:2',
    })
  })

  test('behavior: a hanging wallet can be left', async () => {
    const { kit, w } = await setUp({ switchChain: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const asked = codeOf(switchChain(kit, { chain: 'alpha:2', signal: controller.signal }))
    controller.abort()
    expect(await asked).toBe('aborted')
    const again = codeOf(switchChain(kit, { chain: 'alpha:2' }))
    w.emit({ type: 'end' })
    expect(await again).toBe('wallet-disconnected')
  })
})

describe('switchAccount', () => {
  test('default', async () => {
    const { kit } = await setUp()
    expect(await switchAccount(kit, { account: 'alpha:1:a2' })).toMatchObject({ address: 'a2' })
    expect(await codeOf(switchAccount(kit, { account: 'alpha:1:a3' }))).toBe('account-missing')
    expect(await codeOf(switchAccount(kit, { account: 'beta:1:a3' }))).toBe('not-connected')
  })
})

describe('selectNamespace', () => {
  test('default', async () => {
    const { kit } = await setUp()
    expect(selectNamespace(kit, { namespace: 'beta' })).toMatchObject({
      namespace: 'beta',
      status: 'disconnected',
    })
    expect(getAccount(kit).namespace).toBe('beta')
    expect(() => selectNamespace(kit, { namespace: 'toString' })).toThrow('chain-unsupported')
  })
})

describe('signMessage', () => {
  test('parameters: namespace', async () => {
    const { kit } = await setUp({ signMessage: async () => ({ signature: 's' }) })
    selectNamespace(kit, { namespace: 'beta' })
    expect(await codeOf(signMessage(kit, { message: 'm' }))).toBe('not-connected')
    expect(await signMessage(kit, { message: 'm', namespace: 'alpha' })).toMatchObject({
      account: 'alpha:1:a1',
    })
    const strange = { message: 'm', namespace: 'alpha', account: 'beta:1:b1' } as const
    expect(await codeOf(signMessage(kit, strange))).toBe('account-missing')
  })

  test('default', async () => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const { kit } = await setUp({ signMessage: sign })
    await switchAccount(kit, { account: 'alpha:1:a2' })
    expect(await signMessage(kit, { message: 'm' })).toEqual({
      signature: 's',
      account: 'alpha:1:a2',
    })
    expect(sign).toHaveBeenCalledWith(
      expect.objectContaining({ account: 'alpha:1:a2', message: 'm' }),
    )
  })

  test('behavior: the errors', async () => {
    const code = async (features: Features, account?: 'alpha:1:a9') =>
      codeOf(signMessage((await setUp(features)).kit, { message: 'm', account }))
    expect(await code({})).toBe('feature-unsupported')
    expect(await code({}, 'alpha:1:a9')).toBe('account-missing')
    expect(await code({ signMessage: () => Promise.reject(raw('user-rejected')) })).toBe(
      'user-rejected',
    )
    expect(await code({ signMessage: () => Promise.reject(raw('unknown')) })).toBe(
      'signature-failed',
    )
    expect(await code({ signMessage: async () => ({ signature: '' }) })).toBe(
      'wallet-answer-invalid',
    )
    expect(await code({ signMessage: async () => null as never })).toBe('wallet-answer-invalid')
  })
})

describe('signInMessage', () => {
  test('default: byte for byte EIP-4361 with all fields', () => {
    const text = signInMessage(
      'eip155:1:0xAb',
      {
        ...challenge,
        statement: 'I agree.',
        expirationTime: 'E',
        notBefore: 'B',
        requestId: 'R',
        resources: ['a:1', 'b:2'],
      },
      'Ethereum',
    )
    expect(text).toBe(
      'd.example wants you to sign in with your Ethereum account:\n0xAb\n\nI agree.\n\nURI: https://d.example\n' +
        'Version: 1\nChain ID: 1\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z\nExpiration Time: E\nNot Before: B\n' +
        'Request ID: R\nResources:\n- a:1\n- b:2',
    )
  })

  test('behavior: a field that would forge a line is refused', () => {
    expect(() =>
      signInMessage('eip155:1:0xAb', { ...challenge, statement: 'x\nURI: evil' }, 'E'),
    ).toThrow('sign-in-failed')
    expect(() => signInMessage('eip155:1:0xAb', { ...challenge, nonce: 'short' }, 'E')).toThrow(
      'sign-in-failed',
    )
  })
})
