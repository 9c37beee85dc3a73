import { randomInt } from 'node:crypto'

/** What an app requests when it opens a channel for a sign-in. */
export interface ChannelRequest {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly notBefore?: string
  readonly expirationTime?: string
  readonly requestId?: string
  readonly redirectUrl?: string
}

/**
 * The Farcaster app's signed answer. The relay does not verify it; neither does the public relay.
 */
export interface ChannelAnswer {
  readonly message: string
  readonly signature: string
  readonly authMethod: 'custody' | 'authAddress'
  readonly fid: number
  readonly username: string
  readonly bio: string
  readonly displayName: string
  readonly pfpUrl: string
  readonly verifications: readonly string[]
  readonly custody: string
}

/** A sign-in in progress: the app's request, and the Farcaster app's answer once there is one. */
export interface Channel {
  readonly request: ChannelRequest
  readonly acceptAuthAddress: boolean
  readonly metadata: { readonly ip: string; readonly userAgent: string }
  readonly answer?: ChannelAnswer
}

/** The open sign-ins by channel token; each is kept for an hour. */
export interface Channels {
  addChannel(channel: Channel): string
  find(token: string): Channel | undefined
  completeChannel(token: string, answer: ChannelAnswer): boolean
  close(token: string): void
}

const channelLifeMs = 3_600_000
const maxChannels = 10_000
const tokenAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a store for sign-ins without any entry. */
export function openChannels(now: () => number = Date.now): Channels {
  const channelEntries = new Map<string, { readonly channel: Channel; readonly until: number }>()
  const findEntry = (token: string) => {
    const entry = channelEntries.get(token)
    return entry && entry.until > now() ? entry : undefined
  }
  return {
    addChannel(channel) {
      const token = Array.from(
        { length: 8 },
        () => tokenAlphabet[randomInt(tokenAlphabet.length)],
      ).join('')
      channelEntries.set(token, { channel, until: now() + channelLifeMs })
      const [oldest] = channelEntries.keys()
      if (channelEntries.size > maxChannels && oldest !== undefined) channelEntries.delete(oldest)
      return token
    },
    find: (token) => findEntry(token)?.channel,
    completeChannel(token, answer) {
      const entry = findEntry(token)
      if (entry) channelEntries.set(token, { ...entry, channel: { ...entry.channel, answer } })
      return entry !== undefined
    },
    close: (token) => void channelEntries.delete(token),
  }
}
