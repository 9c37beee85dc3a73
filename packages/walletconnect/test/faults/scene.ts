import {
  connect,
  createKit,
  disconnect,
  getConnection,
  type Kit,
  type KitStorage,
  signMessage,
} from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { type MockRelay, mockRelay } from '@latchkey/testing'
import { vi } from 'vitest'
import type { StoredState } from '../../src/contract.ts'
import { openKeep } from '../../src/keep/open-keep.ts'
import { openSeal } from '../../src/keep/open-seal.ts'
// Here beforehand: virtual time would pass while it is fetched.
import '../../src/page/open-sessions.ts'
import { walletconnect } from '../../src/walletconnect.ts'
import { memoryDatabase } from '../memory-database.ts'
import { memoryStorage } from '../memory-storage.ts'
import { remoteAdapter } from '../remote-adapter.ts'
import { type Phone, phone } from './phone.ts'
import { pump, pumpUntil } from './pump.ts'

export const relays = [{ url: 'ws://relay.test' }] as const
const connector = 'walletConnect'

/** One tab of a site. */
export interface Tab {
  readonly kit: Kit
  status(): string
  /** The link shown at present. */
  uri(): string | undefined
  connect(): Promise<unknown>
  sign(message: string): Promise<string>
  disconnect(): Promise<void>
  stop(): void
}

export interface Scene {
  readonly relay: MockRelay
  readonly storage: ReturnType<typeof memoryStorage>
  readonly phone: Phone
  load(storage?: KitStorage | null): Tab
  /** What the site keeps. */
  kept(): Promise<StoredState>
  close(): void
}

/** How something ended: `done`, or its code. */
export const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (hasCode(error) ? error.code : `not ours: ${String(error)}`),
  )

/** A site, a relay and a phone in one process; needs a virtual clock. */
export function scene(
  options: { readonly isClassic?: boolean; readonly phoneStorage?: KitStorage } = {},
): Scene {
  const relay = mockRelay({ classic: options.isClassic ?? false })
  vi.stubGlobal('WebSocket', relay.WebSocket)
  vi.stubGlobal('indexedDB', memoryDatabase())
  const storage = memoryStorage()
  const tabs: Tab[] = []
  const wallet = phone({ relay, relays, storage: options.phoneStorage })

  return {
    relay,
    storage,
    phone: wallet,
    load(own = storage) {
      const kit = createKit({
        id: 'shop',
        adapters: [remoteAdapter()],
        transports: [walletconnect({ relays })],
        storage: own,
        metadata: { name: 'Shop' },
      })
      const stop = kit.subscribe(() => {})
      const connectionNow = () => getConnection(kit, { connector })
      const tab: Tab = {
        kit,
        stop,
        status: () => connectionNow().status,
        uri() {
          const { prompt } = connectionNow() as { prompt?: { uri?: string } }
          return prompt?.uri
        },
        async connect() {
          if (!kit.getState().connectors[connector])
            await new Promise<void>((resolve) => {
              const leave = kit.subscribe(() => {
                if (!kit.getState().connectors[connector]) return
                leave()
                resolve()
              })
            })
          return connect(kit, { connector })
        },
        sign: async (message) => (await signMessage(kit, { message })).signature,
        disconnect: () => disconnect(kit),
      }
      tabs.push(tab)
      return tab
    },
    kept: async () => openKeep({ kit: 'shop', storage, seal: await openSeal('shop') }).read(),
    close() {
      wallet.wallet.close()
      for (const tab of tabs) {
        tab.stop()
      }
      vi.unstubAllGlobals()
    },
  }
}

/** Shows a link, lets the phone follow and approve it; tells how it ended. */
export async function join({ phone: one }: Pick<Scene, 'phone'>, tab: Tab): Promise<string> {
  const outcome = endOf(tab.connect())
  const link = await Promise.race([outcome.then(() => ''), pumpUntil(() => tab.uri())])
  if (link) void one.follow(link)
  return pump(outcome)
}
