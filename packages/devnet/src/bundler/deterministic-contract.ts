import { type Address, concat, getContractAddress, type Hex } from 'viem'

/**
 * CREATE2 factory: it deploys contracts at addresses that follow from their code. It exists on most
 * public chains and on every new anvil.
 */
const deterministicDeployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract's future address, and the transaction that deploys it there. */
export interface DeterministicContract {
  /** Address that the contract has once it is deployed. */
  readonly address: Address
  readonly transaction: { readonly to: Address; readonly data: Hex }
}

/**
 * The transaction that deploys `bytecode` (with its arguments) at the same address on any chain.
 * Default salt: 32 zero bytes.
 */
export function deterministicContract(
  bytecode: Hex,
  salt: Hex = `0x${'0'.repeat(64)}`,
): DeterministicContract {
  const address = getContractAddress({
    from: deterministicDeployer,
    opcode: 'CREATE2',
    salt,
    bytecode,
  })
  return { address, transaction: { to: deterministicDeployer, data: concat([salt, bytecode]) } }
}
