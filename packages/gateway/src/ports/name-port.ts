import type { NameSuggestion, RegisteredName } from '@latchkey/protocol'

/** The operator's own zone. Throws refusals in a fixed order: the first that applies. */
export interface NamePort {
  /** `latchkey.eth`; undefined: no names are kept. */
  readonly zone: string | undefined
  find(name: string): Promise<RegisteredName | undefined>
  /**
   * Names that an address (bare) owns and that lead to it, the oldest first; not those that others
   * only gave its address: what stands beside an address must be its owner's own wish.
   */
  of(address: string): Promise<readonly RegisteredName[]>
  suggest(label: string): Promise<readonly NameSuggestion[]>
  register(ask: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  setAttributes(name: string, ask: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  addAddress(name: string, ask: SignedName, signal?: AbortSignal): Promise<RegisteredName>
  /**
   * Answer of the off-chain look-up (EIP-3668): hex of
   * `(bytes result, uint64 expires, bytes signature)`.
   */
  lookUp(sender: string, data: string): Promise<string>
}

/** What was signed, as it came. */
export interface SignedName {
  /** ENSIP-11. */
  readonly coinType: number
  /** Bare address of who signed. */
  readonly address: string
  /** Text that was signed: JSON. */
  readonly message: string
  readonly signature: string
}
