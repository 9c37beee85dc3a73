import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Connection } from '../../features/relay/connection.ts'
import type { Relay } from '../../features/relay/relay.ts'
import type { Wire } from '../../features/relay/wire.ts'

/** Of one frame, either way. */
const maxFrameBytes = 1_048_576
const secondMs = 1_000
const sweepMs = 10_000
/**
 * Each socket is pinged every so many ticks: real clients drop a relay that was silent for 35 s.
 */
const pingEvery = 20
const closeMs = 1_000

const reasons = {
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

/** The web sockets of a relay, at the root path of the servers it is attached to. */
export interface RelaySockets {
  /** Listener for `upgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket (1001), waits a second at most, and closes the relay. */
  stop(): Promise<void>
}

/**
 * @param callerOf - address of who asks, for limits only
 * @param tickMs - a second, but for tests
 */
export function relaySockets(
  relay: Relay,
  callerOf: (request: IncomingMessage) => string,
  tickMs = secondMs,
): RelaySockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  })
  const alive = new Map<WebSocket, { at: number; isAnswered: boolean }>()
  const state = { ticks: 0, opened: 0 }

  const tickSockets = (): void => {
    state.ticks += 1
    relay.tick()
    for (const [socket, one] of alive) {
      if (one.at !== state.ticks % pingEvery) continue
      if (!one.isAnswered && !socket.isPaused) socket.terminate()
      else socket.ping()
      one.isAnswered = false
    }
  }
  const timers = [setInterval(tickSockets, tickMs), setInterval(() => void relay.sweep(), sweepMs)]

  const attachSocket = (
    socket: WebSocket,
    raw: Duplex,
    open: (wire: Wire) => Connection,
    leave: () => void,
  ): void => {
    const connection = open(wireOf(socket, raw))
    const answered = { at: state.opened++ % pingEvery, isAnswered: true }
    alive.set(socket, answered)
    socket.on('pong', () => {
      answered.isAnswered = true
    })
    socket.on('message', (data, isBinary) => {
      answered.isAnswered = true
      if (isBinary) socket.close(1003, 'Text only')
      else connection.receiveFrame(data.toString())
    })
    raw.on('drain', () => connection.resumeSending())
    socket.on('error', () => {})
    socket.once('close', () => {
      alive.delete(socket)
      leave()
    })
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {})
      const [path, query] = (request.url ?? '').split('?', 2)
      if (path !== '/') return refuseUpgrade(socket, 404)
      const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const admission = relay.admit(
        new URLSearchParams(query).get('auth') ?? bearer ?? '',
        callerOf(request),
      )
      if (admission.status !== 101) return refuseUpgrade(socket, admission.status)
      socket.once('close', admission.leave)
      server.handleUpgrade(request, socket, head, (made) =>
        attachSocket(made, socket, (wire) => admission.open(wire), admission.leave),
      )
    },
    async stop() {
      for (const timer of timers) {
        clearInterval(timer)
      }
      const closed = [...alive.keys()].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      )
      const cut = setTimeout(() => {
        for (const socket of alive.keys()) {
          socket.terminate()
        }
      }, closeMs)
      await Promise.all([relay.close(), ...closed])
      clearTimeout(cut)
    },
  }
}

function wireOf(socket: WebSocket, raw: Duplex): Wire {
  const uncorkSocket = (): void => raw.uncork()
  return {
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      // All frames of one round of the event loop leave in one write.
      if (raw.writableCorked === 0) {
        raw.cork()
        setImmediate(uncorkSocket)
      }
      socket.send(text)
    },
    close(code, reason) {
      socket.close(code, reason)
      if (code !== 1013) return
      // Who reads nothing reads no close either.
      setTimeout(() => socket.terminate(), closeMs).unref()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}

function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  const retry = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : ''
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`,
  )
}
