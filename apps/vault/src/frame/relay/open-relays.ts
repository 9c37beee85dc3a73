import type { VaultApproval, WindowToFrame } from '@latchkey/protocol/vault'
import type { SignIn } from '../account/open-sign-in.ts'
import type { WindowSource } from '../page/window-source.ts'
import type { Vault } from '../vault.ts'

const maxRelays = 4

/** Connections through the gateway to windows that may be unable to reach this frame directly. */
export interface Relays {
  /** Starts to listen for the window with this id. */
  readonly listen: (id: string) => void
  /**
   * Listens for the windows with these ids, even before the page has announced them. Stops
   * listening for ids that were in the previous call of this function but are not in this one.
   */
  readonly serveRelays: (ids: readonly string[]) => void
  /** Stops listening for a window, because it has reached this frame directly or is closed. */
  readonly end: (id: string) => void
}

interface Relay {
  readonly ended: AbortController
  readonly isAttended: boolean
}

export function openRelays(
  vault: Vault,
  dependencies: {
    readonly signIn: SignIn
    readonly hear: (source: WindowSource, message: WindowToFrame) => void
    /** The request that the visitor is asked to approve; null when there is none. */
    readonly asked: () => VaultApproval | null
  },
): Relays {
  const { signIn, hear, asked } = dependencies
  const relays = new Map<string, Relay>()

  /**
   * Shows in the frame the number that pairs it with a window. The page's dialog makes the frame
   * visible, as it does for an approval in the frame.
   */
  const showNumber = (id: string, number: string): (() => void) => {
    const numberDrawing: { isOver: boolean; stop?: () => void } = { isOver: false }
    import('../approval/draw-number.ts').then(
      ({ drawNumber }) => {
        if (!numberDrawing.isOver) numberDrawing.stop = drawNumber(number)
      },
      () => {},
    )
    const [chain] = Object.keys(vault.project.rpc) as VaultApproval['chain'][]
    const url = `${vault.origin}/p/approve/${vault.project.project}#${id}`
    const shownApproval =
      asked() ?? (chain ? ({ id, url, method: 'vault_pair', chain } as const) : null)
    if (shownApproval)
      vault.tell({
        event: 'approval',
        approval: { ...shownApproval, place: 'frame', shows: 'number' },
      })
    return () => {
      if (numberDrawing.isOver) return
      numberDrawing.isOver = true
      numberDrawing.stop?.()
      vault.tell({ event: 'approval', approval: asked() })
    }
  }

  const endRelay = (id: string): void => {
    relays.get(id)?.ended.abort()
    relays.delete(id)
  }
  const startRelay = (id: string, isAttended: boolean): void => {
    if (relays.has(id)) return
    const [oldest] = relays.keys()
    if (relays.size >= maxRelays && oldest !== undefined) endRelay(oldest)
    const relay = { ended: new AbortController(), isAttended }
    relays.set(id, relay)
    const { signal } = relay.ended
    import('./open-relay.ts')
      .then(({ openRelay }) =>
        openRelay({ vault, signIn, id, signal, hear, show: (number) => showNumber(id, number) }),
      )
      // A failure is ignored: without relays, windows that reach this frame directly still work.
      .catch(() => {})
      .finally(() => relays.get(id) === relay && relays.delete(id))
  }

  return {
    listen: (id) => startRelay(id, false),
    serveRelays(ids) {
      for (const [id, { isAttended }] of relays) {
        if (isAttended && !ids.includes(id)) endRelay(id)
      }
      for (const id of ids) {
        startRelay(id, true)
      }
    },
    end: endRelay,
  }
}
