import { connect, type Kit } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import {
  mockRelay,
  mockWbipWallet,
  type WalletConnectBehavior,
  walletConnectWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { createStacksConnect } from '../src/create-stacks-connect.ts'
import { type ChooseWallet, chooseInKit } from '../src/wallets/choose-wallet.ts'
import { memoryDatabase } from './memory-database.ts'

export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
/** Timeouts for waits, on a machine that is busy with other tests. */
export const patient = { timeout: 4000 }
export const txid = 'ab'.repeat(32)
export const recipient = 'SP000000000000000000002Q6VF78'
export const relays = [{ url: 'ws://relay.test' }]
export const walletConnect = { projectId: 'demo', relays }

const addressesOn = (network: string) =>
  mockWbipWallet({ persona: wbipPersonas.plain, network }).addresses()

/**
 * A page without wallets, a relay, a phone with a wallet for Stacks and Bitcoin, and a person who
 * scans the dialog's code.
 */
export async function phoneScene() {
  const relay = mockRelay()
  vi.stubGlobal('WebSocket', relay.WebSocket)
  vi.stubGlobal('indexedDB', memoryDatabase())
  onTestFinished(() => void vi.unstubAllGlobals())
  const [payment, ordinals, main] = addressesOn('mainnet').map(({ address }) => address)
  const [, , test] = addressesOn('testnet').map(({ address }) => address)
  const asked: { chain: string; method: string; params: unknown }[] = []
  const phone = await walletConnectWallet({
    relays: relays.map(({ url }) => url),
    WebSocket: relay.WebSocket,
    accounts: [
      `stacks:1:${main}`,
      `stacks:2147483648:${test}`,
      `${bitcoin}:${payment}`,
      `${bitcoin}:${ordinals}`,
    ],
    sign(request) {
      asked.push(request)
      return { txid }
    },
  })
  onTestFinished(() => phone.close())
  const kept = new Map<string, string>()
  const pages = { current: 0 }
  /** A page that was left writes nothing any more. */
  const storageOf = (page: number) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void (page === pages.current && kept.set(key, value)),
    removeItem: (key: string) => void (page === pages.current && kept.delete(key)),
  })
  const kits: Kit[] = []
  const choose: ChooseWallet = (parameters) =>
    chooseInKit(parameters, async (kit) => {
      kits.push(kit)
      const connector = 'walletConnect'
      if (!kit.options.transports) throw new LatchkeyError('modal-closed')
      await expect.poll(() => kit.getState().connectors[connector], patient).toBeDefined()
      const connecting = connect(kit, { connector })
      connecting.catch(() => {})
      const prompt = () => {
        const connection = kit.getState().connections[connector]
        return connection?.status === 'connecting' && connection.prompt?.kind === 'uri'
          ? connection.prompt.uri
          : ''
      }
      await expect.poll(prompt, patient).toMatch(/^wc:/)
      await phone.pair(prompt())
      await connecting
    })
  /** Loads the page; from the second time on it is a reload. */
  const make = () => {
    pages.current++
    return createStacksConnect({ page: {}, storage: storageOf(pages.current), choose })
  }
  const behave = (behavior: WalletConnectBehavior, method?: string) =>
    phone.behave(behavior, method)
  return {
    relay,
    phone,
    behave,
    asked,
    kept,
    kits,
    make,
    addresses: { main, test, payment, ordinals },
  }
}
