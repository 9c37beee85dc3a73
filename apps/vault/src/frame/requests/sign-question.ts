import { type ChainId, namespaceOf } from '@latchkey/protocol'
import { operationMethod } from '../../decode/evm/smart-forms.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { SignInput } from '../../worker/sign-input.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import { releaseShare } from '../account/open-wallet.ts'
import { readWallet } from '../account/wallet-changes.ts'
import type { Question } from '../approval/open-approvals.ts'
import type { SmartAccount } from '../smart/account.ts'
import type { Vault } from '../vault.ts'
import type { CallNode } from './call-node.ts'
import { publicKeyOf } from './public-key.ts'
import { countSpending } from './recovery-limit.ts'

interface ApprovedQuestion {
  readonly question: Question
  /** Hash of the request that the visitor approved. */
  readonly payload: string
  readonly smart: SmartAccount | undefined
  readonly signal: AbortSignal
}

interface SigningParts {
  readonly vault: Vault
  readonly signIn: SignIn
  readonly node: CallNode
}

/**
 * Lets a worker sign exactly what the visitor approved.
 * @throws `recovery-needed` (4001) | what the worker or the release of the share throws
 */
export async function signQuestion(
  { question, payload, smart, signal }: ApprovedQuestion,
  { vault, signIn, node }: SigningParts,
): Promise<unknown> {
  const { shown: shownRequest, account } = question
  const contract =
    smart?.address === account && shownRequest.method !== operationMethod
      ? await readContractDomain(smart, vault, node)
      : undefined
  const { record, deviceShare: device } = await readWallet(vault)
  const workerScript = chooseScript(shownRequest.chain)
  const publicKey = publicKeyOf(record, shownRequest.chain)
  // The payment counts towards the limit before it is signed, because a signature may be used even
  // after the page has stopped waiting.
  await countSpending(vault, question)
  const input: SignInput = {
    request: shownRequest,
    payload,
    address: account,
    publicKey,
    device,
    ...(smart && { smart: smart.says }),
    ...(contract && { contract }),
  }
  return runWorker(vault.scripts(workerScript), input, {
    secrets: [device],
    signal,
    answer: releaseShare(signIn, record.split, 'sign', payload),
  })
}

function chooseScript(chain: ChainId): 'bip122' | 'eip155' | 'solana' {
  const family = namespaceOf(chain)
  if (family === 'solana') return 'solana'
  return family === 'bip122' ? 'bip122' : 'eip155'
}

/**
 * Reads from the chain what a signature of the contract account depends on: the EIP-712 domain that
 * it must contain, and whether the account is deployed. For an account that is not deployed, the
 * signature must also say how to create it.
 */
async function readContractDomain(
  smart: SmartAccount,
  vault: Vault,
  node: CallNode,
): Promise<NonNullable<SignInput['contract']>> {
  const { smartNode } = await import('../smart/node.ts')
  const smartNodeClient = smartNode(vault, smart, node)
  const [domain, isDeployed] = await Promise.all([
    smartNodeClient.readDomain(),
    smartNodeClient.isDeployed(),
  ])
  return { ...domain, isDeployed }
}
