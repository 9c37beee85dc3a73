import { type Address, encodeDeployData } from 'viem'
import type { Artifact } from '../compile.ts'
import { deployByMaker, type Submit } from './deploy-by-maker.ts'

/** What accounts that are contracts need. */
export type SmartAccountName = 'smartAccount' | 'smartAccountFactory' | 'batchDelegate'

/** Puts the three contracts where they stand on every chain: their addresses follow from their code alone. */
export async function deploySmartAccounts(
  submit: Submit,
  own: (name: string) => Artifact,
): Promise<Readonly<Record<SmartAccountName, Address>>> {
  const smartAccount = await deployByMaker(submit, own('SmartAccount').bytecode)
  const factory = encodeDeployData({ ...own('SmartAccountFactory'), args: [smartAccount] })
  const smartAccountFactory = await deployByMaker(submit, factory)
  return {
    smartAccount,
    smartAccountFactory,
    batchDelegate: await deployByMaker(submit, own('BatchDelegate').bytecode),
  }
}
