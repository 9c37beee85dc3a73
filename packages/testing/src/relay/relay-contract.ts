/** One frame seen by the mock relay; `in` is what a client sent. */
export interface RelayFrame {
  readonly direction: 'in' | 'out'
  /** `did:key:…` of the client. */
  readonly did: string
  readonly text: string
  /** Parsed, `undefined` where it is no JSON. */
  readonly json: unknown
}

/** What goes wrong from now on; change the fields at any time. */
export interface RelayFaults {
  /** Takes frames and does nothing with them. */
  silent: boolean
  /** Milliseconds that each frame to a client is late. */
  delayMs: number
  /** Each frame to a client goes out twice. */
  duplicate: boolean
  /**
   * Frames to a client that fall within one millisecond (or `delayMs`) arrive in the opposite
   * order.
   */
  reorder: boolean
  /** Each frame to a client loses its second half. */
  truncate: boolean
  /** Requests are carried out, their answers are lost. */
  dropAnswers: boolean
  /**
   * Clients' acknowledgements are lost: what was delivered is delivered again at the next
   * subscription.
   */
  dropAcks: boolean
  /** Answers requests with this error instead of carrying them out. */
  error: { readonly code: number; readonly message: string } | undefined
  /** Knows no `wc_proposeSession` and `wc_approveSession`, as relays before them. */
  classic: boolean
  /** Pushes carry numeric ids of 19 digits, which no parser of JSON keeps exactly. */
  numericIds: boolean
}

export interface MockRelay {
  /** Any `ws:` address will do; this one says what it is. */
  readonly url: string
  /** For clients: as the platform's, but every address leads here. */
  readonly WebSocket: typeof globalThis.WebSocket
  readonly faults: RelayFaults
  /** Every frame, in the order the relay met it, as sent (before faults). */
  readonly log: readonly RelayFrame[]
  /** Addresses that clients dialled, refused ones included. */
  readonly dials: readonly string[]
  /** Methods of the requests received, in order. */
  methods(did?: string): readonly string[]
  /** Sockets open at present. */
  countSockets(): number
  /** Subscriptions of open sockets. */
  getTopics(did?: string): readonly string[]
  /** Messages kept, delivered or not, that have not expired. */
  getMailbox(
    topic: string,
  ): readonly { readonly message: string; readonly tag: number; readonly from: string }[]
  /** Loses all sockets, without a word (1006). */
  cut(did?: string): void
  /** Refuses the next `count` connections as HTTP 401 does: `error`, then `close`. */
  refuse(count: number): void
  /** The next `count` connections are never answered. */
  stall(count: number): void
  /** Publishes as a client that is not there. */
  publish(publication: {
    readonly topic: string
    readonly message: string
    readonly tag?: number
    /** Seconds; default 300. */
    readonly ttl?: number
    readonly from?: string
  }): void
  /** Sends this to all sockets as it stands: text, bytes, anything. */
  foreign(data: unknown): void
  /** Pushes a message larger than 1 MiB on this topic to all sockets. */
  oversize(topic: string): void
  /**
   * Watches frames before they are met: `in` before it is carried out, `out` before it leaves. A
   * hook may `cut()`, or return `'drop'` to lose the frame. Returns the stop.
   */
  onFrame(hook: (direction: 'in' | 'out', frame: RelayFrame) => unknown): () => void
}
