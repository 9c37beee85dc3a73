import { type Address, concat, getContractAddress, type Hex } from 'viem'

/**
 * Makes contracts at addresses that follow from their code (CREATE2); it stands on most public
 * chains and every fresh anvil.
 */
const maker = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** One transaction of a deployment. */
export interface Made {
  /** Where the contract will be. */
  readonly address: Address
  readonly transaction: { readonly to: Address; readonly data: Hex }
}

/**
 * What puts `bytecode` (with its arguments) on any chain, at the same address. The salt is 32 zero
 * bytes unless told.
 */
export function byMaker(bytecode: Hex, salt: Hex = `0x${'0'.repeat(64)}`): Made {
  const address = getContractAddress({ from: maker, opcode: 'CREATE2', salt, bytecode })
  return { address, transaction: { to: maker, data: concat([salt, bytecode]) } }
}
