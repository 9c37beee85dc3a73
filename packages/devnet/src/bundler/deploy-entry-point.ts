import { createRequire } from 'node:module'
import { type Abi, type Address, concat, encodeDeployData, getContractAddress, type Hex } from 'viem'

/** Makes contracts at addresses that follow from their code (CREATE2); it stands on every fresh anvil. */
const maker = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

function read(name: string): { readonly abi: Abi; readonly bytecode: Hex } {
  const path = createRequire(import.meta.url).resolve(`@account-abstraction/contracts/artifacts/${name}.json`)
  return createRequire(import.meta.url)(path) as { abi: Abi; bytecode: Hex }
}

/**
 * Puts the EntryPoint of ERC-4337 v0.7 and its factory of simple accounts where they stand on public chains: the same code by
 * the same maker with the same salt, so that the EntryPoint's own SenderCreator is the one bundlers know.
 */
export async function deployEntryPoint(
  submit: (transaction: { readonly to: Address; readonly data: Hex }) => Promise<void>,
): Promise<Readonly<Record<'entryPoint' | 'simpleAccountFactory', Address>>> {
  const make = async (salt: Hex, bytecode: Hex) => {
    await submit({ to: maker, data: concat([salt, bytecode]) })
    return getContractAddress({ from: maker, opcode: 'CREATE2', salt, bytecode })
  }
  const entryPoint = await make(
    '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    read('EntryPoint').bytecode,
  )
  const factory = encodeDeployData({ ...read('SimpleAccountFactory'), args: [entryPoint] })
  return { entryPoint, simpleAccountFactory: await make(`0x${'0'.repeat(64)}`, factory) }
}
