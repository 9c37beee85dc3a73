/** One frame that the mock relay recorded; `in` means from a client. */
export interface RelayFrame {
  readonly direction: 'in' | 'out'
  /** `did:key:…` of the client. */
  readonly did: string
  readonly text: string
  /** Parsed frame; `undefined` when it is not JSON. */
  readonly json: unknown
}

/** Current faults; the fields may be changed at any time. */
export interface RelayFaults {
  /** Accepts frames and ignores them. */
  silent: boolean
  /** Delay of each frame to a client, in milliseconds. */
  delayMs: number
  /** Sends each frame to a client twice. */
  duplicate: boolean
  /**
   * Sends the frames to a client that fall into one millisecond (or `delayMs`) in reverse order.
   */
  reorder: boolean
  /** Cuts off the second half of each frame to a client. */
  truncate: boolean
  /** Executes requests but loses their answers. */
  dropAnswers: boolean
  /**
   * Loses clients' acknowledgements: delivered messages are delivered again at the next
   * subscription.
   */
  dropAcks: boolean
  /** Answers requests with this error instead of executing them. */
  error: { readonly code: number; readonly message: string } | undefined
  /** Whether `wc_proposeSession` and `wc_approveSession` are unknown, as in older relays. */
  classic: boolean
  /** Whether pushes have numeric ids of 19 digits, which JSON parsers round. */
  numericIds: boolean
}

export interface MockRelay {
  /** Address of the relay; any `ws:` address works. */
  readonly url: string
  /** The `WebSocket` class for clients: every address leads to this relay. */
  readonly WebSocket: typeof globalThis.WebSocket
  readonly faults: RelayFaults
  /** Every frame in order, as sent (before faults). */
  readonly log: readonly RelayFrame[]
  /** Addresses that clients connected to, refused ones included. */
  readonly dials: readonly string[]
  /** Methods of the requests received, in order. */
  methods(did?: string): readonly string[]
  /** Sockets open at present. */
  countSockets(): number
  /** Subscriptions of open sockets. */
  getTopics(did?: string): readonly string[]
  /** Unexpired messages, delivered or not. */
  getMailbox(
    topic: string,
  ): readonly { readonly message: string; readonly tag: number; readonly from: string }[]
  /** Drops all sockets without a close frame (1006). */
  cut(did?: string): void
  /** Refuses the next `count` connections like HTTP 401: `error`, then `close`. */
  refuse(count: number): void
  /** Never answers the next `count` connections. */
  stall(count: number): void
  /** Publishes a message like a client without a socket. */
  publish(publication: {
    readonly topic: string
    readonly message: string
    readonly tag?: number
    /** Lifetime in seconds; default 300. */
    readonly ttl?: number
    readonly from?: string
  }): void
  /** Sends data unchanged to all sockets: text, bytes, anything. */
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
