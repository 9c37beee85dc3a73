import type { Adapter, Connector, ReadSource } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import {
  type MockBitcoinStandardWallet,
  type MockBitcoinStandardWalletOptions,
  mockBitcoinStandardWallet,
} from '@latchkey/testing'
import { Transaction } from '@scure/btc-signer'
import { bitcoin } from '../src/bitcoin.ts'
import { local, test4 } from './fixture.ts'

/** An adapter and a Wallet Standard wallet on one page; `fresh` is the page after a reload. */
export function standardPage(
  options: MockBitcoinStandardWalletOptions = {},
  chains: readonly Chain[] = [local, test4],
): {
  readonly target: EventTarget
  readonly wallet: MockBitcoinStandardWallet
  readonly adapter: Adapter
  readonly fresh: () => Promise<Connector>
} {
  const target = new EventTarget()
  const wallet = mockBitcoinStandardWallet(options)
  const fresh = () => announced(bitcoin({ chains, page: target }))
  return { target, wallet, adapter: bitcoin({ chains, page: target }), fresh }
}

/** The first connector that an adapter reports. */
export function announced(adapter: Adapter): Promise<Connector> {
  return new Promise((resolve) => {
    adapter.discover(resolve)
  })
}

/** A node with one coin of 50,000 satoshi for every address, which accepts every transaction. */
export function oneCoin(posted: { hex?: string } = {}): ReadSource {
  return {
    chain: local,
    async request(method, params) {
      const [path, body] = params as [string, string]
      if (path === '/fee-estimates') return {}
      if (method === 'GET')
        return [{ txid: 'cd'.repeat(32), vout: 0, value: 50_000, status: { confirmed: true } }]
      posted.hex = body
      return Transaction.fromRaw(Buffer.from(body, 'hex')).id
    },
  }
}
