import { describe, expect, test } from 'vitest'
import type { SignInEvent } from './event.ts'
import { advanceSignIn, reduceSignIn } from './reduce-sign-in.ts'
import type { SignInState, State } from './state.ts'

const account = 'alpha:1:a1'
const session = { accounts: [account] } as const
const newer = { accounts: ['alpha:1:a2'] } as const
const same = 'same' as const

const states: Record<SignInState['status'], SignInState> = {
  'signed-out': { status: 'signed-out' },
  checking: { status: 'checking' },
  asking: { status: 'asking', account: 'alpha:1:a9', isInWallet: false },
  'signed-in': { status: 'signed-in', session },
}
const events: Record<SignInEvent['type'], SignInEvent> = {
  'sign-in-checking': { type: 'sign-in-checking' },
  'sign-in-asked': { type: 'sign-in-asked', account, isInWallet: false },
  'sign-in-dropped': { type: 'sign-in-dropped' },
  'signed-in': { type: 'signed-in', session: newer, isResumed: false },
  'signed-out': { type: 'signed-out', account, reason: 'page' },
}
const asking: SignInState = { status: 'asking', account, isInWallet: false }
const signedIn: SignInState = { status: 'signed-in', session: newer }
const signedOut: SignInState = { status: 'signed-out' }

/**
 * The expected state after each event in each state. The table was written from the design,
 * independently of the code.
 */
const expected: Record<
  SignInState['status'],
  Record<SignInEvent['type'], SignInState | typeof same>
> = {
  'signed-out': {
    'sign-in-checking': { status: 'checking' },
    'sign-in-asked': asking,
    'sign-in-dropped': same,
    'signed-in': signedIn,
    'signed-out': same,
  },
  checking: {
    'sign-in-checking': same,
    'sign-in-asked': asking,
    'sign-in-dropped': signedOut,
    'signed-in': signedIn,
    'signed-out': same,
  },
  asking: {
    'sign-in-checking': same,
    'sign-in-asked': asking,
    'sign-in-dropped': signedOut,
    'signed-in': signedIn,
    'signed-out': same,
  },
  'signed-in': {
    'sign-in-checking': same,
    'sign-in-asked': same,
    'sign-in-dropped': same,
    'signed-in': signedIn,
    'signed-out': signedOut,
  },
}

const cells = Object.entries(states).flatMap(([status, state]) =>
  Object.entries(events).map(([type, event]) => ({
    status,
    type,
    state,
    event,
    result: expected[status as SignInState['status']][event.type],
  })),
)
console.info(`sign-in: ${cells.length} cells of state × event`)

describe('advanceSignIn', () => {
  test('default: the table is whole', () => expect(cells).toHaveLength(4 * 5))

  test.each(cells)('behavior: $status × $type', ({ state, event, result }) => {
    const after = advanceSignIn(state, event)
    if (result === same) expect(after).toBe(state)
    else {
      expect(after).toEqual(result)
      expect(after).not.toBe(state)
    }
  })

  test('behavior: asking the same account again changes nothing', () => {
    expect(advanceSignIn(asking, events['sign-in-asked'])).toBe(asking)
    expect(advanceSignIn(asking, { type: 'sign-in-asked', account, isInWallet: true })).toEqual({
      ...asking,
      isInWallet: true,
    })
  })
})

describe('reduceSignIn', () => {
  test('default: the rest of the state stays as it is', () => {
    const state = { signIn: signedOut, recent: [] } as unknown as State
    expect(reduceSignIn(state, events['signed-in'])).toEqual({ signIn: signedIn, recent: [] })
    expect(reduceSignIn(state, events['signed-out'])).toBe(state)
  })
})
