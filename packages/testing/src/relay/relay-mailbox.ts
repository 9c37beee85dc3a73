export interface Letter {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** Clients that acknowledged it. */
  readonly readers: Set<string>
}

export interface RelayMailbox {
  /** `undefined` for what is there already. */
  add(
    letter: Omit<Letter, 'readers' | 'publishedAt' | 'expiresAt'> & { readonly ttl: number },
  ): Letter | undefined
  /** What has not expired. */
  of(topic: string): readonly Letter[]
  /** What this client has neither written nor acknowledged. */
  unread(topic: string, did: string): readonly Letter[]
}

/** Messages by topic, until their time-to-live is over. */
export function relayMailbox(): RelayMailbox {
  const letters = new Map<string, Letter[]>()
  const lettersOf = (topic: string) => {
    const alive = (letters.get(topic) ?? []).filter((letter) => letter.expiresAt > Date.now())
    letters.set(topic, alive)
    return alive
  }
  return {
    of: lettersOf,
    add({ ttl, ...rest }) {
      const alive = lettersOf(rest.topic)
      if (alive.some((letter) => letter.message === rest.message)) return undefined
      const now = Date.now()
      const letter = {
        ...rest,
        publishedAt: now,
        expiresAt: now + ttl * 1000,
        readers: new Set<string>(),
      }
      alive.push(letter)
      return letter
    },
    unread: (topic, did) =>
      lettersOf(topic).filter((letter) => letter.from !== did && !letter.readers.has(did)),
  }
}
