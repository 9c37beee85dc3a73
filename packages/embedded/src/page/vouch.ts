/**
 * Answers the vault's window that the sign-in it was opened for began in this browser: only for
 * `login`, only to the vault's origin, only to the window that was opened for it. Ends with its
 * answer's stop.
 */
export function vouchFor(login: string, vault: string, handle: Window): () => void {
  const answerWindow = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin !== vault || source !== handle) return
    const { type, login: asked, nonce } = (data ?? {}) as Record<string, unknown>
    if (type !== 'latchkey-login-vouch' || asked !== login) return
    if (typeof nonce !== 'string' || nonce.length > 128) return
    handle.postMessage({ type: 'latchkey-login-vouched', login, nonce }, vault)
  }
  addEventListener('message', answerWindow)
  return () => removeEventListener('message', answerWindow)
}
