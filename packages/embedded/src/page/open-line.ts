import { LatchkeyError } from '@latchkey/protocol'
import type { VaultEvent } from '@latchkey/protocol/vault'
import { type OpenFrame, openFrame } from './open-frame.ts'
import { openPort, type VaultPort } from './open-port.ts'

/**
 * The page's connection to the vault: a frame that is loaded with the first call, and again after
 * it was lost.
 */
export interface VaultLine {
  readonly call: VaultPort['call']
  watch(listener: (event: VaultEvent) => void): () => void
  /** The frame's element; null while there is none. */
  frame(): HTMLIFrameElement | null
  /**
   * Moves the frame to another parent. If the browser can do that only by loading the frame again,
   * the next call loads it there.
   */
  move(parent: Element): void
  /** Whether moving the frame to `parent` would reload it, which makes its pending calls fail. */
  wouldReload(parent: Element): boolean
  /** Removes the frame from the page; pending calls fail. */
  close(): void
}

type MovableParent = Element & { moveBefore?(child: Node, nextSibling: Node | null): void }

export function openLine({
  vault,
  project,
  getHome,
  greet,
  onLost,
}: {
  readonly vault: string
  readonly project: string
  readonly getHome: () => Element | undefined
  /** Makes the first call to a newly loaded frame. */
  readonly greet: (port: VaultPort) => Promise<void>
  readonly onLost: (error: LatchkeyError) => void
}): VaultLine {
  const listeners = new Set<(event: VaultEvent) => void>()
  let pendingPort: Promise<VaultPort> | undefined
  let frame: OpenFrame | undefined
  let port: VaultPort | undefined
  let controller: AbortController | undefined

  const dropFrame = (): void => {
    controller?.abort()
    port?.close()
    frame?.remove()
    controller = undefined
    pendingPort = undefined
    port = undefined
    frame = undefined
  }
  const loseFrame = (error: LatchkeyError): void => {
    dropFrame()
    onLost(error)
  }
  const obtainPort = (): Promise<VaultPort> => {
    // If the page has removed the frame, nobody listens at its port any more, and the frame counts
    // as lost.
    if (frame && !frame.element.isConnected)
      loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the page took the frame away' }))
    if (pendingPort) return pendingPort
    const ownController = new AbortController()
    controller = ownController
    const frameContainer = getHome()
    const parent = frameContainer?.isConnected ? frameContainer : document.documentElement
    const portPromise = openFrame({ vault, project, parent, signal: ownController.signal }).then(
      async (openedFrame) => {
        frame = openedFrame
        port = openPort({
          port: openedFrame.port,
          origin: vault,
          onEvent: (event) => {
            for (const listener of [...listeners]) {
              listener(event)
            }
          },
          onLost: loseFrame,
        })
        openedFrame.onReload = () =>
          loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the frame was loaded anew' }))
        const ownPort = port
        await greet(ownPort)
        return ownPort
      },
    )
    pendingPort = portPromise
    portPromise.catch(() => {
      // A frame that could not be opened, or whose first call failed, is of no use and is removed.
      if (pendingPort === portPromise) dropFrame()
    })
    return portPromise
  }
  const canMoveFrame = (parent: MovableParent): boolean =>
    parent.moveBefore !== undefined && parent.isConnected
  const isOutside = (parent: Element): boolean =>
    frame !== undefined && frame.element.parentNode !== parent
  return {
    call: async (method, params, options) => (await obtainPort()).call(method, params, options),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    frame: () => frame?.element ?? null,
    move: (parent: MovableParent) => {
      if (!frame || !isOutside(parent)) return
      if (canMoveFrame(parent)) parent.moveBefore?.(frame.element, null)
      else loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the frame is moved' }))
    },
    wouldReload: (parent) => isOutside(parent) && !canMoveFrame(parent),
    close: dropFrame,
  }
}
