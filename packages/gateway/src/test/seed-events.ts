import type { AnalyticsEvent } from '@latchkey/protocol'
import type { Sql } from '../data/sql.ts'
import { createAnalytics } from '../features/analytics/create-analytics.ts'

const wallets = ['Foxglove', 'Harbor', 'Lumen', 'Pebble', 'Kestrel']
const codes = ['wallet-timeout', 'rpc-unreachable', 'chain-unsupported']
const hourMs = 3_600_000
const together = 4

/** Numbers of a sequence that is the same each time, 0 ≤ n < limit. */
function sequence(seed: number): (limit: number) => number {
  const state = { value: seed }
  return (limit) => {
    state.value = (state.value * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state.value / 2_147_483_648) * limit)
  }
}

/**
 * Visits of a project as pages would have told them, spread over `days` back from `now`
 * (milliseconds since the epoch). The same each time.
 */
export async function seedEvents(
  db: Sql,
  {
    projectId,
    visits,
    days,
    now,
  }: { projectId: string; visits: number; days: number; now: number },
): Promise<void> {
  const pick = sequence(7)
  const clock = { at: new Date(now) }
  const analytics = createAnalytics({
    db,
    keepsAddresses: () => false,
    key: new Uint8Array(32),
    now: () => clock.at,
  })
  const project = { id: projectId, origins: [], features: [], isAnalyticsEnabled: true }
  // Several visits of one moment go in together: each call is a transaction, and PGlite takes its
  // time over one.
  for (let first = 0; first < visits; first += together) {
    // The newer, the more of them, as a site grows; and a few in the last hours for certain.
    const ago = first % (together * 8) === 0 ? pick(20) : Math.min(pick(days * 24), pick(days * 24))
    clock.at = new Date(now - ago * hourMs - pick(1_000))
    const told = Array.from({ length: Math.min(together, visits - first) }, (_, at) =>
      visitEvents(first + at, pick),
    )
    await analytics.record(project, told.flat(), undefined)
  }
}

function visitEvents(visit: number, pick: (limit: number) => number): AnalyticsEvent[] {
  const id = uuid(visit, 0)
  const device = ['desktop', 'desktop', 'phone', 'tablet'][pick(4)]
  const name = wallets[Math.min(pick(wallets.length), pick(wallets.length))]
  const platform = device === 'desktop' ? ['browser', 'qrcode'][pick(2)] : 'mobile'
  const namespace = ['eip155', 'eip155', 'solana'][pick(3)]
  const chosen = { name, platform, namespace }
  const steps: [string, Record<string, unknown>][] = [['MODAL_OPEN', { connected: false }]]
  const depth = pick(10)
  if (depth > 1) steps.push(['SELECT_WALLET', chosen])
  if (depth > 2) steps.push(['WALLET_ASKED', chosen])
  if (depth === 3)
    steps.push(['USER_REJECTED', { ...chosen, message: 'declined', code: 'user-rejected' }])
  if (depth === 4)
    steps.push(['CONNECT_ERROR', { ...chosen, message: 'failed', code: codes[pick(codes.length)] }])
  if (depth > 4) steps.push(['CONNECT_SUCCESS', { ...chosen, method: platform }])
  if (depth > 7) steps.push(['INITIATE_SWAP', {}], [pick(4) ? 'SWAP_SUCCESS' : 'SWAP_ERROR', {}])
  if (depth === 6)
    steps.push(['SEND_INITIATED', {}], [pick(5) ? 'SEND_SUCCESS' : 'SEND_REJECTED', {}])
  if (depth === 9) steps.push(['SELECT_BUY_PROVIDER', { provider: 'meld' }])
  return steps.map(([event, properties], at) => ({
    eventId: uuid(visit, at + 1),
    url: 'https://shop.example/',
    domain: 'shop.example',
    timestamp: 0,
    props: {
      type: 'track',
      event: event as never,
      visit: id,
      properties: { ...properties, device },
    },
  }))
}

function uuid(visit: number, at: number): string {
  return `00000000-0000-4000-8000-${(visit * 100 + at).toString(16).padStart(12, '0')}`
}
