import type { VaultCalls } from '@latchkey/protocol/vault'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Session } from '../sessions.ts'

/** A call that proved which device makes it. */
export interface VaultAsked<Body> {
  readonly body: Body
  /** Thumbprint of the device's key. */
  readonly device: string
  /** Browser and system in a few words of ours. */
  readonly label: string
  /** Address of who asks: for limits only. */
  readonly caller: string
  readonly context: Context
}

/** Of somebody who is signed in on that device. */
export interface SignedAsked<Body> extends VaultAsked<Body> {
  readonly session: Session
  readonly token: string
}

/** One call under `/api`, as the vault's application serves it. */
export interface VaultCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: z.ZodType
  readonly isSigned: boolean
  /** Answered while the account is frozen, too: it gives nothing away and changes nothing. */
  readonly isOpenFrozen?: boolean
  handle(asked: SignedAsked<never>): Promise<object>
}

interface Parts<K extends keyof VaultCalls, S extends z.ZodType, Asked> {
  readonly body: S
  readonly isOpenFrozen?: boolean
  handle(asked: Asked): Promise<VaultCalls[K]['answer']>
}

/** A call anybody with a key may make. */
export function openCall<K extends keyof VaultCalls, S extends z.ZodType>(
  name: K,
  parts: Parts<K, S, VaultAsked<z.output<S>>>,
): VaultCall {
  return { ...splitName(name), ...parts, isSigned: false } as VaultCall
}

/** A call that takes a session: `Authorization: DPoP <token>`, bound to the same key. */
export function signedCall<K extends keyof VaultCalls, S extends z.ZodType>(
  name: K,
  parts: Parts<K, S, SignedAsked<z.output<S>>>,
): VaultCall {
  return { ...splitName(name), ...parts, isSigned: true } as VaultCall
}

function splitName(name: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}
