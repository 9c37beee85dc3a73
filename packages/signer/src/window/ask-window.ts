import { toRecord } from '../chain.ts'
import { ProviderError, rejected, toProviderError } from '../provider/provider-error.ts'
import { type PageSite, readPageSite, readyType, requestType } from './window-message.ts'

/**
 * Opens the wallet's window for one request and waits for its answer. Errors: 4001 when the visitor
 * rejects or closes the window; -32603 with `data: 'popup-blocked'` when the browser blocks it.
 */
export async function askWindow(
  page: Window,
  companionUrl: string,
  request: {
    readonly method: string
    readonly params: unknown
    readonly chain: number
    readonly isScripted: boolean
  },
): Promise<{ readonly result: unknown; readonly site: PageSite | null }> {
  const { origin } = new URL(companionUrl)
  const leftOffset = Math.max(0, page.screenX + page.outerWidth - 420)
  const openedWindow = page.open(
    `${origin}/approve`,
    '_blank',
    `popup,width=400,height=680,left=${leftOffset},top=${page.screenY + 40}`,
  )
  if (!openedWindow) {
    const message =
      "The browser blocked the test wallet's window: allow pop-ups for this page, then try again"
    throw new ProviderError(-32603, message, 'popup-blocked')
  }
  const answeredController = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      page.addEventListener(
        'message',
        (event) => {
          if (
            event.source !== openedWindow ||
            event.origin !== origin ||
            toRecord(event.data).type !== readyType
          )
            return
          // A new MessageChannel is made for each ready message, because the visitor may reload the
          // window, which then asks for the request again.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => {
            port1.close()
            const { result, error, site } = toRecord(data)
            if (error) reject(toProviderError(error))
            else resolve({ result, site: readPageSite(site) })
          }
          openedWindow.postMessage({ type: requestType, ...request }, origin, [port2])
        },
        { signal: answeredController.signal },
      )
      const closedCheck = setInterval(() => {
        if (openedWindow.closed) reject(rejected())
      }, 150)
      answeredController.signal.addEventListener('abort', () => clearInterval(closedCheck))
    })
  } finally {
    answeredController.abort()
    openedWindow.close()
  }
}
