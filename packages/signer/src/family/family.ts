import { rejected } from '../provider/provider-error.ts'
import type { Approve, FamilyQuestion } from '../window/approval.ts'

/** A chain family beside Ethereum's. */
export type Family = 'solana' | 'bitcoin' | 'stacks'

/** All of them, in the order they are shown. */
export const families: readonly Family[] = ['solana', 'bitcoin', 'stacks']

/** One address of an account. */
export interface FamilyAddress {
  readonly family: Family
  readonly purpose: 'account' | 'payment' | 'ordinals' | 'stacks'
  readonly address: string
  /** Hex: 33 bytes compressed; 32 bytes of `solana` and of `ordinals` (without the tweak). */
  readonly publicKey: string
  readonly path: string
}

/** What a verb of a family knows of who asks. */
export interface FamilyContext {
  readonly origin: string
  /** BIP-39 seed, 64 bytes. */
  readonly seed: Uint8Array
  /** Number of the account that the site may use. */
  readonly account: number
  /** HTTP address on this machine. */
  readonly nodeUrl: string
  readonly approve: Approve
}

/** Throws `ProviderError`: 4001 where the visitor says no, -32602 for what cannot be understood. */
export type FamilyVerb = (
  context: FamilyContext,
  params: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** What a family brings; loaded when it is first used. */
export interface FamilyModule {
  addresses(seed: Uint8Array, account: number): Promise<readonly FamilyAddress[]>
  readonly verbs: Readonly<Record<string, FamilyVerb>>
}

/** Puts one question before the visitor. Errors: 4001. */
export async function askVisitor(
  context: FamilyContext,
  question: Pick<FamilyQuestion, 'kind' | 'account' | 'network'> & Partial<FamilyQuestion>,
): Promise<void> {
  const asked = { rows: [], texts: [], ...question, origin: context.origin }
  if ((await context.approve(asked)) !== true) throw rejected()
}
