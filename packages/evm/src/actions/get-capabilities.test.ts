import type { Kit } from '@latchkey/core'
import { createWalletClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { kitInState } from '../../test/connected-kit.ts'
import { ada, found, request } from '../../test/fixture.ts'
import { getCapabilities } from './get-capabilities.ts'

async function open(capabilities: unknown, isActive = true) {
  const { connector, wallet } = found({ capabilities })
  const { sessions } = await connector.connect(request())
  const state = {
    active: isActive ? { eip155: connector.id } : {},
    connectors: { [connector.id]: connector },
    connections: { [connector.id]: { status: 'connected', sessions, hidden: [] } },
  }
  return { kit: kitInState(state), wallet }
}
const kitOf = async (capabilities: unknown, isActive = true): Promise<Kit> =>
  (await open(capabilities, isActive)).kit

describe('getCapabilities', () => {
  test('default', async () => {
    const kit = await kitOf({ '0x1': { atomic: { status: 'ready' } } })
    expect(await getCapabilities(kit)).toEqual({ 'eip155:1': { atomic: { status: 'ready' } } })
  })

  test('parameters: account', async () => {
    const kit = await kitOf({})
    expect(await getCapabilities(kit, { account: `eip155:31337:${ada}` })).toEqual({})
  })

  test('parameters: chains: they travel in hex, and what holds for all is part of each', async () => {
    const { kit, wallet } = await open({
      '0x0': { paymasterService: { supported: true }, exampleService: { level: 1 } },
      '0x1': { atomic: { status: 'ready' }, exampleService: { level: 2 } },
      '0xa': { atomic: { status: 'supported' } },
    })
    expect(await getCapabilities(kit, { chains: ['eip155:1', 'eip155:8453'] })).toEqual({
      'eip155:1': {
        atomic: { status: 'ready' },
        paymasterService: { supported: true },
        exampleService: { level: 2 },
      },
      'eip155:8453': { paymasterService: { supported: true }, exampleService: { level: 1 } },
    })
    const ours = wallet.requests.at(-1)
    const viem = createWalletClient({ account: ada, transport: custom(wallet.provider) })
    await viem.getCapabilities({ chainId: 8453 })
    await getCapabilities(kit, { chains: ['eip155:8453'] })
    expect(wallet.requests.at(-1)).toEqual(wallet.requests.at(-2))
    expect(ours?.params).toEqual([ada, ['0x1', '0x2105']])
  })

  test('parameters: chains: what is no chain, or is too much', async () => {
    const kit = await kitOf({})
    const lots = Array.from({ length: 101 }, (_, i) => `eip155:${i + 1}` as const)
    for (const chains of [['eip155:x'], ['solana:1'], ['eip155:0'], lots]) {
      await expect(getCapabilities(kit, { chains: chains as never })).rejects.toMatchObject({
        code: 'rpc-invalid-params',
      })
    }
    expect(await getCapabilities(kit, { chains: ['eip155:1'] })).toEqual({})
  })

  test('behavior: what a standard describes is read, the rest passes', async () => {
    const kit = await kitOf({
      '0x1': { atomic: { status: 'maybe' }, paymasterService: true, other: [1] },
      '0xa': { atomic: 'supported', paymasterService: { supported: 'yes' } },
    })
    expect(await getCapabilities(kit)).toEqual({ 'eip155:1': { other: [1] }, 'eip155:10': {} })
  })

  test('behavior: a wallet that knows no capabilities', async () => {
    await expect(getCapabilities(await kitOf(undefined))).rejects.toMatchObject({
      name: 'LatchkeyError',
      code: 'wallet-method-unsupported',
    })
  })

  test('parameters: signal', async () => {
    const kit = await kitOf({})
    await expect(getCapabilities(kit, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  test('behavior: without a wallet', async () => {
    await expect(getCapabilities(await kitOf({}, false))).rejects.toMatchObject({
      code: 'not-connected',
    })
  })
})
