import type { LinkMessage } from './link-message.ts'

const channelName = 'latchkey.link-mode'
const maxMessageLength = 65_536

/** Passes a message to the other tabs of this site. */
export function sendToTabs({ topic, message }: LinkMessage): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ topic, message })
  channel.close()
}

/** Calls `listener` for messages that other tabs received, for as long as the page lives. */
export function listenToTabs(listener: (message: LinkMessage) => void): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const { topic, message } = (data ?? {}) as {
      readonly topic?: unknown
      readonly message?: unknown
    }
    if (
      typeof topic !== 'string' ||
      typeof message !== 'string' ||
      message.length > maxMessageLength
    )
      return
    if (/^[0-9a-f]{64}$/.test(topic) && /^[-\w]+$/.test(message)) listener({ topic, message })
  }
  // In Node the channel must not keep the process alive.
  const { unref } = channel as { unref?: () => void }
  unref?.call(channel)
}
