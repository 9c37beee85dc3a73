import { timeLimit } from '@latchkey/protocol/time-limit'
import { z } from 'zod'
import { boundedFetch } from '../oauth/bounded-fetch.ts'

/** A channel that Farcaster's relay opened. */
export interface RelayChannel {
  readonly token: string
  readonly uri: string
}

/** Client of a Farcaster relay; its caller must verify all answers. */
export interface RelayClient {
  openChannel(channel: {
    domain: string
    siweUri: string
    nonce: string
    expirationTime: string
  }): Promise<RelayChannel>
  /**
   * Reads a channel: `pending`, an answer (which the relay gives only once), or `gone` when the
   * relay no longer knows the channel.
   */
  readChannel(token: string): Promise<{ readonly told: unknown } | 'pending' | 'gone'>
}

const requestTimeoutMs = 5_000
const channelShape = z.object({
  channelToken: z.string().regex(/^[\w-]{1,256}$/),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  nonce: z.string().max(128),
})

export function relayClient(url: string, fetchOne: typeof fetch): RelayClient {
  const fetchRelay = boundedFetch(fetchOne as never)
  const baseUrl = url.replace(/\/+$/, '')
  return {
    async openChannel(channel) {
      const answer = await fetchRelay(`${baseUrl}/v1/channel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...channel, acceptAuthAddress: true }),
        signal: timeLimit(requestTimeoutMs),
      })
      if (answer.status !== 201) throw new Error(`the relay answers ${answer.status}`)
      const { channelToken, url: uri, nonce } = channelShape.parse(await answer.json())
      if (nonce !== channel.nonce) throw new Error('the relay took another nonce')
      return { token: channelToken, uri }
    },
    async readChannel(token) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetchRelay(`${baseUrl}/v1/channel/status`, {
        headers,
        signal: timeLimit(requestTimeoutMs),
      })
      if (answer.status === 200) return { told: await answer.json() }
      if (answer.status === 202) return 'pending'
      if (answer.status === 401 || answer.status === 404) return 'gone'
      throw new Error(`the relay answers ${answer.status}`)
    },
  }
}
