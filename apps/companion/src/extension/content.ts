import { type Notice, type SiteView, toPage, toWallet, type WireAnswer } from './messages.ts'

const failureAnswer: WireAnswer = {
  error: { code: -32603, message: 'The test wallet did not answer: try again' },
}

/**
 * Passes calls of the page to the background, and its answers back; it adds nothing and trusts
 * nothing.
 */
export function carryCalls(page: Window): void {
  const tellPage = (message: object): void =>
    page.postMessage({ type: toPage, ...message }, page.location.origin)
  const tellLook = async (): Promise<void> => {
    tellPage({ look: (await chrome.runtime.sendMessage({ type: 'look' })) as SiteView })
  }
  page.addEventListener('message', ({ source, data }) => {
    if (source !== page || data?.type !== toWallet) return
    const { id, standard, method, params } = data as Record<string, unknown>
    if (typeof id !== 'string' || typeof method !== 'string') return
    chrome.runtime.sendMessage({ type: 'call', id, standard, method, params }).then(
      // No answer yet: the visitor is asked, and the answer comes as a notice.
      (answer) => answer && tellPage({ id, answer }),
      () => tellPage({ id, answer: failureAnswer }),
    )
  })
  chrome.runtime.onMessage.addListener((message) => {
    const notice = message as Notice
    if (notice.type === 'answer') {
      const { id, result, error } = notice
      tellPage({ id, answer: error ? { error } : { result } })
    } else void tellLook().catch(() => undefined)
    return false
  })
  // A page restored from the cache has missed changes.
  page.addEventListener('pageshow', () => void tellLook().catch(() => undefined))
  void tellLook().catch(() => undefined)
}
