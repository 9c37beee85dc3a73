import type { SiwxHandler } from '../src/http/create-handler.ts'
import type { SiwxSession } from '../src/session/sessions.ts'
import type { SiwxChallenge } from '../src/stores/siwx-store.ts'
import { type TestWallet, textOf } from './wallets.ts'

/** The answer to a call of the handler. */
export interface Answered {
  readonly status: number
  readonly body: {
    readonly challenge?: SiwxChallenge
    readonly session?: SiwxSession | null
    readonly error?: { readonly code: string; readonly reason: string; readonly fix: string }
  }
  readonly headers: Headers
}

export interface Proof {
  readonly account: string
  readonly message: string
  readonly signature: string
}

/** A stand-in for a browser: it keeps the site's cookies and sends its origin. */
export interface Browser {
  readonly cookies: Map<string, string>
  get(call: string): Promise<Answered>
  post(call: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>
  /** Fetches a challenge for the wallet's account. */
  challenge(wallet: TestWallet): Promise<SiwxChallenge>
  /** Fetches a challenge for the wallet's account and lets the wallet sign it. */
  prove(wallet: TestWallet): Promise<Proof>
  signIn(wallet: TestWallet): Promise<Answered>
}

/**
 * @param send - the handler, or `fetch` when a server is called
 * @param base - URL below which the handler's routes lie
 */
export function openBrowser(
  send: SiwxHandler,
  base = 'https://shop.example/api/siwx',
  origin = 'https://shop.example',
): Browser {
  const cookies = new Map<string, string>()
  const call = async (request: Request): Promise<Answered> => {
    if (cookies.size > 0) {
      const pairs = [...cookies].map(([name, value]) => `${name}=${value}`)
      request.headers.set('cookie', pairs.join('; '))
    }
    const response = await send(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const { status, headers } = response
    return { status, headers, body: text === '' ? {} : JSON.parse(text) }
  }
  const browser: Browser = {
    cookies,
    get: (name) => call(new Request(`${base}/${name}`)),
    post: (name, body, headers = {}) =>
      call(
        new Request(`${base}/${name}`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    async challenge({ account }) {
      const { body, status } = await browser.post('challenge', { account })
      if (!body.challenge) throw new Error(`no challenge: ${status} ${JSON.stringify(body)}`)
      return body.challenge
    },
    async prove(wallet) {
      const message = textOf(await browser.challenge(wallet), wallet)
      return { account: wallet.account, message, signature: await wallet.sign(message) }
    },
    signIn: async (wallet) => browser.post('verify', await browser.prove(wallet)),
  }
  return browser
}
