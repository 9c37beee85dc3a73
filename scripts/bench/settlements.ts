import type { KitStorage, TransportContext } from '@latchkey/core'
import { createWallet } from '@latchkey/walletconnect/wallet'
import { WebSocket as NodeSocket } from 'ws'
import { openPage } from '../../packages/walletconnect/src/page/open-page.ts'
import { median } from './page-times.ts'

const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const eip155 = { methods: ['personal_sign'], events: ['accountsChanged'] }

/**
 * Settles a Latchkey page and wallet in one process over a relay: medians of `runs` in
 * milliseconds, after as many warm-up runs.
 */
export async function settlements(
  relay: string,
  runs: number,
): Promise<{ settleMs: number; connectedMs: number }> {
  const WebSocket = NodeSocket as unknown as typeof globalThis.WebSocket
  const storage: KitStorage | null = null
  const context: TransportContext = {
    kit: 'bench',
    storage,
    metadata: { name: 'Bench' },
    needs: { eip155 },
  }
  const page = await openPage({ context, relays: [{ url: relay }], WebSocket })
  const metadata = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] }
  const wallet = createWallet({ relays: [{ url: relay }], metadata, storage, WebSocket })
  const held = { approvedAt: 0 }
  wallet.watch((event) => {
    if (event.type !== 'proposal') return
    held.approvedAt = performance.now()
    void wallet.approve(event.proposal.id, {
      namespaces: { eip155: { chains: ['eip155:1'], accounts: [account], ...eip155 } },
    })
  })
  const settled: number[] = []
  const connected: number[] = []
  for (let i = 0; i < runs * 2; i++) {
    const request = {
      context,
      chains: [{ id: 'eip155:1' }] as never,
      signal: new AbortController().signal,
    }
    const prompt = await page.prepare(request)
    const started = page.start({ ...request, onPrompt: () => undefined })
    if (prompt.kind !== 'uri') throw new Error('no link')
    const pairedAt = performance.now()
    await wallet.pair(prompt.uri)
    const { session } = await started
    const now = performance.now()
    if (i >= runs) {
      settled.push(now - pairedAt)
      connected.push(now - held.approvedAt)
    }
    await session.end()
  }
  wallet.close()
  return { settleMs: median(settled), connectedMs: median(connected) }
}
