export interface Letter {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly from: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** Ids of the clients that acknowledged the message. */
  readonly readers: Set<string>
}

export interface RelayMailbox {
  /** Adds a message; returns `undefined` for a duplicate. */
  add(
    letter: Omit<Letter, 'readers' | 'publishedAt' | 'expiresAt'> & { readonly ttl: number },
  ): Letter | undefined
  /** The messages that have not expired. */
  of(topic: string): readonly Letter[]
  /** The messages that this client has neither sent nor acknowledged. */
  unread(topic: string, did: string): readonly Letter[]
}

/** The relay's messages by topic; each is kept until it expires. */
export function relayMailbox(): RelayMailbox {
  const letters = new Map<string, Letter[]>()
  const lettersOfTopic = (topic: string) => {
    const liveLetters = (letters.get(topic) ?? []).filter((letter) => letter.expiresAt > Date.now())
    letters.set(topic, liveLetters)
    return liveLetters
  }
  return {
    of: lettersOfTopic,
    add({ ttl, ...letterFields }) {
      const liveLetters = lettersOfTopic(letterFields.topic)
      if (liveLetters.some((letter) => letter.message === letterFields.message)) return undefined
      const now = Date.now()
      const letter = {
        ...letterFields,
        publishedAt: now,
        expiresAt: now + ttl * 1000,
        readers: new Set<string>(),
      }
      liveLetters.push(letter)
      return letter
    },
    unread: (topic, did) =>
      lettersOfTopic(topic).filter((letter) => letter.from !== did && !letter.readers.has(did)),
  }
}
