import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect, disconnect, getLocalStorage, isConnected, request } from './on-page.ts'

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
    expect(await request({ provider: wallet.provider }, 'getAddresses')).toMatchObject({ addresses: [{}, {}, {}] })
    expect([isConnected(), getLocalStorage()]).toEqual([false, null])
  })

  test('behavior: on a server nothing happens', async () => {
    expect([await connect(), await request('getAddresses')]).toEqual([undefined, undefined])
    expect([isConnected(), getLocalStorage()]).toEqual([false, null])
    disconnect()
  })
})
