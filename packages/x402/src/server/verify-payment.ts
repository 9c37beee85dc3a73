import type { ChainId } from '@latchkey/protocol'
import { type PublicClient, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { transferData } from '../wire/authorization.ts'
import { type Address, type Fields, isSameAddress } from '../wire/fields.ts'
import type { Verdict, WireRequirements } from './contract.ts'
import { readPayment, type SignedPayment } from './read-payment.ts'
import { readWireRequirements } from './read-wire-requirements.ts'
import { tokenAbi, transferArguments } from './token-calls.ts'

/**
 * Seconds for which an authorization must still be valid when it is verified, so that a block can
 * be made.
 */
const marginSeconds = 6n

/** A chain on which payments are verified. */
export interface ChainReads {
  readonly client: PublicClient
  /** Address of the facilitator's account. */
  readonly sender: Address
}

/** A payment that can be settled now, or the reason why it cannot. */
export type Verified =
  | { readonly payment: SignedPayment; readonly requirements: WireRequirements }
  | (Verdict & { readonly isValid: false })

/**
 * Verifies a payment as the protocol says: it pays what is required, its payer signed it, it is
 * valid now, its nonce is not used, and the payer holds enough.
 */
export async function verifyPayment(
  value: Fields,
  required: unknown,
  chainOf: (network: ChainId) => ChainReads | undefined,
): Promise<Verified> {
  const payment = readPayment(value)
  if (!payment) return { isValid: false, invalidReason: 'invalid_payload' }
  const { accepted, authorization } = payment
  const payer = authorization.from
  const refuse = (invalidReason: string): Verified => ({ isValid: false, invalidReason, payer })
  const requirements = readWireRequirements(required)
  if (typeof requirements === 'string') return refuse(requirements)
  const { network, asset, payTo, amount } = requirements
  const chain = chainOf(network)
  if (!chain) return refuse('invalid_network')
  if (accepted.scheme !== 'exact') return refuse('invalid_exact_evm_scheme')
  if (accepted.network !== network) return refuse('invalid_exact_evm_network_mismatch')
  if (!isSameAddress(authorization.to, payTo)) return refuse('invalid_exact_evm_recipient_mismatch')
  if (authorization.value !== BigInt(amount))
    return refuse('invalid_exact_evm_payload_authorization_value_mismatch')
  const now = BigInt(Math.floor(Date.now() / 1000))
  if (authorization.validBefore < now + marginSeconds)
    return refuse('invalid_exact_evm_payload_authorization_valid_before')
  if (authorization.validAfter > now)
    return refuse('invalid_exact_evm_payload_authorization_valid_after')
  if (!(await isSignedByPayer(payment, requirements))) return refuse('invalid_exact_evm_signature')
  const call = { address: asset, abi: tokenAbi } as const
  try {
    const [isUsed, balance] = await Promise.all([
      chain.client.readContract({
        ...call,
        functionName: 'authorizationState',
        args: [payer, authorization.nonce],
      }),
      chain.client.readContract({ ...call, functionName: 'balanceOf', args: [payer] }),
    ])
    if (isUsed) return refuse('invalid_exact_evm_nonce_already_used')
    if (balance < authorization.value) return refuse('invalid_exact_evm_insufficient_balance')
    await chain.client.simulateContract({
      ...call,
      functionName: 'transferWithAuthorization',
      args: transferArguments(payment),
      account: chain.sender,
    })
  } catch (error) {
    // When the node cannot be reached, nothing is known about the payment, so the error is thrown.
    if (!isOfContract(error)) throw error
    return refuse('invalid_exact_evm_transaction_simulation_failed')
  }
  return { payment, requirements }
}

/**
 * Whether the key of the payer signed the authorization for this token. Signatures of smart
 * accounts are refused.
 */
async function isSignedByPayer(
  { authorization, signature }: SignedPayment,
  { network, asset, extra }: WireRequirements,
): Promise<boolean> {
  // The token's function takes signatures of 65 bytes: r, s and v.
  if (signature.length !== 132) return false
  const data = transferData(authorization, { chain: network, token: asset, domain: extra })
  try {
    const signer = await recoverTypedDataAddress({
      ...(data as unknown as TypedDataDefinition),
      signature,
    })
    return isSameAddress(signer, authorization.from)
  } catch {
    return false
  }
}

/** Whether an error came from the contract, and not from a node that could not be reached. */
function isOfContract(error: unknown): boolean {
  const { walk } = (error ?? {}) as { walk?: (test: (one: unknown) => boolean) => unknown }
  const names = ['ContractFunctionRevertedError', 'ContractFunctionZeroDataError']
  return Boolean(
    walk?.call(error, (one) => names.includes(String((one as { readonly name?: unknown }).name))),
  )
}
