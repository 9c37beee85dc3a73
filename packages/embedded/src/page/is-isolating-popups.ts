/**
 * Milliseconds to wait for the answer whose headers are read; few, because a visitor who has closed
 * the popup is waiting.
 */
const probeTimeoutMs = 700

/**
 * Whether this page may isolate its popups, so that the handle of every popup reports `closed`. The
 * page does so when its own response has the header Cross-Origin-Opener-Policy: same-origin. The
 * header is read by a request to the page's address; the result is true when the request fails.
 */
export async function isIsolatingPopups(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(location.href, {
      method: 'HEAD',
      headers: { accept: 'text/html' },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    const [policy = ''] = (headers.get('cross-origin-opener-policy') ?? '').split(';')
    return !ok || policy.trim().toLowerCase() === 'same-origin'
  } catch {
    return true
  }
}
