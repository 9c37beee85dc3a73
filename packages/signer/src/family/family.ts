import { rejected } from '../provider/provider-error.ts'
import type { Approve, FamilyQuestion } from '../window/approval.ts'

/** A chain family other than Ethereum's. */
export type Family = 'solana' | 'bitcoin' | 'stacks'

/** All families, in the order in which they are shown. */
export const families: readonly Family[] = ['solana', 'bitcoin', 'stacks']

/** One address of an account. */
export interface FamilyAddress {
  readonly family: Family
  readonly purpose: 'account' | 'payment' | 'ordinals' | 'stacks'
  readonly address: string
  /**
   * Public key in hex: 33 bytes compressed; 32 bytes for `solana` and `ordinals` (without the
   * Taproot tweak).
   */
  readonly publicKey: string
  readonly path: string
}

/** What the handler of a request gets to know about the site, and what it needs to answer. */
export interface FamilyContext {
  readonly origin: string
  /** BIP-39 seed, 64 bytes. */
  readonly seed: Uint8Array
  /** Index of the account granted to the site. */
  readonly account: number
  /** HTTP address of the family's node, on this machine. */
  readonly nodeUrl: string
  readonly approve: Approve
}

/**
 * Handles one request. Throws `ProviderError`: 4001 when the visitor rejects, -32602 for invalid
 * params.
 */
export type MethodHandler = (
  context: FamilyContext,
  params: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** The module of a family, loaded at its first use. */
export interface FamilyModule {
  addresses(seed: Uint8Array, account: number): Promise<readonly FamilyAddress[]>
  readonly verbs: Readonly<Record<string, MethodHandler>>
}

/** Shows one question to the visitor. Errors: 4001. */
export async function askVisitor(
  context: FamilyContext,
  question: Pick<FamilyQuestion, 'kind' | 'account' | 'network'> & Partial<FamilyQuestion>,
): Promise<void> {
  const completeQuestion = { rows: [], texts: [], ...question, origin: context.origin }
  if ((await context.approve(completeQuestion)) !== true) throw rejected()
}
