import { openKeep } from '../src/keep/open-keep.ts'
import { openSeal } from '../src/keep/open-seal.ts'
import { readWaitingEnd } from '../src/keep/waiting-end.ts'

export const Keeping = { openKeep, openSeal, waitingUntil: readWaitingEnd }

Object.assign(globalThis, { Keeping })
