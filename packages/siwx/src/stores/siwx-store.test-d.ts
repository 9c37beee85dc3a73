import type { SignInChallenge } from '@latchkey/core'
import { expectTypeOf } from 'vitest'
import type { SiwxChallenge } from './siwx-store.ts'

// The challenge that the server issues has the type of the challenge that a kit takes, except that
// the server always gives it an end.
expectTypeOf<SiwxChallenge>().toExtend<SignInChallenge>()
expectTypeOf<Omit<SiwxChallenge, 'expirationTime'>>().toEqualTypeOf<
  Omit<SignInChallenge, 'expirationTime'>
>()
