import { LatchkeyError } from '@latchkey/protocol'
import type { Channel, Incoming } from '../channel.ts'
import type { Delivery, Hex32, Keep, Relay } from '../contract.ts'
import { openEnvelope, sealEnvelope } from '../crypto/envelope.ts'
import { newRequestId } from '../crypto/ids.ts'
import { hashOf } from '../crypto/topic.ts'
import {
  expectsAnswer,
  isKnownMethod,
  publishOptionsOfAnswer,
  publishOptionsOfRequest,
} from './methods.ts'
import { openAnswers } from './open-answers.ts'
import { readMessage } from './read-message.ts'
import { openSeenMessages } from './seen-messages.ts'

export interface ChannelOptions {
  readonly keep: Keep
  /**
   * Called when a message is dropped, because it cannot be decrypted, is malformed, or was handled
   * before.
   */
  readonly onDrop?:
    | ((reason: 'seen' | 'unknown-topic' | 'unopened' | 'unshaped' | 'unasked') => void)
    | undefined
}

const maxUnanswered = 512

type ChannelKey = Parameters<Channel['addKey']>[1]

/**
 * Opens a channel: JSON-RPC between two peers, over the messages that relays deliver to `receive`.
 */
export function openChannel(options: ChannelOptions): Channel {
  const { keep, onDrop } = options
  const keys = new Map<Hex32, ChannelKey>()
  const listeners = new Set<(incoming: Incoming) => void>()
  const answers = openAnswers()
  const seenMessages = openSeenMessages(keep)
  // Hashes of requests that this side has not answered yet. They are stored only with the answer,
  // so that a page that is closed before gets the request again.
  const unansweredMarks = new Map<string, readonly string[]>()
  let deliveryQueue: Promise<void> = Promise.resolve()
  let isClosed = false
  let lastId = 0

  /**
   * Two requests made in the same millisecond need different ids, because the second would
   * otherwise look like a repeat of the first.
   */
  const newId = (): number => {
    lastId = Math.max(newRequestId(), lastId + 1)
    return lastId
  }
  const requestMark = (topic: Hex32, id: number): Promise<string> => hashOf(`${topic}:${id}`)

  async function sealMessage(topic: Hex32, json: unknown): Promise<string> {
    const key = keys.get(topic)
    if (!key || !('symKey' in key))
      throw new LatchkeyError('envelope-invalid', { reason: 'no key for the topic' })
    const { symKey, sender } = key
    const message = await sealEnvelope({ symKey, json, ...(sender && { sender }) })
    const messageMark = await hashOf(topic + message)
    seenMessages.addOwn(messageMark)
    void seenMessages.keep([messageMark])
    return message
  }

  async function handleDelivery(
    { topic, message }: Pick<Delivery, 'topic' | 'message'>,
    relay: Relay | undefined,
  ) {
    if (isClosed) return
    const key = keys.get(topic)
    if (!key) return onDrop?.('unknown-topic')
    const mark = await hashOf(topic + message)
    if (!(await seenMessages.add(mark))) return onDrop?.('seen')
    const openedEnvelope = await openEnvelope(message, key).catch(() => undefined)
    if (!openedEnvelope) return onDrop?.('unopened')
    const parsedMessage = readMessage(openedEnvelope.json)
    if (!parsedMessage) return onDrop?.('unshaped')
    const incomingFields = {
      ...(relay && { relay }),
      ...(openedEnvelope.senderPublicKey && { senderPublicKey: openedEnvelope.senderPublicKey }),
    }
    if (parsedMessage.kind !== 'request') {
      const outcome =
        parsedMessage.kind === 'error'
          ? { error: parsedMessage.error }
          : { result: parsedMessage.result, ...incomingFields }
      // The hash of an answer is not stored: if this page is closed before it acts on the answer,
      // the next page needs the answer.
      if (!answers.settleAnswer(topic, parsedMessage.id, outcome)) onDrop?.('unasked')
      return
    }
    const { id, method, params } = parsedMessage
    const idMark = await requestMark(topic, id)
    if (!(await seenMessages.add(idMark))) return onDrop?.('seen')
    if (!isKnownMethod(method)) {
      void seenMessages.keep([mark, idMark])
      if (relay && method.startsWith('wc_'))
        answerRequest(
          { topic, id, method, relay },
          { error: { code: 10001, message: 'Unsupported wc_ method' } },
        ).catch(() => undefined)
      return
    }
    if (!expectsAnswer(method)) void seenMessages.keep([mark, idMark])
    else {
      unansweredMarks.set(idMark, [mark, idMark])
      const [oldest] = unansweredMarks.keys()
      if (unansweredMarks.size > maxUnanswered && oldest !== undefined)
        unansweredMarks.delete(oldest)
    }
    for (const listener of [...listeners]) {
      try {
        listener({ topic, id, method, params, ...incomingFields })
      } catch (error) {
        // A listener's error is reported without affecting the next listener.
        queueMicrotask(() => console.error(error))
      }
    }
  }

  const answerRequest: Channel['answer'] = async (
    { topic, id, method, relay, answersOn = topic, isAutomatic },
    outcome,
  ) => {
    const message = await sealMessage(answersOn, { id, jsonrpc: '2.0', ...outcome })
    await relay.publish({
      topic: answersOn,
      message,
      ...publishOptionsOfAnswer(method, 'error' in outcome, isAutomatic),
    })
    const idMark = await requestMark(topic, id)
    const marks = unansweredMarks.get(idMark) ?? [idMark]
    unansweredMarks.delete(idMark)
    // The hashes are stored before this function resolves, because a wallet may close its window
    // right after the answer, and would then get the request again.
    await seenMessages.keep(marks)
  }

  return {
    addKey: (topic, key) => void keys.set(topic, key),
    newId,
    forgetKey: (topic) => void keys.delete(topic),
    seal: sealMessage,
    expect: answers.awaitAnswer,
    async ask(parameters, signal) {
      const { relay, topic, method, params, id = newId(), answersOn = topic } = parameters
      const expiresAt =
        parameters.expiresAt ?? Date.now() + publishOptionsOfRequest(method).ttl * 1000
      const publishOptions = publishOptionsOfRequest(method, (expiresAt - Date.now()) / 1000)
      const message = await sealMessage(topic, { id, jsonrpc: '2.0', method, params })
      const pendingAnswer = answers.awaitAnswer({ topic: answersOn, id, expiresAt }, signal)
      relay.publish({ topic, message, ...publishOptions }, signal).catch((error: unknown) => {
        answers.settleAnswer(answersOn, id, { error })
      })
      return (await pendingAnswer).result
    },
    async tell({ relay, topic, method, params }) {
      const message = await sealMessage(topic, { id: newId(), jsonrpc: '2.0', method, params })
      await relay.publish({ topic, message, ...publishOptionsOfRequest(method) })
    },
    answer: answerRequest,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    receive(delivery, relay) {
      // Deliveries are handled in order: a quickly decrypted update must not overtake the one
      // before it.
      deliveryQueue = deliveryQueue
        .then(() => handleDelivery(delivery, relay))
        .catch(() => undefined)
      return deliveryQueue
    },
    close() {
      isClosed = true
      listeners.clear()
      keys.clear()
      answers.close()
    },
  }
}
