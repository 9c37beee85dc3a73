import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  clearLocalStorage,
  clearSelectedProviderId,
  connect,
  disconnect,
  getLocalStorage,
  getSelectedProvider,
  getSelectedProviderId,
  getStacksProvider,
  isConnected,
  isProviderSelected,
  isStacksWalletInstalled,
  request,
  setSelectedProviderId,
} from './on-page.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('on a page', () => {
  test('default: one for the page, whoever imports it', async () => {
    const page: Record<string, unknown> = {}
    const wallet = mockWbipWallet({ persona: wbipPersonas.rich, network: 'Mainnet' })
    wallet.install(page)
    vi.stubGlobal('window', page)
    expect(isConnected()).toBe(false)
    const { provider } = wallet
    expect(await request({ provider }, 'getAddresses')).toMatchObject({ addresses: [{}, {}, {}] })
    expect(Object.getOwnPropertySymbols(page)).toEqual([Symbol.for('latchkey.stacks-connect')])
    disconnect()
  })

  test('behavior: a page without storage connects all the same', async () => {
    const page = Object.defineProperty({}, 'localStorage', {
      get() {
        throw new Error('denied')
      },
    })
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet' })
    wallet.install(page)
    vi.stubGlobal('window', page)
    expect(await request({ provider: wallet.provider }, 'getAddresses')).toMatchObject({
      addresses: [{}, {}, {}],
    })
    expect([isConnected(), getLocalStorage()]).toEqual([false, null])
  })

  test('behavior: which wallet is chosen, and which stands where several put themselves', () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const page: Record<string, unknown> = { localStorage, StacksProvider: { old: true } }
    const wallet = mockWbipWallet({ persona: wbipPersonas.plain, network: 'mainnet' })
    wallet.install(page)
    vi.stubGlobal('window', page)
    expect([isProviderSelected(), isStacksWalletInstalled(), getStacksProvider()]).toEqual([
      false,
      true,
      { old: true },
    ])
    setSelectedProviderId(wbipPersonas.plain.path)
    expect([isProviderSelected(), getSelectedProviderId()]).toEqual([true, wbipPersonas.plain.path])
    expect([getSelectedProvider(), getStacksProvider()]).toEqual([wallet.provider, wallet.provider])
    clearLocalStorage()
    clearSelectedProviderId()
    delete page.StacksProvider
    expect([isProviderSelected(), isStacksWalletInstalled()]).toEqual([false, false])
  })

  test('behavior: on a server nothing happens', async () => {
    clearLocalStorage()
    clearSelectedProviderId()
    setSelectedProviderId('x')
    expect([getSelectedProviderId(), getSelectedProvider(), isStacksWalletInstalled()]).toEqual([
      null,
      undefined,
      false,
    ])
    expect([await connect(), await request('getAddresses')]).toEqual([undefined, undefined])
    expect([isConnected(), getLocalStorage()]).toEqual([false, null])
    disconnect()
  })
})
