import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { FrameToWindow, StoredRecovery, VaultWindow } from '@latchkey/protocol/vault'
import type { Vault } from '../vault.ts'
import type { WindowSource } from './window-source.ts'

/** A window of the vault that the page has opened for this frame. */
export interface OpenedWindow {
  readonly id: string
  /** Kind of the window; `way-out` is the export of the keys without a login. */
  window: VaultWindow
  /** Id of the approval that was current when the window was opened. */
  readonly approval?: string | undefined
  from?: { readonly source: WindowSource; readonly nonce: string }
  last: number
  /** Called with the recovery share, which this window has opened and encrypted for a worker. */
  recovered?: (sealedExport: string) => void
  asked?: MessageToWindow
  /** Called at each message of the window. */
  heard?: () => void
}

/** A message from the frame to a window, without the window's id and nonce. */
type MessageToWindow = FrameToWindow extends infer M
  ? M extends { readonly id: string }
    ? Omit<M, 'id' | 'nonce'>
    : never
  : never

/**
 * Sends a message to the window; nothing is sent before the window has sent its first message
 * (hello).
 */
export function answerWindow(
  { origin }: Pick<Vault, 'origin'>,
  { id, from: windowSource }: OpenedWindow,
  message: MessageToWindow,
): void {
  windowSource?.source.postMessage({ ...message, id, nonce: windowSource.nonce }, origin)
}

/** Tells a window that its work has ended, with an error when it failed. */
export function reportWindowDone(
  vault: Pick<Vault, 'origin'>,
  openedWindow: OpenedWindow,
  error?: unknown,
): void {
  const code = error === undefined ? undefined : codeOfError(error)
  answerWindow(vault, openedWindow, {
    type: 'latchkey-frame-done',
    ...(code && { isRefused: true, code }),
  })
}

/**
 * Asks a window to open the recovery share with the visitor's passkey or password, and to encrypt
 * it for the worker whose public key is `sealKey`. Resolves to the encrypted share.
 */
export const askUnsealing =
  (vault: Pick<Vault, 'origin'>, openedWindow: OpenedWindow) =>
  (methods: readonly StoredRecovery[], sealKey: string): Promise<string> =>
    new Promise((resolve) => {
      openedWindow.recovered = resolve
      openedWindow.asked = { type: 'latchkey-frame-recover', methods, sealTo: sealKey }
      answerWindow(vault, openedWindow, openedWindow.asked)
    })

export function codeOfError(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
