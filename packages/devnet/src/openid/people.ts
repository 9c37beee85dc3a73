import { createHash } from 'node:crypto'
import type { ProviderId } from './players.ts'

/**
 * A person who has signed in. The same account name gives the same person at every start of the
 * devnet.
 */
export interface Person {
  /** The person's user id at the provider, in that provider's format. */
  readonly sub: string
  readonly account: string
  readonly email: string | undefined
  readonly isVerified: boolean
}

const maxPeople = 1000
const subjectDigitCounts: Readonly<Record<Exclude<ProviderId, 'apple'>, number>> = {
  google: 21,
  x: 19,
  discord: 18,
  github: 8,
  facebook: 17,
}

/** A user id in the format of the provider, the same for each account name. */
export function subjectOf(provider: ProviderId, account: string): string {
  const hash = createHash('sha256').update(`${provider}:${account}`).digest('hex')
  if (provider === 'apple') return `001337.${hash.slice(0, 32)}.0420`
  const lastDigits = String(BigInt(`0x${hash}`)).slice(-(subjectDigitCounts[provider] - 1))
  return `1${lastDigits}`
}

/** The people who signed in at one provider, each as last entered in the sign-in form. */
export interface People {
  /** Reads the sign-in form and stores the person. */
  registerPerson(form: URLSearchParams): Person | undefined
  find(sub: string): Person | undefined
}

/** Creates a list for a provider at which nobody has signed in yet. */
export function openPeople(provider: ProviderId): People {
  const knownPeople = new Map<string, Person>()
  return {
    registerPerson(form) {
      const account = form.get('account')?.trim().slice(0, 100)
      if (!account) return undefined
      const sub = subjectOf(provider, account)
      const email = form.get('email')?.trim().slice(0, 200) || undefined
      const person = { sub, account, email, isVerified: !form.has('unverified') }
      knownPeople.delete(sub)
      knownPeople.set(sub, person)
      const [oldest] = knownPeople.keys()
      if (knownPeople.size > maxPeople && oldest !== undefined) knownPeople.delete(oldest)
      return person
    },
    find: (sub) => knownPeople.get(sub),
  }
}
