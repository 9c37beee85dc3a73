import { LatchkeyError } from '@latchkey/protocol'
import { type VaultHello, vaultVersion } from '@latchkey/protocol/vault'
import { parseUrl } from './parse-url.ts'
import { readJson } from './read-message.ts'

/** The vault's frame in the page, with its port. */
export interface OpenFrame {
  readonly element: HTMLIFrameElement
  readonly port: MessagePort
  /**
   * Called when the document in the frame was replaced, so that nobody listens at the port any
   * more.
   */
  onReload: (() => void) | undefined
  remove(): void
}

export const loadTimeoutMs = 20_000
const welcomeTimeoutMs = 10_000

/** Styles that hide the frame from view, pointer and screen readers while no dialog shows it. */
const hiddenStyle: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  insetBlockEnd: '0',
  insetInlineStart: '0',
  inlineSize: '1px',
  blockSize: '1px',
  opacity: '0',
  border: '0',
  pointerEvents: 'none',
}

/** Hides the frame; a dialog removes these attributes while it shows the frame. */
export function hideFrame(element: HTMLIFrameElement): void {
  element.removeAttribute('slot')
  element.tabIndex = -1
  element.inert = true
  element.setAttribute('aria-hidden', 'true')
  Object.assign(element.style, hiddenStyle)
}

/**
 * Loads the frame and sends it a greeting with one end of a message port. No message is accepted
 * before the frame has answered with its welcome over this port.
 * @throws `vault-storage-missing` in a page without an origin, which no vault can identify |
 * `vault-unreachable` | `vault-refused` | `aborted`
 */
export function openFrame({
  vault,
  project,
  parent,
  signal,
}: {
  readonly vault: string
  readonly project: string
  readonly parent: Element
  readonly signal: AbortSignal
}): Promise<OpenFrame> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('iframe')
    element.title = 'Approval'
    element.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
    element.referrerPolicy = 'origin'
    element.src = `${vault}/v/${project}`
    hideFrame(element)
    const { port1: port, port2 } = new MessageChannel()
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    let isGreeted = false
    let isWelcomed = false
    const frame: OpenFrame = {
      element,
      port,
      onReload: undefined,
      remove: () => {
        port.close()
        element.remove()
      },
    }
    const endGreeting = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abortOpening)
      document.removeEventListener('securitypolicyviolation', handleViolation)
    }
    const failOpening = (error: LatchkeyError): void => {
      endGreeting()
      frame.remove()
      reject(error)
    }
    const failOnTimeout = (): void =>
      failOpening(
        new LatchkeyError('vault-unreachable', { reason: isGreeted ? 'no welcome' : 'not loaded' }),
      )
    const abortOpening = (): void =>
      failOpening(new LatchkeyError('aborted', { cause: signal.reason }))
    const handleViolation = ({
      effectiveDirective,
      blockedURI,
    }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && parseUrl(blockedURI)?.origin === vault)
        failOpening(
          new LatchkeyError('vault-unreachable', {
            reason: "the page's policy allows no frame of the vault",
          }),
        )
    }
    let timer = setTimeout(failOnTimeout, loadTimeoutMs)
    element.addEventListener('load', () => {
      if (isWelcomed) return frame.onReload?.()
      if (isGreeted) return
      isGreeted = true
      clearTimeout(timer)
      timer = setTimeout(failOnTimeout, welcomeTimeoutMs)
      const hello: VaultHello = {
        type: 'latchkey-vault-hello',
        version: vaultVersion,
        least: vaultVersion,
        project,
        nonce,
      }
      element.contentWindow?.postMessage(hello, vault, [port2])
    })
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isWelcomed) return
      const { type, version, nonce: echoedNonce, load } = readJson(data) ?? {}
      // A sender that does not know the nonce has not received the greeting, so it is ignored.
      if (type !== 'welcome' || echoedNonce !== nonce || typeof load !== 'string') return
      if (version !== vaultVersion)
        return failOpening(
          new LatchkeyError('vault-refused', { reason: 'another version of the vault' }),
        )
      isWelcomed = true
      endGreeting()
      resolve(frame)
    }
    signal.addEventListener('abort', abortOpening, { once: true })
    document.addEventListener('securitypolicyviolation', handleViolation)
    if (signal.aborted) return abortOpening()
    // Frames of a page without an origin have no origin either: they can store nothing, and their
    // messages name no sender.
    if (self.origin === 'null')
      return failOpening(
        new LatchkeyError('vault-storage-missing', {
          reason: 'the page stands in a sandbox without `allow-same-origin`, or comes from a file',
        }),
      )
    parent.append(element)
  })
}
