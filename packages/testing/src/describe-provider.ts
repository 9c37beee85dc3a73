import { verifyMessage } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Eip1193Provider, ProviderFixture } from './parts/provider-fixture.ts'

/**
 * Error codes that wallets throw, from EIP-1193, EIP-1474, EIP-3085 and Ethereum nodes, each with
 * its meaning.
 */
const errorNumbers = [
  [4001, 'the visitor declined'],
  [4100, 'not authorised'],
  [4200, 'the method is not supported'],
  [4900, 'disconnected from all chains'],
  [4901, 'disconnected from this chain'],
  [-32002, 'a prompt is already open'],
  [-32602, 'wrong parameters'],
  [-32603, 'an error of the wallet'],
  [-32000, 'wrong input'],
  [-32005, 'too many requests'],
] as const

const text = '0x68656c6c6f'
const stranger = `0x${'12'.repeat(20)}`

const notRequests = [
  undefined,
  null,
  [],
  {},
  { method: '' },
  { method: 7 },
  { method: 'eth_accounts', params: 'x' },
  { method: 'eth_accounts', params: null },
]

/**
 * Defines the Vitest tests that any EIP-1193 provider must pass: requests and answers, error codes,
 * events and their order.
 * @param lacks - what this wallet lacks and is not tested for: errors with a given number, another
 *   account or chain to select, errors that are instances of `Error` (`error-class`)
 */
export function describeProvider(
  name: string,
  create: () => ProviderFixture | Promise<ProviderFixture>,
  lacks: readonly (number | 'other-account' | 'other-chain' | 'error-class')[] = [],
): void {
  async function open(isConnected: boolean) {
    const fixture = await create()
    onTestFinished(async () => void (await fixture.stop()))
    const { provider } = fixture
    if (isConnected) await fixture.connect()
    const events = recordEvents(provider)
    const ask = (method: string, params?: readonly unknown[]) =>
      provider.request(params === undefined ? { method } : { method, params })
    const sign = () => ask('personal_sign', [text, fixture.accounts[0]])
    const hears = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
    return { ...fixture, events, ask, sign, hears }
  }

  describe(`${name}: EIP-1193`, () => {
    describe('before a wallet is connected', () => {
      test('eth_accounts is empty, eth_chainId is hex, net_version is decimal', async () => {
        const { ask, chains } = await open(false)
        expect(await ask('eth_accounts')).toEqual([])
        expect(await ask('eth_chainId')).toBe(chains[0])
        expect(await ask('net_version')).toBe(String(Number(chains[0])))
      })

      test('eth_requestAccounts connects, or throws 4100', async () => {
        const { ask, accounts, connectsByRequest } = await open(false)
        const asked = ask('eth_requestAccounts')
        if (connectsByRequest) expect(await asked).toEqual(accounts)
        else await expect(asked).rejects.toMatchObject({ code: 4100 })
      })

      test('personal_sign throws 4100, and nobody is asked to sign', async () => {
        const { sign, reached, connectsByRequest } = await open(false)
        await expect(sign()).rejects.toMatchObject({ code: 4100 })
        // A browser extension receives the request and refuses it itself. Any other wallet must not
        // get it.
        if (!connectsByRequest) expect(reached().map(({ method }) => method)).toEqual([])
      })
    })

    describe('requests', () => {
      test('what is no request throws -32600', async () => {
        const { provider } = await open(true)
        const codes = notRequests.map((parameters) =>
          provider.request(parameters as never).then(
            () => 'answered',
            ({ code }) => code,
          ),
        )
        expect(await Promise.all(codes)).toEqual(notRequests.map(() => -32600))
      })

      test('eth_accounts and eth_requestAccounts tell the same accounts, the selected one first', async () => {
        const { ask, accounts } = await open(true)
        expect(await ask('eth_accounts')).toEqual(accounts)
        expect(await ask('eth_requestAccounts')).toEqual(accounts)
      })

      test('personal_sign reaches the wallet as it is, and its answer comes back', async () => {
        const { sign, accounts, reached, hasKeys } = await open(true)
        const signature = (await sign()) as `0x${string}`
        expect(signature).toMatch(/^0x[0-9a-f]+$/)
        const [address] = accounts as [`0x${string}`]
        expect(reached().at(-1)).toEqual({ method: 'personal_sign', params: [text, address] })
        const message = { raw: text } as const
        if (hasKeys) expect(await verifyMessage({ address, message, signature })).toBe(true)
      })

      test('requests at the same time get their own answers', async () => {
        const { ask, accounts, chains, sign } = await open(true)
        const [signature, list, chain] = await Promise.all([
          sign(),
          ask('eth_accounts'),
          ask('eth_chainId'),
        ])
        expect([list, chain]).toEqual([accounts, chains[0]])
        expect(signature).toMatch(/^0x[0-9a-f]+$/)
      })

      test('eth_sendTransaction reaches the wallet as it is, and answers a hash', async () => {
        const { ask, accounts, chains, reached } = await open(true)
        const transaction = { from: accounts[0], to: stranger, value: '0x1', chainId: chains[0] }
        expect(await ask('eth_sendTransaction', [transaction])).toMatch(/^0x[0-9a-f]{64}$/)
        expect(reached().at(-1)).toEqual({ method: 'eth_sendTransaction', params: [transaction] })
      })
    })

    describe('errors', () => {
      test('numbers of the wallet arrive, with a text', async () => {
        const { refuse, sign } = await open(true)
        const possible = errorNumbers.filter(([code]) => !lacks.includes(code))
        const thrown: unknown[] = []
        for (const [code, message] of possible) {
          refuse('personal_sign', { code, message })
          thrown.push(await sign().catch((error: unknown) => error))
        }
        expect(thrown).toEqual(
          possible.map(([code]) =>
            expect.objectContaining({ code, message: expect.stringMatching(/./) }),
          ),
        )
        if (!lacks.includes('error-class'))
          expect(thrown.filter((error) => !(error instanceof Error))).toEqual([])
      })

      test('4001: a declined transaction, and the next one can go', async () => {
        const { refuse, ask, sign, accounts } = await open(true)
        refuse('eth_sendTransaction', { code: 4001, message: 'User rejected the request.' })
        const asked = ask('eth_sendTransaction', [{ from: accounts[0], to: stranger }])
        await expect(asked).rejects.toMatchObject({ code: 4001 })
        expect(await sign()).toMatch(/^0x/)
      })

      test('4100: a transaction of an account that the page was not given', async () => {
        const { ask } = await open(true)
        const asked = ask('eth_sendTransaction', [{ from: stranger, to: stranger }])
        await expect(asked).rejects.toMatchObject({ code: 4100 })
      })

      test('4200: a method of wallets that this one has not', async () => {
        const { ask } = await open(true)
        await expect(ask('wallet_nobodyHasThis')).rejects.toMatchObject({ code: 4200 })
      })

      test('4902: a chain that nobody knows', async () => {
        const { ask, chains } = await open(true)
        const asked = ask('wallet_switchEthereumChain', [{ chainId: '0x539aa' }])
        await expect(asked).rejects.toMatchObject({ code: 4902 })
        expect(await ask('eth_chainId')).toBe(chains[0])
      })

      test('-32602: wallet_switchEthereumChain to what is no chain id', async () => {
        const { ask } = await open(true)
        const codes: unknown[] = []
        for (const params of [[], [{}], [{ chainId: 'one' }], [{ chainId: '' }]]) {
          const asked = ask('wallet_switchEthereumChain', params)
          codes.push(await asked.catch(({ code }) => code))
        }
        expect(codes).toEqual([-32602, -32602, -32602, -32602])
      })
    })

    describe('events', () => {
      test('connecting tells accountsChanged once, and connect before it', async () => {
        const { connect, events, accounts, chains, hears, tellsOfWallet } = await open(false)
        await connect()
        await hears(() => expect(events.at(-1)?.[0]).toBe('accountsChanged'))
        expect(events.filter(([event]) => event !== 'connect')).toEqual([
          ['accountsChanged', accounts],
        ])
        if (tellsOfWallet) expect(events[0]).toEqual(['connect', { chainId: chains[0] }])
      })

      test('wallet_switchEthereumChain answers null and tells chainChanged once', async () => {
        const { ask, chains, events, hears } = await open(true)
        expect(await ask('wallet_switchEthereumChain', [{ chainId: chains[1] }])).toBeNull()
        await hears(() => expect(events).toEqual([['chainChanged', chains[1]]]))
        expect(await ask('eth_chainId')).toBe(chains[1])
        expect(await ask('wallet_switchEthereumChain', [{ chainId: chains[1] }])).toBeNull()
        expect(events).toHaveLength(1)
      })

      if (!lacks.includes('other-chain'))
        test('a chain that the visitor selects is told once', async () => {
          const { selectOtherChain, ask, chains, events, hears } = await open(true)
          await selectOtherChain?.()
          await hears(() => expect(events).toEqual([['chainChanged', chains[1]]]))
          expect(await ask('eth_chainId')).toBe(chains[1])
        })

      if (!lacks.includes('other-account'))
        test('an account that the visitor selects is told once, as the first one', async () => {
          const { selectOtherAccount, ask, accounts, events, hears } = await open(true)
          await selectOtherAccount?.()
          const turned = [accounts[1], accounts[0]]
          await hears(() => expect(events).toEqual([['accountsChanged', turned]]))
          expect(await ask('eth_accounts')).toEqual(turned)
        })

      test('disconnecting tells that there is no account, then disconnect with 4900', async () => {
        const { disconnect, ask, sign, events, hears, tellsOfWallet } = await open(true)
        await disconnect()
        const last = tellsOfWallet ? 'disconnect' : 'accountsChanged'
        await hears(() => expect(events.at(-1)?.[0]).toBe(last))
        expect(events.filter(([event]) => event === 'accountsChanged')).toEqual([
          ['accountsChanged', []],
        ])
        if (tellsOfWallet) expect(events.at(-1)?.[1]).toMatchObject({ code: 4900 })
        expect(await ask('eth_accounts')).toEqual([])
        await expect(sign()).rejects.toMatchObject({ code: 4100 })
      })

      test('a listener that was removed hears nothing', async () => {
        const { provider, connect, events, hears } = await open(false)
        const removed = vi.fn()
        provider.on('accountsChanged' as never, removed as never)
        provider.removeListener('accountsChanged' as never, removed as never)
        await connect()
        await hears(() => expect(events.at(-1)?.[0]).toBe('accountsChanged'))
        expect(removed).not.toHaveBeenCalled()
      })
    })
  })
}

/** Records every event that a provider emits from now on, in order. */
export function recordEvents(provider: Eip1193Provider): (readonly [string, unknown])[] {
  const events: (readonly [string, unknown])[] = []
  for (const name of ['connect', 'chainChanged', 'accountsChanged', 'disconnect']) {
    provider.on(name as never, ((payload: unknown) => void events.push([name, payload])) as never)
  }
  return events
}
