import type { MockRelay, RelayFrame } from '@latchkey/testing'

interface Fields {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly tag?: unknown; readonly data?: { readonly tag?: unknown } }
}

/**
 * Names each frame of a relay by who, direction and what: `page > irn_publish:1108`,
 * `wallet < push:1108`.
 */
export function labelFrames(isWallet: (did: string) => boolean): (frame: RelayFrame) => string {
  const asked = new Map<string, string>()
  const pushed = new Map<string, string>()
  return ({ direction, did, json }) => {
    const who = isWallet(did) ? 'wallet' : 'page'
    const { id, method, params } = (json ?? {}) as Fields
    const key = `${did}:${String(id)}`
    if (direction === 'in' && typeof method === 'string') {
      const name = params?.tag === undefined ? method : `${method}:${params.tag}`
      asked.set(key, name)
      return `${who} > ${name}`
    }
    if (direction === 'in') return `${who} > receipt:${pushed.get(key)}`
    if (method === 'irn_subscription') {
      pushed.set(key, String(params?.data?.tag))
      return `${who} < push:${params?.data?.tag}`
    }
    return `${who} < answer:${asked.get(key)}`
  }
}

export type When = 'lost' | 'met'
/**
 * `silent` ends by itself, `gone` is a relay that refuses for longer than anything waits for it.
 */
export type Death = 'cut' | 'refusing' | 'silent' | 'gone'

const silenceMs = 12_000
const absenceMs = 70_000

/**
 * Kills the relay as soon as a frame of this name passes, before or after it is met; the answer
 * tells whether one did.
 */
export function armDeath(
  relay: MockRelay,
  nameOf: (frame: RelayFrame) => string,
  { label, when, death }: { readonly label: string; readonly when: When; readonly death: Death },
): { readonly isStruck: boolean } {
  const state = { isStruck: false }
  const die = (): void => {
    if (death === 'silent') {
      relay.faults.silent = true
      setTimeout(() => {
        relay.faults.silent = false
        // A push that never arrived: networks notice in the end, and the socket closes.
        if (when === 'lost' && label.includes('push')) relay.cut()
      }, silenceMs)
      return
    }
    if (death === 'refusing') relay.refuse(3)
    if (death === 'gone') {
      relay.refuse(Number.POSITIVE_INFINITY)
      setTimeout(() => relay.refuse(0), absenceMs)
    }
    relay.cut()
  }
  relay.onFrame((_, frame) => {
    const name = nameOf(frame)
    if (state.isStruck || name !== label) return undefined
    state.isStruck = true
    if (when === 'lost') {
      die()
      return 'drop'
    }
    // Behind the microtask in which the frame arrives.
    queueMicrotask(() => queueMicrotask(die))
    return undefined
  })
  return state
}
