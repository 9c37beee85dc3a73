/** The relay's side of a simulated web socket. */
export interface SocketEnd {
  readonly url: string
  /** Returns the client socket's `readyState`. */
  state(): number
  open(): void
  deliver(data: unknown): void
  /**
   * Closes the socket, as a server or a failing network does; with `isFailed`, the client gets an
   * `error` event first.
   */
  end(code: number, isFailed?: boolean): void
}

export interface SocketHost {
  dial(end: SocketEnd): void
  receive(end: SocketEnd, data: unknown): void
  leave(end: SocketEnd): void
}

type Handler = ((event: Event) => void) | null

/**
 * Creates a `WebSocket` class whose sockets all connect to `host`. Events are delivered in
 * microtasks, so that tests with fake timers need not advance them.
 */
export function fakeSocket(host: SocketHost): typeof globalThis.WebSocket {
  class FakeSocket extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly CONNECTING = 0
    readonly OPEN = 1
    readonly CLOSING = 2
    readonly CLOSED = 3
    readonly bufferedAmount = 0
    readonly extensions = ''
    readonly protocol = ''
    readonly url: string
    binaryType: BinaryType = 'blob'
    readyState = 0
    onopen: Handler = null
    onmessage: Handler = null
    onerror: Handler = null
    onclose: Handler = null
    readonly #end: SocketEnd

    constructor(url: string | URL) {
      super()
      this.url = new URL(url).href
      this.#end = {
        url: this.url,
        state: () => this.readyState,
        open: () => {
          if (this.readyState !== 0) return
          this.readyState = 1
          this.#emit(new Event('open'))
        },
        deliver: (data) => {
          if (this.readyState === 1) this.#emit(new MessageEvent('message', { data }))
        },
        end: (code, isFailed = false) => {
          if (this.readyState === 3) return
          this.readyState = 3
          host.leave(this.#end)
          if (isFailed) this.#emit(new Event('error'))
          this.#emit(
            Object.assign(new Event('close'), { code, reason: '', wasClean: code !== 1006 }),
          )
        },
      }
      queueMicrotask(() => host.dial(this.#end))
    }

    send(data: unknown): void {
      if (this.readyState === 0) throw new DOMException('still connecting', 'InvalidStateError')
      if (this.readyState === 1) queueMicrotask(() => host.receive(this.#end, data))
    }

    close(code = 1005): void {
      if (this.readyState >= 2) return
      const wasConnecting = this.readyState === 0
      this.readyState = 2
      host.leave(this.#end)
      queueMicrotask(() => this.#end.end(wasConnecting ? 1006 : code, wasConnecting))
    }

    #emit(event: Event): void {
      const handlers: Record<string, Handler> = {
        open: this.onopen,
        message: this.onmessage,
        error: this.onerror,
        close: this.onclose,
      }
      handlers[event.type]?.call(this, event)
      this.dispatchEvent(event)
    }
  }
  return FakeSocket as unknown as typeof globalThis.WebSocket
}
