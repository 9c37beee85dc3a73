import { type Connector, createKit } from '@latchkey/core'
import type { Hex } from 'viem'
import { expect, vi } from 'vitest'
import { evm } from '../src/evm.ts'
import { connectHost } from '../src/wallets/host/connect-host.ts'
import { safe } from '../src/wallets/safe/safe.ts'
import { withWallets } from '../src/wallets/with-wallets.ts'
import { devnet, other } from './fixture.ts'
import { framedPage, safeHost } from './safe-host.ts'

/** An adapter with the Safe on a page in a frame, after a first search for wallets. */
export function framedAdapter(
  options: Parameters<typeof framedPage>[1] = {},
  hosts?: readonly string[],
) {
  const host = safeHost()
  const frame = framedPage(host, options)
  const adapter = withWallets(
    evm({ chains: [devnet, other], page: new EventTarget() }),
    safe({ page: frame.page, ...(hosts && { hosts }) }),
  )
  const connectors: Connector[] = []
  adapter.discover((connector) => connectors.push(connector))
  return { host, frame, adapter, connectors }
}

/** A kit that is connected to the Safe around its page. */
export async function kitInSafe() {
  const made = framedAdapter()
  const kit = createKit({ adapters: [made.adapter], storage: null })
  kit.subscribe(() => {})
  await connectHost(kit)
  return { ...made, kit }
}

/** Lets the time of fake timers pass until something holds; at most an hour of it. */
export async function passUntil(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 7200 && !holds(); i++) {
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(holds()).toBe(true)
}

/** Waits until the owners have been asked for a transaction, and returns its safeTxHash. */
export async function firstProposal(host: ReturnType<typeof safeHost>): Promise<Hex> {
  await vi.waitUntil(() => host.proposed().length > 0)
  return host.proposed()[0] as Hex
}
