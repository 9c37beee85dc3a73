import { capabilities } from './verb/capabilities.ts'
import { signMessage } from './verb/sign-message.ts'
import { switchChain } from './verb/switch-chain.ts'
import { transfer } from './verb/transfer.ts'

/** What a wallet is asked to do after connecting: one chunk, loaded by the first of them. */
export const verbs = { capabilities, signMessage, switchChain, transfer } as const
