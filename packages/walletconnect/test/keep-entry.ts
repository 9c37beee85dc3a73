import { openKeep } from '../src/keep/open-keep.ts'
import { openSeal } from '../src/keep/open-seal.ts'
import { waitingUntil } from '../src/keep/waiting.ts'

export const Keeping = { openKeep, openSeal, waitingUntil }

Object.assign(globalThis, { Keeping })
