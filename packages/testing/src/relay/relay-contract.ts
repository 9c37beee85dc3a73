/** One frame that the mock relay recorded: `in` from a client, `out` to a client. */
export interface RelayFrame {
  readonly direction: 'in' | 'out'
  /** Id of the client, `did:key:…`. */
  readonly did: string
  readonly text: string
  /** The frame's parsed JSON; `undefined` when it is not JSON. */
  readonly json: unknown
}

/** Faults of the relay at present; a test may change the fields at any time. */
export interface RelayFaults {
  /** Whether frames from clients are accepted but ignored. */
  silent: boolean
  /** Milliseconds by which each frame to a client is delayed. */
  delayMs: number
  /** Whether each frame to a client is sent twice. */
  duplicate: boolean
  /**
   * Whether frames to a client within the same millisecond (or the same `delayMs`) are sent in
   * reverse order.
   */
  reorder: boolean
  /** Whether the second half of each frame to a client is cut off. */
  truncate: boolean
  /** Whether requests are executed but their answers are lost. */
  dropAnswers: boolean
  /**
   * Whether clients' acknowledgements are lost, so that delivered messages are delivered again at
   * the next subscription.
   */
  dropAcks: boolean
  /** Error that answers every request instead of executing it. */
  error: { readonly code: number; readonly message: string } | undefined
  /** Whether `wc_proposeSession` and `wc_approveSession` are unknown, as in older relays. */
  classic: boolean
  /** Whether pushes have numeric JSON-RPC ids of 19 digits, which `JSON.parse` rounds. */
  numericIds: boolean
}

export interface MockRelay {
  /** URL of the relay. Clients may use any other `ws:` URL too. */
  readonly url: string
  /** The `WebSocket` class for clients; its sockets connect to this relay, whatever the URL is. */
  readonly WebSocket: typeof globalThis.WebSocket
  readonly faults: RelayFaults
  /** Every frame in order, as its sender sent it, before faults change it. */
  readonly log: readonly RelayFrame[]
  /** URLs that clients connected to, including refused connections. */
  readonly dials: readonly string[]
  /** JSON-RPC methods of the requests that the relay received, in order. */
  methods(did?: string): readonly string[]
  /** Number of sockets that are open at present. */
  countSockets(): number
  /** Topics to which the open sockets are subscribed. */
  getTopics(did?: string): readonly string[]
  /** Messages that have not expired, delivered or not. */
  getMailbox(
    topic: string,
  ): readonly { readonly message: string; readonly tag: number; readonly from: string }[]
  /** Closes all sockets without a close frame, so that clients see code 1006. */
  cut(did?: string): void
  /** Refuses the next `count` connections as by HTTP 401: the client gets `error`, then `close`. */
  refuse(count: number): void
  /** Leaves the next `count` connections unanswered, so that they never open. */
  stall(count: number): void
  /** Publishes a message as if a client without an open socket had sent it. */
  publish(publication: {
    readonly topic: string
    readonly message: string
    readonly tag?: number
    /** Seconds until the message expires; default 300. */
    readonly ttl?: number
    readonly from?: string
  }): void
  /** Sends any data to all sockets, unchanged: text or bytes, valid or not. */
  foreign(data: unknown): void
  /** Pushes a message larger than 1 MiB on this topic to all sockets. */
  oversize(topic: string): void
  /**
   * Calls `hook` for each frame before it is handled: for `in` before it is executed, for `out`
   * before it is sent. A hook may call `cut()`, or return `'drop'` to lose the frame. The returned
   * function removes the hook.
   */
  onFrame(hook: (direction: 'in' | 'out', frame: RelayFrame) => unknown): () => void
}
