/** What the fake frame answers to a hello, and to a window's calls to the gateway. */
export interface Answers {
  readonly hello?: object
  readonly asks?: Readonly<Record<string, unknown>>
}

/** Fakes the frame: sends the test's hello back, answers calls, and records messages. */
export function standInFrame(): void {
  const state = window as unknown as {
    told: object[]
    answers: Answers
    say(message: object): void
  }
  const sides: { source?: Window; nonce?: string; id?: string } = {}
  state.told = []
  state.answers = {}
  state.say = (message) =>
    sides.source?.postMessage({ ...message, id: sides.id, nonce: sides.nonce }, origin)
  addEventListener('message', (event) => {
    if (event.origin !== origin) return
    const message = event.data
    if (message.type === 'latchkey-window-hello') {
      if (!state.answers.hello || sides.source) return
      Object.assign(sides, { source: event.source, nonce: message.nonce, id: message.id })
      state.say(state.answers.hello)
      return
    }
    if (message.type === 'latchkey-window-alive') return
    state.told.push(message)
    if (message.type !== 'latchkey-window-ask') return
    const answer = state.answers.asks?.[message.call]
    const isRefused = typeof answer === 'string'
    state.say({
      type: 'latchkey-frame-answer',
      ask: message.ask,
      ...(isRefused ? { code: answer } : { answer }),
    })
  })
}
