import type { VaultCalls } from '@latchkey/protocol/vault'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Session } from '../sessions.ts'

/** The data of a call that has a valid proof of possession of the device's key. */
export interface VaultRequest<Body> {
  readonly body: Body
  /** Thumbprint of the device's key. */
  readonly device: string
  /** Browser and operating system in a few fixed words. */
  readonly label: string
  /** Network address of the caller, for rate limits only. */
  readonly caller: string
  readonly context: Context
}

/** The data of a call that also has a valid session of that device. */
export interface SignedVaultRequest<Body> extends VaultRequest<Body> {
  readonly session: Session
  readonly token: string
}

/** An API call under `/api` on the vault's origin. */
export interface VaultCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: z.ZodType
  readonly isSigned: boolean
  /**
   * Whether the call is answered while the account is frozen. This is so only for calls that
   * neither hand out a key share nor change the account, and for the call that ends the freeze.
   */
  readonly isOpenFrozen?: boolean
  handle(request: SignedVaultRequest<never>): Promise<object>
}

interface VaultCallDefinition<K extends keyof VaultCalls, S extends z.ZodType, CallRequest> {
  readonly body: S
  readonly isOpenFrozen?: boolean
  handle(request: CallRequest): Promise<VaultCalls[K]['answer']>
}

/** Defines a call that needs a device key but no session. */
export function openCall<K extends keyof VaultCalls, S extends z.ZodType>(
  name: K,
  definition: VaultCallDefinition<K, S, VaultRequest<z.output<S>>>,
): VaultCall {
  return { ...splitName(name), ...definition, isSigned: false } as VaultCall
}

/**
 * Defines a call that needs a session: `Authorization: DPoP <token>`, bound to the same device key.
 */
export function signedCall<K extends keyof VaultCalls, S extends z.ZodType>(
  name: K,
  definition: VaultCallDefinition<K, S, SignedVaultRequest<z.output<S>>>,
): VaultCall {
  return { ...splitName(name), ...definition, isSigned: true } as VaultCall
}

function splitName(name: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}
