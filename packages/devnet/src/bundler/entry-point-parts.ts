import { encodeDeployData } from 'viem'
import { byMaker, type Made } from './by-maker.ts'
import { readReference } from './read-reference.ts'

/**
 * What puts the EntryPoint of ERC-4337 v0.7 and its factory of simple accounts where they stand on
 * public chains: the same code by the same maker with the same salt, so that the EntryPoint's own
 * SenderCreator is the one bundlers know.
 */
export function entryPointParts(): Readonly<Record<'entryPoint' | 'simpleAccountFactory', Made>> {
  const salt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
  const entryPoint = byMaker(readReference('EntryPoint').bytecode, salt)
  const factory = encodeDeployData({
    ...readReference('SimpleAccountFactory'),
    args: [entryPoint.address],
  })
  return { entryPoint, simpleAccountFactory: byMaker(factory) }
}
