import type { FrameToWindow } from '@latchkey/protocol/vault'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Channel, ChannelState } from './channel.ts'

type MessageType = FrameToWindow['type']

export interface UseChannel extends Omit<Channel, 'stop'> {
  readonly state: ChannelState
  /** Tries again to find the vault's frame. */
  readonly again: () => void
  /** The newest message of this type from the frame; undefined before the first. */
  last<T extends MessageType>(type: T): Extract<FrameToWindow, { type: T }> | undefined
}

export type OpenChannel = (options: {
  readonly id: string
  readonly onState: (state: ChannelState) => void
  readonly onMessage: (message: FrameToWindow) => void
}) => Channel

/**
 * Opens a channel to the vault's frame that waits for a window with `id`.
 * @param openChannel - must stay the same function while the window is open
 */
export function useChannel(id: string, openChannel: OpenChannel): UseChannel {
  const [state, setState] = useState<ChannelState>('seeking')
  const [messages, setMessages] = useState<ReadonlyMap<MessageType, FrameToWindow>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const channel = useRef<Channel>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must open a new channel.
  useEffect(() => {
    const openedChannel = openChannel({
      id,
      onState: setState,
      onMessage: (message) =>
        setMessages((previous) => new Map(previous).set(message.type, message)),
    })
    channel.current = openedChannel
    return () => openedChannel.stop()
  }, [id, attempt])
  const channelFunctions = useMemo(
    () => ({
      again: () => setAttempt((count) => count + 1),
      tell: ((message) => channel.current?.tell(message)) satisfies Channel['tell'],
      ask: ((call, body) =>
        channel.current?.ask(call, body) ??
        Promise.reject(new Error('not open'))) as Channel['ask'],
    }),
    [],
  )
  return useMemo(
    () => ({
      ...channelFunctions,
      state,
      last: <T extends MessageType>(type: T) =>
        messages.get(type) as Extract<FrameToWindow, { type: T }> | undefined,
    }),
    [channelFunctions, state, messages],
  )
}
