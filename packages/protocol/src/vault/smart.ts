/**
 * Contract accounts of one EVM chain, by the owner's word alone: ERC-4337 with EntryPoint v0.7, and
 * EIP-7702. A key's account is the ERC-1967 proxy of `implementation` that `factory` makes by
 * CREATE2, its salt the key's address followed by twelve zero bytes: whoever knows these three
 * computes the address, and asks no node.
 */
export interface VaultSmart {
  /** Address, EIP-55: `createAccount(address owner, bytes32 salt)`, `getAddress(bytes32 salt)`. */
  readonly factory: string
  /**
   * Address, EIP-55: `execute`, `executeBatch((address,uint256,bytes)[])`, ERC-1271 with ERC-7739.
   */
  readonly implementation: string
  /** JSON-RPC of ERC-4337, on the vault's origin. */
  readonly bundler: string
  /** JSON-RPC of ERC-7677, on the vault's origin: pays the fees instead of the visitor. */
  readonly sponsor?: string
  /**
   * Address, EIP-55: the code (ERC-7821, ERC-1271) that a key's own account takes over for batches
   * by EIP-7702.
   */
  readonly delegate?: string
}

/** EntryPoint v0.7, at the same address on every chain. */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/**
 * The most that calls may cost, from the page to the vault, without a prompt; `params`: one of
 * these. The answer's `fee` is wei as hex, `0x0` where a sponsor pays.
 */
export const estimateCallsMethod = 'latchkey_estimateCalls'

export interface EstimateCalls {
  params: readonly [
    {
      /** Address of the key's account or of the contract's. */
      readonly from: string
      /** Hex. */
      readonly chainId: string
      readonly calls: readonly {
        readonly to: string
        readonly value?: string
        readonly data?: string
      }[]
    },
  ]
  result: { readonly fee: string; readonly isSponsored: boolean }
}

/**
 * Which code a key's own account runs on a chain (EIP-7702), from the page to the vault, without a
 * prompt.
 */
export const readDelegationMethod = 'latchkey_readDelegation'

/**
 * Takes the account back from whatever code it runs: a transaction of the account itself, approved
 * in the vault's window. Answers its hash. A page names the account and the chain, and nothing
 * else.
 */
export const endDelegationMethod = 'latchkey_endDelegation'

/** Parameters of both, and what the first answers. */
export interface ReadDelegation {
  params: readonly [
    {
      /** Address of the key's own account. */
      readonly from: string
      /** Hex. */
      readonly chainId: string
    },
  ]
  result: {
    /** Address of the code; null where the account runs none. */
    readonly to: string | null
    /** Whether it is the one the vault's owner names for this chain. */
    readonly isOwners: boolean
  }
}
