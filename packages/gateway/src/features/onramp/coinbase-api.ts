import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import { askUpstream } from './ask-upstream.ts'
import { readCoinbaseToken } from './coinbase-answers.ts'
import { coinbaseToken } from './coinbase-token.ts'

/** Address of Coinbase's payment page, without the parameters of a session. */
export const coinbasePageUrl = 'https://pay.coinbase.com/buy/select-asset'

export interface CoinbaseOptions {
  readonly fetchUpstream?: Fetch
  /** Returns the API key; it is called at each use. Default: the key of the configuration. */
  readonly keyOf?: () => Promise<string | undefined>
}

/**
 * Client of Coinbase's developer platform with the operator's key. Its calls throw refusals: 400
 * when Coinbase refuses the request, else 503.
 */
export interface CoinbaseApi {
  hasKey(): Promise<boolean>
  askCoinbase(
    method: 'GET' | 'POST',
    path: string,
    payload: { query?: string; body?: object },
    signal?: AbortSignal,
  ): Promise<unknown>
  /** Opens a payment session for one asset and one wallet, and returns its token. */
  openSession(
    session: {
      /** Address of the wallet, without chain. */
      readonly wallet: string
      /** Chains of the wallet, by Coinbase's names. */
      readonly blockchains: readonly string[]
      readonly asset: string
      readonly callerAddress?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<string>
}

export function coinbaseApi(
  config: NonNullable<Config['onramp']['coinbase']>,
  { fetchUpstream = fetch, keyOf = async () => config.key }: CoinbaseOptions,
): CoinbaseApi {
  const { timeoutMs } = config
  const baseUrl = config.url.replace(/\/+$/, '')
  const api: CoinbaseApi = {
    hasKey: async () => (await keyOf()) !== undefined,
    async askCoinbase(method, path, { query, body }, signal) {
      const key = await keyOf()
      if (key === undefined)
        throw refusal(503, '', 'Coinbase is asked with a key, and there is none here')
      const url = `${baseUrl}${path}`
      const headers = { authorization: `Bearer ${await signToken(key, method, url)}` }
      const answer = await askUpstream(
        query ? `${url}?${query}` : url,
        { timeoutMs, headers, signal, ...(body && { body }) },
        fetchUpstream,
      )
      if (answer.status === 400) throw refusal(400, '', 'Coinbase refuses this')
      if (answer.status !== 200) throw refusal(503, '', `Coinbase answers ${answer.status}`)
      return answer.json
    },
    async openSession({ wallet, blockchains, asset, callerAddress }, signal) {
      const body = {
        addresses: [{ address: wallet, blockchains }],
        assets: [asset],
        ...(callerAddress ? { clientIp: callerAddress } : {}),
      }
      const token = readCoinbaseToken(await api.askCoinbase('POST', '/v1/token', { body }, signal))
      if (token === undefined) throw refusal(503, '', 'Coinbase opens no session')
      return token
    },
  }
  return api
}

async function signToken(key: string, method: 'GET' | 'POST', url: string): Promise<string> {
  try {
    return await coinbaseToken(key, method, url)
  } catch {
    // The error of the signing library is not passed on, because it may contain the key.
    throw refusal(503, '', 'The key for Coinbase is not of its form')
  }
}
