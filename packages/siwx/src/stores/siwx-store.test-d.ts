import type { SignInChallenge } from '@latchkey/core'
import { expectTypeOf } from 'vitest'
import type { SiwxChallenge } from './siwx-store.ts'

// What the server gives out is what a kit takes; the server always says when it ends.
expectTypeOf<SiwxChallenge>().toExtend<SignInChallenge>()
expectTypeOf<Omit<SiwxChallenge, 'expirationTime'>>().toEqualTypeOf<
  Omit<SignInChallenge, 'expirationTime'>
>()
