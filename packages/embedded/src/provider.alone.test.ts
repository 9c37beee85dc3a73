// @vitest-environment happy-dom
import { connect, createKit, disconnect } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { getProvider } from '@latchkey/evm/provider'
import { codeOfRpcError } from '@latchkey/protocol'
import { describeProvider } from '@latchkey/testing/provider'
import { expect, vi } from 'vitest'
import { standInFrames } from '../test/stand-in-parent.ts'
import { type StandIn, standInVault } from '../test/stand-in-vault.ts'
import { embedded } from './embedded.ts'

const vault = 'http://vault.localhost:4302'
const chains = [31337, 10].map((id) => ({
  id: `eip155:${id}` as const,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}))
const results = {
  personal_sign: `0x${'12'.repeat(65)}`,
  eth_sendTransaction: `0x${'ab'.repeat(32)}`,
}

describeProvider(
  'a wallet of an email address, its vault a stand-in',
  async () => {
    const stands: StandIn[] = []
    const frames = standInFrames(vault, () => {
      const stand = standInVault(vault, { results: { ...results } })
      stands.push(stand)
      return stand
    })
    const kit = createKit({
      adapters: [evm({ chains })],
      transports: [embedded({ vault })],
      storage: null,
    })
    const stop = kit.subscribe(() => {})
    const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
    await soon(() => expect(kit.getState().connectors.embedded).toBeDefined())
    const auth = kit.getState().connectors.embedded?.auth
    return {
      provider: getProvider(kit),
      accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      chains: ['0x7a69', '0xa'],
      connect: async () => {
        auth?.begin({ kind: 'email', email: 'ada@shop.example' })
        const connected = connect(kit, { connector: 'embedded' })
        await soon(() =>
          expect(kit.getState().connections.embedded).toMatchObject({ prompt: { kind: 'login' } }),
        )
        await auth?.answer('123456')
        await connected
      },
      disconnect: () => disconnect(kit),
      refuse: (method, { code, message }) => {
        for (const { rules } of stands) {
          Object.defineProperty(rules.results, method, {
            get: () => {
              throw { code: codeOfRpcError(code), reason: message }
            },
          })
        }
      },
      reached: () =>
        stands.flatMap(({ asked }) =>
          asked.flatMap(({ method, params }) =>
            method === 'request' ? [{ method: String(params.method), params: params.params }] : [],
          ),
        ),
      connectsByRequest: false,
      tellsOfWallet: true,
      hasKeys: false,
      stop: () => {
        stop()
        frames.stop()
      },
    }
  },
  // The vault speaks by names, of which these numbers have none; its frame selects neither.
  [4100, 4200, 4900, 4901, -32002, -32000, -32005, 'other-account', 'other-chain'],
)
