import { describe, expect, test } from 'vitest'
import { createStacksConnect } from '../create-stacks-connect.ts'
import { type WalletConnectOptions, walletConnectSettings } from './wallet-connect-settings.ts'

const relays = [{ url: 'wss://one.test' }, { url: 'wss://two.test', projectId: 'other' }]

describe('walletConnectSettings', () => {
  test('default', () => {
    expect(walletConnectSettings({})).toBeUndefined()
    expect(walletConnectSettings({ relays })).toBeUndefined()
    expect(
      walletConnectSettings({
        walletConnect: { projectId: 'demo', relays, metadata: { name: 'Shop' } },
      }),
    ).toEqual({
      relays: [
        { url: 'wss://one.test', projectId: 'demo' },
        { url: 'wss://two.test', projectId: 'other' },
      ],
      metadata: { name: 'Shop' },
      chains: ['stacks:1', 'stacks:2147483648', 'bip122:000000000019d6689c085ae165831e93'],
    })
  })

  test('parameters: walletConnectProjectId and relays beside it', () => {
    const { relays: all } = walletConnectSettings({ walletConnectProjectId: 'demo', relays }) ?? {}
    expect(all?.map(({ projectId }) => projectId)).toEqual(['demo', 'other'])
    const own = walletConnectSettings({
      walletConnect: { projectId: 'own', relays: relays.slice(0, 1) },
      relays,
    })
    expect(own?.relays).toEqual([{ url: 'wss://one.test', projectId: 'own' }])
  })

  test('parameters: networks, by CAIP-2 or as objects', () => {
    const networks = ['stacks:1', { caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' }]
    expect(
      walletConnectSettings({ walletConnect: { projectId: 'demo', networks, relays } })?.chains,
    ).toEqual(['stacks:1', 'bip122:000000000019d6689c085ae165831e93'])
  })

  test.each<WalletConnectOptions>([
    { walletConnect: { projectId: 'demo' } },
    { walletConnect: { projectId: 'demo', relays: [] } },
    { walletConnectProjectId: 'demo' },
    { walletConnect: { projectId: '', relays } },
    { walletConnect: { projectId: 7 as unknown as string, relays } },
    { walletConnect: { projectId: 'demo', relays, networks: ['eip155:1'] } },
    { walletConnect: { projectId: 'demo', relays, networks: [null as unknown as string] } },
  ])('behavior: %j is refused with what to do', async (options) => {
    const fix = expect.stringMatching(/pass|name/)
    expect(() => walletConnectSettings(options)).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        context: expect.objectContaining({ fix }),
      }),
    )
    const choose = () => Promise.reject(new Error('the dialog'))
    const asked = createStacksConnect({ page: {}, choose }).request(options, 'getAddresses')
    await expect(asked).rejects.toMatchObject({
      code: -32602,
      message: fix,
      cause: { code: 'config-invalid' },
    })
  })
})
