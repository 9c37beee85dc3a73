import type { LinkMessage } from './link-message.ts'

const name = 'latchkey.link-mode'
const longest = 65_536

/** Passes a message to the other tabs of this site. */
export function tellTabs({ topic, message }: LinkMessage): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(name)
  channel.postMessage({ topic, message })
  channel.close()
}

/** Hears what other tabs were given, for as long as the page lives. */
export function hearTabs(listener: (message: LinkMessage) => void): void {
  if (!globalThis.BroadcastChannel) return
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    const { topic, message } = (data ?? {}) as {
      readonly topic?: unknown
      readonly message?: unknown
    }
    if (typeof topic !== 'string' || typeof message !== 'string' || message.length > longest) return
    if (/^[0-9a-f]{64}$/.test(topic) && /^[-\w]+$/.test(message)) listener({ topic, message })
  }
  // Where a process would wait for it (tests, servers), it does not.
  const { unref } = channel as { unref?: () => void }
  unref?.call(channel)
}
