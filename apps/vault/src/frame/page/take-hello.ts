import { type VaultHello, type VaultProject, vaultVersion } from '@latchkey/protocol/vault'
import { isAllowedOrigin } from './origin-rule.ts'

/**
 * Result of the page's first message (hello): the page's origin, and a message port to the page.
 */
export interface PageGreeting {
  readonly port: MessagePort
  readonly nonce: string
  readonly version: number
  /** Origin of the page around the frame. */
  readonly site: string
}

/**
 * The properties of the frame's `window` that are needed to receive the page's first message
 * (hello).
 */
export interface FrameScope {
  readonly parent: unknown
  readonly location: { readonly ancestorOrigins?: { readonly [index: number]: string } }
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

/**
 * Waits for the first message (hello) of the page around this frame, accepts one and ignores all
 * later ones. A hello is also ignored when it is malformed, comes from another window (an opener of
 * the page can reach this frame too), or from an origin that is not the project's.
 */
export function awaitHello(
  frameWindow: FrameScope,
  project: VaultProject,
  onGreeted: (greeted: PageGreeting) => void,
): () => void {
  const stopListening = (): void => frameWindow.removeEventListener('message', receiveHello)
  function receiveHello({ source, origin, data, ports }: MessageEvent<unknown>): void {
    if (source === null || source !== frameWindow.parent || frameWindow.parent === frameWindow)
      return
    const parentOrigin = frameWindow.location.ancestorOrigins?.[0]
    if (parentOrigin !== undefined && parentOrigin !== origin) return
    if (!isAllowedOrigin(project.origins, origin)) return
    const [port] = ports
    if (ports.length !== 1 || !port) return
    const hello = readHello(data)
    if (!hello || hello.project !== project.project) return
    stopListening()
    onGreeted({
      port,
      nonce: hello.nonce,
      version: Math.min(hello.version, vaultVersion),
      site: origin,
    })
  }
  frameWindow.addEventListener('message', receiveHello)
  return stopListening
}

function readHello(data: unknown): VaultHello | null {
  if (typeof data !== 'object' || data === null) return null
  const readField = (name: keyof VaultHello): unknown =>
    Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined
  const [version, least, nonce, project] = [
    readField('version'),
    readField('least'),
    readField('nonce'),
    readField('project'),
  ]
  const isVersionNumber = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) > 0
  if (
    readField('type') !== 'latchkey-vault-hello' ||
    !isVersionNumber(version) ||
    !isVersionNumber(least)
  )
    return null
  // A hello is ignored unless the range of protocol versions in it includes this vault's version.
  if (version < vaultVersion || least > vaultVersion) return null
  if (typeof nonce !== 'string' || !/^[0-9a-f]{32}$/.test(nonce) || typeof project !== 'string')
    return null
  return { type: 'latchkey-vault-hello', version, least, nonce, project }
}
