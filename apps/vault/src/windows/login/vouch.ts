import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'

const answerTimeoutMs = 3_000
/**
 * Milliseconds until the window asks the page again. The first question may come too early, because
 * the page loads the code that answers it only when it opens this window.
 */
const retryIntervalMs = 150

/**
 * Asks the page that opened this window whether it began this login. Resolves to the page's origin,
 * if it is one of the project's; to null when there is no opener or no answer, or when the answer
 * is from another window.
 */
export function askOpenerForSite(options: {
  readonly login: string
  readonly origins: readonly string[]
  readonly self?: Pick<Window, 'addEventListener' | 'removeEventListener'> & {
    readonly opener: Pick<Window, 'postMessage'> | null
  }
}): Promise<string | null> {
  const { login, origins, self = window } = options
  const { opener } = self
  if (!opener) return Promise.resolve(null)
  const nonce = crypto.randomUUID()
  return new Promise((resolve) => {
    const finishSiteCheck = (site: string | null): void => {
      clearTimeout(timer)
      clearInterval(retryTimer)
      self.removeEventListener('message', handleMessage)
      resolve(site)
    }
    const handleMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (source !== opener || !isAllowedOrigin(origins, origin)) return
      const message = (typeof data === 'object' && data !== null ? data : {}) as Readonly<
        Record<string, unknown>
      >
      if (
        message.type === 'latchkey-login-vouched' &&
        message.login === login &&
        message.nonce === nonce
      )
        finishSiteCheck(origin)
    }
    const timer = setTimeout(() => finishSiteCheck(null), answerTimeoutMs)
    self.addEventListener('message', handleMessage)
    // The question may go to an opener of any origin, because it reveals nothing: the opener
    // already knows the id of the login that it opened, and the nonce is no secret. Only the origin
    // of the answer matters.
    const askOpener = (): void =>
      opener.postMessage({ type: 'latchkey-login-vouch', login, nonce }, '*')
    const retryTimer = setInterval(askOpener, retryIntervalMs)
    askOpener()
  })
}
