import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Connection } from '../../features/relay/connection.ts'
import type { Relay } from '../../features/relay/relay.ts'
import type { Wire } from '../../features/relay/wire.ts'

/** Largest WebSocket message in bytes, in either direction. */
const maxFrameBytes = 1_048_576
const secondMs = 1_000
const sweepMs = 10_000
/**
 * Each socket is pinged once in this many ticks: common clients close a relay connection after 35 s
 * of silence.
 */
const secondsPerPing = 20
const closeMs = 1_000

const reasons = {
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

/** The WebSockets of a relay, at the root path of the attached servers. */
export interface RelaySockets {
  /** Listener for the `upgrade` event of a server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket (code 1001), waits at most a second, and closes the relay. */
  stop(): Promise<void>
}

/**
 * @param callerOf - network address of the caller, for rate limits only
 * @param tickMs - milliseconds of a tick: 1000 except in tests
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
  const aliveSockets = new Map<WebSocket, { at: number; isAnswered: boolean }>()
  const state = { ticks: 0, opened: 0 }

  const tickSockets = (): void => {
    state.ticks += 1
    relay.tick()
    for (const [socket, one] of aliveSockets) {
      if (one.at !== state.ticks % secondsPerPing) continue
      if (!one.isAnswered && !socket.isPaused) socket.terminate()
      else socket.ping()
      one.isAnswered = false
    }
  }
  const timers = [setInterval(tickSockets, tickMs), setInterval(() => void relay.sweep(), sweepMs)]

  const attachSocket = (
    socket: WebSocket,
    raw: Duplex,
    openConnection: (wire: Wire) => Connection,
    leaveRelay: () => void,
  ): void => {
    const connection = openConnection(makeWire(socket, raw))
    const pingState = { at: state.opened++ % secondsPerPing, isAnswered: true }
    aliveSockets.set(socket, pingState)
    socket.on('pong', () => {
      pingState.isAnswered = true
    })
    socket.on('message', (data, isBinary) => {
      pingState.isAnswered = true
      if (isBinary) socket.close(1003, 'Text only')
      else connection.receiveFrame(data.toString())
    })
    raw.on('drain', () => connection.resumeSending())
    socket.on('error', () => {})
    socket.once('close', () => {
      aliveSockets.delete(socket)
      leaveRelay()
    })
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => {})
      const [path, query] = (request.url ?? '').split('?', 2)
      if (path !== '/') return refuseUpgrade(socket, 404)
      const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const requestQuery = new URLSearchParams(query)
      const admission = relay.admit(
        requestQuery.get('auth') ?? bearer ?? '',
        callerOf(request),
        requestQuery.get('projectId') ?? '',
      )
      if (admission.status !== 101) return refuseUpgrade(socket, admission.status)
      socket.once('close', admission.leave)
      server.handleUpgrade(request, socket, head, (webSocket) =>
        attachSocket(webSocket, socket, (wire) => admission.open(wire), admission.leave),
      )
    },
    async stop() {
      for (const timer of timers) {
        clearInterval(timer)
      }
      const closePromises = [...aliveSockets.keys()].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      )
      const forceCloseTimer = setTimeout(() => {
        for (const socket of aliveSockets.keys()) {
          socket.terminate()
        }
      }, closeMs)
      await Promise.all([relay.close(), ...closePromises])
      clearTimeout(forceCloseTimer)
    },
  }
}

function makeWire(socket: WebSocket, raw: Duplex): Wire {
  const uncorkSocket = (): void => raw.uncork()
  return {
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      // All messages of one turn of the event loop are sent in one write.
      if (raw.writableCorked === 0) {
        raw.cork()
        setImmediate(uncorkSocket)
      }
      socket.send(text)
    },
    close(code, reason) {
      socket.close(code, reason)
      if (code !== 1013) return
      // A client that reads nothing never receives the close frame, so its connection is cut
      // afterwards.
      setTimeout(() => socket.terminate(), closeMs).unref()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}

function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  const retryHeader = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : ''
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${retryHeader}\r\n`,
  )
}
