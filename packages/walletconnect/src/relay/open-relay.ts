import { LatchkeyError } from '@latchkey/protocol'
import type { Delivery, Hex32, Publication, Relay, RelayOptions } from '../contract.ts'
import { newRelayId } from '../crypto/ids.ts'
import { hashOf } from '../crypto/topic.ts'
import { keepTopics } from './keep-topics.ts'
import { openCalls } from './open-calls.ts'
import { openRelayLine, type RelayLine } from './open-relay-line.ts'
import { readFrame } from './read-frame.ts'
import { relayAddress } from './relay-address.ts'

const proposalTtl = 300

export interface OpenRelay extends Relay {
  /** Number of ignored frames: binary, larger than 1 MiB, or not JSON-RPC of a relay. */
  getIgnoredFrames(): number
}

/**
 * Opens the connection to one relay; no socket is opened before it is needed. Source: WalletConnect
 * core 2, "Relay RPC".
 * @param options - `WebSocket` defaults to the platform's
 */
export function openRelay(options: RelayOptions): OpenRelay {
  const { url, projectId, identity } = options
  const Socket = options.WebSocket ?? globalThis.WebSocket
  let ignoredFrames = 0
  let usesClassicCalls = false
  let isClosed = false

  const newId = (): string => {
    const id = newRelayId()
    return calls.has(id) || topics.hasRequest(id) ? newId() : id
  }
  const isNeeded = () => topics.count() + calls.count() > 0
  const reviewLine = () => line.reviewNeed()
  const sharedOptions = { line: (): RelayLine => line, newId, onChange: reviewLine }
  const calls = openCalls(sharedOptions)
  const topics = keepTopics({
    ...sharedOptions,
    subscriptionOf: (topic) => hashOf(topic + identity.did),
  })
  const line: RelayLine = openRelayLine({
    WebSocket: Socket,
    isOnline: options.isOnline,
    isNeeded,
    address: async () => relayAddress(url, await identity.authorise(url), projectId),
    onOpen: () => {
      topics.resend(calls.covers)
      calls.resend()
    },
    onData: (data) => {
      const frame = readFrame(data)
      if (!frame) ignoredFrames += 1
      else if (frame.type === 'push') {
        line.send(frame.receipt)
        if (frame.delivery) deliverMessage(frame.delivery)
      } else if (frame.type !== 'other') {
        calls.takeAnswer(frame)
        topics.takeAnswer(frame)
      }
    },
  })
  const deliverMessage = (delivery: Delivery) => {
    try {
      options.onMessage(delivery, relay)
    } catch {
      // An error of the listener is ignored, so that the frames after this one are still delivered.
    }
  }
  const assertUsable = () => {
    if (isClosed) throw new LatchkeyError('aborted', { reason: 'relay closed' })
    if (!Socket) throw new LatchkeyError('relay-unreachable', { reason: 'no WebSocket here' })
  }
  const publishMessage = async (publication: Publication, signal?: AbortSignal) => {
    assertUsable()
    const { topic, message, ttl, tag, prompt = false } = publication
    await calls.ask('irn_publish', { topic, message, ttl, tag, prompt }, { signal })
  }
  /**
   * Sends a combined request, or subscribes and publishes one by one when the relay does not know
   * the method.
   */
  const composeSteps = async (
    topic: Hex32,
    method: string,
    params: object,
    publications: readonly Publication[],
    signal?: AbortSignal,
  ) => {
    assertUsable()
    const wasSubscribed = topics.has(topic)
    topics.expectTopic(topic)
    try {
      const answer = usesClassicCalls
        ? 'unknown-method'
        : await calls.ask(method, params, { signal, topic })
      if (answer === 'done') return topics.confirmTopic(topic)
      usesClassicCalls = true
      await Promise.all([
        topics.add([topic], signal),
        ...publications.map((one) => publishMessage(one, signal)),
      ])
    } catch (error) {
      if (!wasSubscribed) topics.remove([topic])
      throw error
    }
  }

  const relay: OpenRelay = {
    url,
    async subscribe(topicsToAdd, signal) {
      assertUsable()
      await topics.add(topicsToAdd, signal)
    },
    unsubscribe: (topicsToRemove) => topics.remove(topicsToRemove),
    publish: publishMessage,
    propose({ pairingTopic, message, id }, signal) {
      const params = {
        pairingTopic,
        sessionProposal: message,
        ttl: proposalTtl,
        correlationId: id,
      }
      const proposal = { topic: pairingTopic, message, tag: 1100, ttl: proposalTtl, prompt: true }
      return composeSteps(pairingTopic, 'wc_proposeSession', params, [proposal], signal)
    },
    approve({ pairingTopic, sessionTopic, response, settlement, id }, signal) {
      const params = {
        sessionTopic,
        pairingTopic,
        sessionProposalResponse: response,
        sessionSettlementRequest: settlement,
        ttl: proposalTtl,
        correlationId: id,
      }
      const stepRequests = [
        { topic: pairingTopic, message: response, tag: 1101, ttl: proposalTtl },
        { topic: sessionTopic, message: settlement, tag: 1102, ttl: proposalTtl },
      ]
      return composeSteps(sessionTopic, 'wc_approveSession', params, stepRequests, signal)
    },
    close() {
      isClosed = true
      topics.close()
      calls.close()
      line.close()
    },
    getIgnoredFrames: () => ignoredFrames,
  }
  return relay
}
