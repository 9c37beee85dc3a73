import { type Address, concat, getContractAddress, type Hex } from 'viem'

/** Makes contracts at addresses that follow from their code (CREATE2); it stands on most public chains and every fresh anvil. */
export const maker = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Sends one transaction of the deployment. */
export type Submit = (transaction: { readonly to: Address; readonly data: Hex }) => Promise<void>

/** Puts `bytecode` (with its arguments) on the chain; answers where. The salt is 32 zero bytes unless told. */
export async function deployByMaker(
  submit: Submit,
  bytecode: Hex,
  salt: Hex = `0x${'0'.repeat(64)}`,
): Promise<Address> {
  await submit({ to: maker, data: concat([salt, bytecode]) })
  return getContractAddress({ from: maker, opcode: 'CREATE2', salt, bytecode })
}
