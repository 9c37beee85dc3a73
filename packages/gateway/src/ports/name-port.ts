import type { NameSuggestion, RegisteredName } from '@latchkey/protocol'

/**
 * Names in the operator's own zone. The methods check in a fixed order and throw the first refusal
 * that applies.
 */
export interface NamePort {
  /** The zone, such as `latchkey.eth`; undefined when no zone is configured. */
  readonly zone: string | undefined
  find(name: string): Promise<RegisteredName | undefined>
  /**
   * Returns the names that an address (without chain) owns and that resolve to it, oldest first.
   * Names of other owners that resolve to the address are left out: only the owner of an address
   * decides which name is shown for it.
   */
  listByOwner(address: string): Promise<readonly RegisteredName[]>
  suggest(label: string): Promise<readonly NameSuggestion[]>
  register(request: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  setAttributes(name: string, request: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  addAddress(name: string, request: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  /**
   * Answers an off-chain look-up (EIP-3668) with the hex of
   * `(bytes result, uint64 expires, bytes signature)`.
   */
  lookUp(sender: string, data: string): Promise<string>
}

/** A signed change of a name, as the client sent it. */
export interface SignedName {
  /** Coin type as ENSIP-11 defines it. */
  readonly coinType: number
  /** Address of the signer, without chain. */
  readonly address: string
  /** JSON text that the owner signed. */
  readonly message: string
  readonly signature: string
}
