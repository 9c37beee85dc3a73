/**
 * Confirms to the vault's popup that its login began in this browser. The answer goes only to the
 * popup that was opened for `login`, and only on the vault's origin. The returned function stops
 * listening.
 */
export function vouchForLogin(login: string, vault: string, handle: Window): () => void {
  const answerVouchRequest = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin !== vault || source !== handle) return
    const { type, login: requestedLogin, nonce } = (data ?? {}) as Record<string, unknown>
    if (type !== 'latchkey-login-vouch' || requestedLogin !== login) return
    if (typeof nonce !== 'string' || nonce.length > 128) return
    handle.postMessage({ type: 'latchkey-login-vouched', login, nonce }, vault)
  }
  addEventListener('message', answerVouchRequest)
  return () => removeEventListener('message', answerVouchRequest)
}
