import { estimateTransfer } from './read/estimate-transfer.ts'
import { verdict } from './read/verdict.ts'
import { capabilities } from './verb/capabilities.ts'
import { signMessage } from './verb/sign-message.ts'
import { switchChain } from './verb/switch-chain.ts'
import { transfer } from './verb/transfer.ts'

/** What is done after connecting and needs no chain library: one chunk, loaded by the first of them. */
export const verbs = { capabilities, estimateTransfer, signMessage, switchChain, transfer, verdict } as const
