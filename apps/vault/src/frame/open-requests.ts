import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { readRequest } from '../decode/read-request.ts'
import type { WalletRecord } from '../store/record.ts'
import { runWorker } from '../worker/run-worker.ts'
import type { SignInput } from '../worker/sign-input.ts'
import type { Asked } from './asked.ts'
import { leavesOf } from './barred.ts'
import { callNode } from './call-node.ts'
import { addressOn } from './describe-session.ts'
import { drawApproval } from './draw-approval.ts'
import { type Approvals, openApprovals, type Question } from './open-approvals.ts'
import type { SignIn } from './open-sign-in.ts'
import { release } from './open-wallet.ts'
import { safeMethods, signingMethods } from './safe-methods.ts'
import { sendSigned } from './send-signed.ts'
import type { Vault } from './vault.ts'
import { readWallet } from './wallet-changes.ts'

export interface Requests {
  readonly approvals: Approvals
  /** @throws `request-not-allowed` for what is in neither list */
  readonly run: (asked: Asked, signal: AbortSignal) => Promise<unknown>
}

const mainnet = 'bip122:000000000019d6689c085ae165831e93'

export function openRequests(vault: Vault, signIn: SignIn): Requests {
  const node = callNode(vault)
  const approvals = openApprovals(vault, (question, decide) => drawApproval(vault.site, question, decide))

  async function run(asked: Asked, signal: AbortSignal): Promise<unknown> {
    const { chain, method, params } = asked
    const family = namespaceOf(chain)
    const record = await vault.store.wallet()
    const address = record && addressOn(record.addresses, chain)
    if (!(await signIn.current()) || !record) throw new LatchkeyError('proof-needed')
    if (!vault.project.namespaces.some((one) => one === family) || !address)
      throw new LatchkeyError('chain-unsupported', { reason: chain })
    if (family === 'eip155') {
      if (method === 'eth_accounts') return [address]
      if (method === 'eth_chainId') return `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
      if (method === 'wallet_switchEthereumChain') return switched(params)
      if (safeMethods.has(method)) return node(chain, method, params)
    }
    if (family === 'bip122' && method === 'getAccountAddresses') return [{ address, publicKey: keyOf(record, chain) }]
    if (!signingMethods[family]?.includes(method)) throw new LatchkeyError('request-not-allowed', { reason: method })
    const { question, payload } = await approvals.ask(() => prepare(asked, record, address), signal)
    const signed = await sign(question, payload, signal)
    return sendSigned({ node, asked, signed })
  }

  /** Any chain of the family that the project's nodes serve: a request names its chain itself. */
  function switched(params: unknown): null {
    const [{ chainId } = {}] = (Array.isArray(params) ? params : []) as { readonly chainId?: unknown }[]
    const isHex = typeof chainId === 'string' && /^0x[0-9a-f]{1,12}$/i.test(chainId)
    if (!isHex || !Object.hasOwn(vault.project.rpc, `eip155:${BigInt(chainId)}`))
      throw new LatchkeyError('chain-not-added', { sourceCode: 4902 })
    return null
  }

  async function prepare(asked: Asked, record: WalletRecord, address: string): Promise<Question> {
    const shown = await complete(asked, record, address)
    const about = { ...shown, account: address, site: vault.site, now: Date.now() }
    const reading = await readRequest(about)
    if (reading.kind === 'unreadable') throw new LatchkeyError('rpc-invalid-params', { reason: reading.reason })
    return { shown, account: address, reading, isBarred: await isBarred(shown.chain, reading, address) }
  }

  async function complete({ chain, method, params }: Asked, record: WalletRecord, address: string): Promise<Asked> {
    if (method === 'eth_sendTransaction') {
      const { completeEvm } = await import('./complete-evm.ts')
      return { chain, method, params: await completeEvm(params, { chain, address, node }) }
    }
    if (method !== 'sendTransfer') return { chain, method, params }
    const { completeTransfer } = await import('./complete-bitcoin.ts')
    const about = { chain, address, publicKey: keyOf(record, chain), node }
    return { chain, method: 'signPsbt', params: await completeTransfer(params, about) }
  }

  async function isBarred(chain: ChainId, reading: Question['reading'], address: string): Promise<boolean> {
    const { methods } = await signIn.call('GET /api/account', undefined)
    if (methods.length > 0) return false
    const leaves = leavesOf(reading, address)
    if (leaves === null) return true
    const { limits } = vault.project
    const limit = Object.hasOwn(limits, chain) ? BigInt(limits[chain] ?? 0) : 0n
    const spent = BigInt((await vault.store.wallet())?.spent[chain] ?? 0)
    return leaves > 0n && spent + leaves > limit
  }

  /** What was sent before recovery stands counts together. */
  async function spend({ shown: { chain }, reading, account }: Question): Promise<void> {
    const leaves = leavesOf(reading, account) ?? 0n
    if (leaves === 0n) return
    await vault.store.changeWallet((record) => ({
      ...record,
      spent: { ...record.spent, [chain]: String(BigInt(record.spent[chain] ?? 0) + leaves) },
    }))
  }

  async function sign(question: Question, payload: string, signal: AbortSignal): Promise<unknown> {
    const { shown, account } = question
    const { record, device } = await readWallet(vault)
    const family = namespaceOf(shown.chain)
    const script = family === 'solana' ? 'solana' : family === 'bip122' ? 'bip122' : 'eip155'
    const publicKey = keyOf(record, shown.chain)
    // A signature may be used though nobody waits for it any more: it counts before it is made.
    await spend(question)
    const input: SignInput = { request: shown, payload, address: account, publicKey, device }
    return runWorker(vault.scripts(script), input, {
      ...{ secrets: [device], signal },
      answer: release(signIn, record.split, 'sign', payload),
    })
  }

  return { approvals, run }
}

function keyOf({ publics }: WalletRecord, chain: ChainId): string {
  if (chain.startsWith('eip155:')) return publics.eip155
  if (chain.startsWith('solana:')) return publics.solana
  return chain === mainnet ? publics.bip122 : publics.bip122Test
}
