export type { StacksAccount } from './stacks-accounts.ts'
export {
  stacksDeployer,
  stacksDevnetChain,
  stacksDevnetChainId,
  stacksDevnetCollection,
  stacksDevnetTokens,
} from './stacks-chain.ts'
export { type StacksDevnet, startStacksDevnet } from './start-stacks-devnet.ts'
