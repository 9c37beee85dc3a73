import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'

const answerMs = 3_000
/** The page loads what answers only at the click that opened this window. */
const againMs = 150

/**
 * Asks the opener whether this sign-in began in its page. Resolves to that page's origin, of the
 * project's, or to null when there is no opener, no answer, or one of anybody else.
 */
export function askVouch(options: {
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
    const settleVouch = (site: string | null): void => {
      clearTimeout(timer)
      clearInterval(again)
      self.removeEventListener('message', hearVouch)
      resolve(site)
    }
    const hearVouch = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (source !== opener || !isAllowedOrigin(origins, origin)) return
      const told = (typeof data === 'object' && data !== null ? data : {}) as Readonly<
        Record<string, unknown>
      >
      if (told.type === 'latchkey-login-vouched' && told.login === login && told.nonce === nonce)
        settleVouch(origin)
    }
    const timer = setTimeout(() => settleVouch(null), answerMs)
    self.addEventListener('message', hearVouch)
    // To whoever opened this: the id is theirs, the nonce a question. What counts is where the
    // answer comes from.
    const askOpener = (): void =>
      opener.postMessage({ type: 'latchkey-login-vouch', login, nonce }, '*')
    const again = setInterval(askOpener, againMs)
    askOpener()
  })
}
