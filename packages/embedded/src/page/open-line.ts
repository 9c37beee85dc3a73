import { LatchkeyError } from '@latchkey/protocol'
import type { VaultEvent } from '@latchkey/protocol/vault'
import { type OpenFrame, openFrame } from './open-frame.ts'
import { openPort, type VaultPort } from './open-port.ts'

/**
 * The vault as the page speaks with it: a frame that is loaded when it is first asked, and again
 * after it was lost.
 */
export interface VaultLine {
  readonly call: VaultPort['call']
  watch(listener: (event: VaultEvent) => void): () => void
  /** Null while there is none. */
  frame(): HTMLIFrameElement | null
  /**
   * Under another parent without loading it anew, where the browser can; else it is loaded there
   * when it is next asked.
   */
  move(parent: Element): void
  /** Whether a move there would load the frame anew: what was asked of it would fail. */
  wouldReload(parent: Element): boolean
  /** Takes the frame off the page; what was asked fails. */
  close(): void
}

type Movable = Element & { moveBefore?(child: Node, before: Node | null): void }

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
  /** What a frame must be asked first when it is loaded anew. */
  readonly greet: (port: VaultPort) => Promise<void>
  readonly onLost: (error: LatchkeyError) => void
}): VaultLine {
  const listeners = new Set<(event: VaultEvent) => void>()
  let coming: Promise<VaultPort> | undefined
  let frame: OpenFrame | undefined
  let port: VaultPort | undefined
  let controller: AbortController | undefined

  const dropFrame = (): void => {
    controller?.abort()
    port?.close()
    frame?.remove()
    controller = undefined
    coming = undefined
    port = undefined
    frame = undefined
  }
  const loseFrame = (error: LatchkeyError): void => {
    dropFrame()
    onLost(error)
  }
  const obtainPort = (): Promise<VaultPort> => {
    // A page may have taken it away: then the other end of the port is gone too.
    if (frame && !frame.element.isConnected)
      loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the page took the frame away' }))
    if (coming) return coming
    const mine = new AbortController()
    controller = mine
    const home = getHome()
    const parent = home?.isConnected ? home : document.documentElement
    const opening = openFrame({ vault, project, parent, signal: mine.signal }).then(
      async (opened) => {
        frame = opened
        port = openPort({
          port: opened.port,
          origin: vault,
          onEvent: (event) => {
            for (const listener of [...listeners]) {
              listener(event)
            }
          },
          onLost: loseFrame,
        })
        opened.onReload = () =>
          loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the frame was loaded anew' }))
        const mine = port
        await greet(mine)
        return mine
      },
    )
    coming = opening
    opening.catch(() => {
      // What was not greeted is of no use: its frame leaves the page with it.
      if (coming === opening) dropFrame()
    })
    return opening
  }
  const canMove = (parent: Movable): boolean =>
    parent.moveBefore !== undefined && parent.isConnected
  const isAway = (parent: Element): boolean =>
    frame !== undefined && frame.element.parentNode !== parent
  return {
    call: async (method, params, options) => (await obtainPort()).call(method, params, options),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    frame: () => frame?.element ?? null,
    move: (parent: Movable) => {
      if (!frame || !isAway(parent)) return
      if (canMove(parent)) parent.moveBefore?.(frame.element, null)
      else loseFrame(new LatchkeyError('vault-unreachable', { reason: 'the frame is moved' }))
    },
    wouldReload: (parent) => isAway(parent) && !canMove(parent),
    close: dropFrame,
  }
}
