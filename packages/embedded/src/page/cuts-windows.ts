/** Shorter than what a visitor who closed a window waits for. */
const answerMs = 700

/**
 * Whether this page may cut the windows it opens: then every handle says "closed". It does so by
 * its own header alone (Cross-Origin-Opener-Policy: same-origin), which its address is asked for;
 * true where that is not answered.
 */
export async function cutsWindows(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(location.href, {
      method: 'HEAD',
      headers: { accept: 'text/html' },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    const [policy = ''] = (headers.get('cross-origin-opener-policy') ?? '').split(';')
    return !ok || policy.trim().toLowerCase() === 'same-origin'
  } catch {
    return true
  }
}
