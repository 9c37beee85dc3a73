import { fakeSocket, type SocketEnd } from './fake-socket.ts'
import { faultyWire } from './faulty-wire.ts'
import { didOf, fieldsOf, parseText, readRequest } from './read-request.ts'
import type { MockRelay, RelayFaults, RelayFrame } from './relay-contract.ts'
import { type Letter, relayMailbox } from './relay-mailbox.ts'

const frameLimit = 1_048_576

interface Client {
  readonly end: SocketEnd
  readonly did: string
  readonly topics: Set<string>
  readonly pushes: Map<string, Letter>
  readonly carry: (text: string) => void
}

/**
 * An in-memory WalletConnect relay for tests: it uses no network, does not check tokens, and
 * produces faults on command. It works with fake timers and in browsers. Its protocol is the Relay
 * RPC of WalletConnect core 2.
 */
export function mockRelay(faultsFromStart: Partial<RelayFaults> = {}): MockRelay {
  const faults: RelayFaults = {
    silent: false,
    delayMs: 0,
    duplicate: false,
    reorder: false,
    truncate: false,
    dropAnswers: false,
    dropAcks: false,
    error: undefined,
    classic: false,
    numericIds: false,
    ...faultsFromStart,
  }
  const clients = new Map<SocketEnd, Client>()
  const frameHooks = new Set<Parameters<MockRelay['onFrame']>[0]>()
  const frameLog: RelayFrame[] = []
  const dialedUrls: string[] = []
  const mailbox = relayMailbox()
  let refusalsLeft = 0
  let stallsLeft = 0
  let pushCount = 0

  const admitFrame = (direction: 'in' | 'out', client: Client, text: string) => {
    const frame: RelayFrame = { direction, did: client.did, text, json: parseText(text) }
    frameLog.push(frame)
    const hookVerdicts = [...frameHooks].map((hook) => hook(direction, frame))
    return !hookVerdicts.includes('drop') && clients.has(client.end)
  }
  const sendText = (client: Client, text: string) => {
    if (admitFrame('out', client, text)) client.carry(text)
  }
  const pushLetter = (client: Client, letter: Letter) => {
    pushCount += 1
    const pushId = `17${String(pushCount).padStart(17, '0')}`
    client.pushes.set(pushId, letter)
    const { topic, message, tag, publishedAt } = letter
    const data = { topic, message, publishedAt, tag, attestation: null }
    const params = JSON.stringify({ id: `${topic}:${client.did}`, data })
    const id = faults.numericIds ? pushId : `"${pushId}"`
    sendText(client, `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`)
  }
  const publishLetter = (parameters: Parameters<typeof mailbox.add>[0]) => {
    const letter = mailbox.add(parameters)
    if (!letter) return
    for (const client of [...clients.values()]) {
      if (client.topics.has(letter.topic) && client.did !== letter.from) pushLetter(client, letter)
    }
  }
  const acknowledgePush = (client: Client, text: string) => {
    const digits = /"id"\s*:\s*"?(\d+)"?/.exec(text)?.[1] ?? ''
    if (!faults.dropAcks) client.pushes.get(digits)?.readers.add(client.did)
  }
  const handleRequestFrame = (client: Client, frame: ReturnType<typeof fieldsOf>) => {
    const { id, method, params } = frame
    const answerRequest = (fields: object) => {
      if (!faults.dropAnswers) sendText(client, JSON.stringify({ id, jsonrpc: '2.0', ...fields }))
    }
    if (faults.error) return answerRequest({ error: faults.error })
    const request = readRequest(method, params, faults.classic)
    if (!request) return answerRequest({ error: { code: -32601, message: 'Method not found' } })
    for (const topic of request.subscribe) {
      client.topics.add(topic)
    }
    for (const topic of request.unsubscribe) {
      client.topics.delete(topic)
    }
    const subscriptionIds = request.subscribe.map((topic) => `${topic}:${client.did}`)
    const singleResult = method === 'irn_subscribe' ? subscriptionIds[0] : true
    answerRequest({ result: request.isBatch ? subscriptionIds : singleResult })
    for (const publication of request.publish) {
      publishLetter({ ...publication, from: client.did })
    }
    for (const topic of request.subscribe) {
      for (const unreadLetter of mailbox.unread(topic, client.did)) {
        pushLetter(client, unreadLetter)
      }
    }
  }

  const Socket = fakeSocket({
    dial(end) {
      dialedUrls.push(end.url)
      if (refusalsLeft > 0) {
        refusalsLeft -= 1
        end.end(1006, true)
      } else if (stallsLeft > 0) stallsLeft -= 1
      else if (end.state() === 0) {
        const carry = faultyWire(faults, (text) => queueMicrotask(() => end.deliver(text)))
        const did = didOf(end.url) ?? `anonymous-${dialedUrls.length}`
        clients.set(end, { end, did, topics: new Set(), pushes: new Map(), carry })
        end.open()
      }
    },
    receive(end, data) {
      const client = clients.get(end)
      if (!client) return
      if (typeof data !== 'string') return end.end(1003)
      if (data.length > frameLimit) return end.end(1009)
      if (!admitFrame('in', client, data) || faults.silent) return
      const frame = fieldsOf(parseText(data))
      if (typeof frame.method === 'string') handleRequestFrame(client, frame)
      else acknowledgePush(client, data)
    },
    leave: (end) => void clients.delete(end),
  })
  const clientsOf = (did?: string) =>
    [...clients.values()].filter((client) => did === undefined || client.did === did)

  return {
    url: 'ws://mock-relay.test',
    WebSocket: Socket,
    faults,
    log: frameLog,
    dials: dialedUrls,
    methods: (did) =>
      frameLog
        .filter((frame) => frame.direction === 'in' && (did === undefined || frame.did === did))
        .map((frame) => fieldsOf(frame.json).method)
        .filter((method) => typeof method === 'string'),
    countSockets: () => clients.size,
    getTopics: (did) => clientsOf(did).flatMap((client) => [...client.topics]),
    getMailbox: (topic) => mailbox.of(topic),
    cut: (did) => {
      for (const client of clientsOf(did)) {
        client.end.end(1006)
      }
    },
    refuse: (count) => {
      refusalsLeft = count
    },
    stall: (count) => {
      stallsLeft = count
    },
    publish: ({ topic, message, tag = 0, ttl = 300, from = 'did:key:zStranger' }) =>
      publishLetter({ topic, message, tag, ttl, from }),
    foreign: (data) => {
      for (const client of clientsOf()) {
        client.end.deliver(data)
      }
    },
    oversize: (topic) => {
      const letter = {
        topic,
        message: 'A'.repeat(frameLimit),
        tag: 0,
        from: '',
        publishedAt: 0,
        expiresAt: 0,
      }
      for (const client of clientsOf()) {
        pushLetter(client, { ...letter, readers: new Set() })
      }
    },
    onFrame: (hook) => {
      frameHooks.add(hook)
      return () => void frameHooks.delete(hook)
    },
  }
}
