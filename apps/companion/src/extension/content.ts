import {
  type ContentNotice,
  pageMessageType,
  type SiteView,
  type WireAnswer,
  walletMessageType,
} from './messages.ts'

const failureAnswer: WireAnswer = {
  error: { code: -32603, message: 'The test wallet did not answer: try again' },
}

/**
 * Passes calls of the page to the background, and its answers back to the page. The calls are
 * neither changed nor trusted here.
 */
export function relayPageCalls(page: Window): void {
  const postToPage = (message: object): void =>
    page.postMessage({ type: pageMessageType, ...message }, page.location.origin)
  const sendSiteView = async (): Promise<void> => {
    postToPage({ look: (await chrome.runtime.sendMessage({ type: 'look' })) as SiteView })
  }
  page.addEventListener('message', ({ source, data }) => {
    if (source !== page || data?.type !== walletMessageType) return
    const { id, standard, method, params } = data as Record<string, unknown>
    if (typeof id !== 'string' || typeof method !== 'string') return
    chrome.runtime.sendMessage({ type: 'call', id, standard, method, params }).then(
      // The background returns no answer while the visitor is still being asked. It then sends the
      // answer later, as a `ContentNotice`.
      (answer) => answer && postToPage({ id, answer }),
      () => postToPage({ id, answer: failureAnswer }),
    )
  })
  chrome.runtime.onMessage.addListener((message) => {
    const notice = message as ContentNotice
    if (notice.type === 'answer') {
      const { id, result, error } = notice
      postToPage({ id, answer: error ? { error } : { result } })
    } else void sendSiteView().catch(() => undefined)
    return false
  })
  // A page that the browser restores from its back-forward cache has missed the changes of
  // permissions since the visitor left it.
  page.addEventListener('pageshow', () => void sendSiteView().catch(() => undefined))
  void sendSiteView().catch(() => undefined)
}
