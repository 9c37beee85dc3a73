import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { assertIsSignature } from '@solana/kit'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerRpc, type RpcFault, type RpcMethod, writeJson } from './answer-question.ts'
import type { Block, Ledger } from './ledger.ts'

/**
 * Maximum number of subscriptions per socket, as on public nodes; Solana Kit opens another socket
 * for more.
 */
const maxSubscriptions = 100
/** Maximum size of a client's frame in bytes; a request contains little more than a signature. */
const maxFrameBytes = 65_536
const closeMs = 1_000

/** The web sockets of a simulated node; they are accepted on any path. */
export interface SubscriptionSockets {
  /** Listener for an HTTP server's `upgrade` event. */
  takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes all sockets (code 1001), and terminates those that do not answer within a second. */
  closeSockets(): Promise<void>
}

/**
 * Sends signature and slot notifications over web sockets: the part of
 * https://solana.com/docs/rpc/websocket that chain libraries need to wait for a transaction. Every
 * block is final at once, so the requested commitment makes no difference.
 */
export function openSubscriptionSockets(
  ledger: Pick<Ledger, 'findBlock' | 'watchBlocks'>,
): SubscriptionSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const subscriptionCount = { subscriptions: 0 }
  const nextId = () => {
    subscriptionCount.subscriptions += 1
    return subscriptionCount.subscriptions
  }
  return {
    takeUpgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (webSocket) =>
        serveSocket(webSocket, ledger, nextId),
      )
    },
    async closeSockets() {
      const openClients = [...server.clients]
      const closePromises = openClients.map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      )
      for (const socket of openClients) {
        socket.close(1001)
      }
      const terminateTimer = setTimeout(() => {
        for (const socket of openClients) {
          socket.terminate()
        }
      }, closeMs)
      await Promise.all(closePromises)
      clearTimeout(terminateTimer)
    },
  }
}

function serveSocket(
  socket: WebSocket,
  ledger: Pick<Ledger, 'findBlock' | 'watchBlocks'>,
  nextId: () => number,
): void {
  const listeners = new Map<number, (block: Block) => void>()
  const sendMessage = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(writeJson(message))
  }
  const sendNotification = (method: string, subscription: number, result: object) =>
    sendMessage({ jsonrpc: '2.0', method, params: { result, subscription } })
  const addSubscription = (makeListener: (id: number) => (block: Block) => void): number => {
    if (listeners.size >= maxSubscriptions) {
      const message = 'Internal Error: Subscription refused. Node subscription limit reached'
      throw { code: -32603, message } satisfies RpcFault
    }
    const id = nextId()
    listeners.set(id, makeListener(id))
    return id
  }
  const endSubscription = ([id]: readonly unknown[]): true => {
    if (!listeners.delete(id as number))
      throw { code: -32602, message: 'Invalid subscription id.' } satisfies RpcFault
    return true
  }
  const methods: Readonly<Record<string, RpcMethod>> = {
    signatureSubscribe: ([given, options]) => {
      const signature = String(given)
      assertIsSignature(signature)
      const { enableReceivedNotification: notifiesReceived = false } = (options ?? {}) as {
        enableReceivedNotification?: boolean
      }
      const id = addSubscription((subscriptionId) => (block) => {
        if (block.signature !== signature) return
        const { slot, err } = block
        const notificationValues = [...(notifiesReceived ? ['receivedSignature'] : []), { err }]
        for (const value of notificationValues) {
          sendNotification('signatureNotification', subscriptionId, { context: { slot }, value })
        }
        // Like a real node, the devnet ends a signature subscription once the result is reported.
        listeners.delete(subscriptionId)
      })
      // The block with the transaction usually exists already, whereas on a public node a client
      // subscribes before it does. The listener is called in a microtask, so that the client gets
      // the subscription id first.
      const block = ledger.findBlock(signature)
      if (block) queueMicrotask(() => listeners.get(id)?.(block))
      return id
    },
    signatureUnsubscribe: endSubscription,
    slotSubscribe: () =>
      addSubscription((subscriptionId) => ({ slot }) => {
        sendNotification('slotNotification', subscriptionId, {
          parent: slot - 1n,
          root: slot,
          slot,
        })
      }),
    slotUnsubscribe: endSubscription,
  }

  const stopWatching = ledger.watchBlocks((block) => {
    for (const listener of [...listeners.values()]) {
      listener(block)
    }
  })
  socket.on('message', (data) => {
    const answer = answerFrame(methods, data.toString())
    if (answer) sendMessage(answer)
  })
  // The library itself closes a socket whose frame breaks the protocol, so the error is ignored.
  socket.on('error', () => {})
  socket.once('close', stopWatching)
}

/**
 * Answers one JSON-RPC call or a batch; undefined when all calls are notifications, which get no
 * answer.
 */
function answerFrame(
  methods: Readonly<Record<string, RpcMethod>>,
  text: string,
): object | undefined {
  const body = parseJson(text)
  if (body === undefined) return toFaultAnswer({ code: -32700, message: 'Parse error' })
  if (!Array.isArray(body) || body.length === 0) return answerMessage(methods, body)
  const answers = body.flatMap((message) => answerMessage(methods, message) ?? [])
  return answers.length > 0 ? answers : undefined
}

function answerMessage(
  methods: Readonly<Record<string, RpcMethod>>,
  message: unknown,
): object | undefined {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown }
  if (typeof method !== 'string') return toFaultAnswer({ code: -32600, message: 'Invalid Request' })
  // Chain libraries send pings as notifications, without an id. They must not be answered:
  // https://www.jsonrpc.org/specification#notification
  if (id === undefined) return undefined
  return answerRpc(methods, message)
}

function toFaultAnswer(error: RpcFault): object {
  return { jsonrpc: '2.0', id: null, error }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
