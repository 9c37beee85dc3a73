import type { FrameToWindow, VaultProject } from '@latchkey/protocol/vault'
import { useEffect, useState } from 'react'
import { exactAmount } from '../../decode/amount.ts'
import { type Network, networkOfChain } from '../../decode/networks.ts'
import type { Reading, Step } from '../../decode/reading.ts'
import { evmAddress } from '../../decode/shapes.ts'
import { readOnNetwork } from '../../decode/solana/network.ts'
import { smartAddress } from '../../keys/smart-address.ts'
import { payloadHash } from '../../payload-hash.ts'
import { words } from '../words.ts'
import { askNode } from './ask-node.ts'
import { findLookAlike, knownReceivers } from './known-receivers.ts'
import { hasCode, readToken, type TokenInfo } from './read-token.ts'
import { type StepContext, stepReceiver } from './StepCard.tsx'
import { isOwnerProven, tokenOwner } from './token-owner.ts'

export type Approval = Extract<FrameToWindow, { type: 'latchkey-frame-approval' }>

export interface ApprovalReading {
  readonly reading: Reading
  readonly world: StepContext
  /** Hash of the request that is shown, computed in this window. */
  readonly payload: string
  /** Whether the hash that the frame sent differs from `payload`. */
  readonly isMismatch: boolean
  /**
   * Whether the account's address is that of the contract account that follows from the operator's
   * settings and the wallet's key.
   */
  readonly isContract: boolean
  readonly fee?: string
}

const maxLookups = 24

/** Removes the chain from an address, which the frame may send with or without it. */
export function bareAccount(account: string): string {
  return account.slice(account.lastIndexOf(':') + 1)
}

/** Writes the fee of a transaction for the visitor; undefined when the fee is not known. */
export function describeFee(reading: Reading, network: Network): string | undefined {
  if ('warnings' in reading && reading.warnings.includes('other-payer')) return words.feeNone
  return reading.kind === 'transaction' && reading.fee !== undefined
    ? feeText(reading.fee, network)
    : undefined
}

/**
 * Reads what a request means. As the project's node answers, it adds the names of tokens, and which
 * receivers are contracts.
 */
export function useApprovalReading(
  approval: Approval,
  project: VaultProject,
): ApprovalReading | undefined {
  const [read, setRead] = useState<ApprovalReading>()
  useEffect(() => {
    const state = { isOver: false }
    const showReadRequest = (next: ApprovalReading): void => {
      if (!state.isOver) setRead(next)
    }
    void readRequestDetails(approval, project, showReadRequest)
    return () => {
      state.isOver = true
    }
  }, [approval, project])
  return read
}

async function readRequestDetails(
  approval: Approval,
  project: VaultProject,
  onRead: (read: ApprovalReading) => void,
): Promise<void> {
  const { request, site } = approval
  const account = bareAccount(approval.account)
  const rpcUrl = Object.hasOwn(project.rpc, request.chain) ? project.rpc[request.chain] : undefined
  const smartSettings =
    project.smart && Object.hasOwn(project.smart, request.chain)
      ? project.smart[request.chain]
      : undefined
  const owner = evmAddress(approval.owner)
  const smart = smartSettings && owner ? { ...smartSettings, owner } : undefined
  const approvalRequest = { ...request, account, site, now: Date.now(), ...(smart && { smart }) }
  const askRpc = async (method: string, params: readonly unknown[]): Promise<unknown> =>
    rpcUrl === undefined ? undefined : askNode(rpcUrl, method, params, fetch)
  const [reading, payload] = await Promise.all([
    readOnNetwork(approvalRequest, askRpc),
    payloadHash(request),
  ])
  const network = networkOfReading(request.chain, reading)
  const steps = 'steps' in reading ? reading.steps : []
  const knownAddresses = knownReceivers(localStorage, account)
  const tokens = new Map<string, TokenInfo>()
  const receiverNotes = new Map<string, readonly string[]>()
  const ownersByAccount = new Map<string, string>()
  for (const receiver of receiversOf(steps)) {
    const lookAlikeAddress = findLookAlike(knownAddresses, receiver)
    const isFirstPayment = receiver !== account.toLowerCase() && !knownAddresses.includes(receiver)
    receiverNotes.set(receiver, [
      ...(lookAlikeAddress ? [words.lookAlike(lookAlikeAddress)] : []),
      ...(isFirstPayment ? [words.firstTime] : []),
    ])
  }
  const fee = describeFee(reading, network)
  const showReading = (): void =>
    onRead({
      reading,
      payload,
      isMismatch: payload !== approval.payload,
      isContract:
        smart !== undefined &&
        smartAddress(smart, smart.owner).toLowerCase() === account.toLowerCase(),
      world: {
        network,
        account,
        tokens: new Map(tokens),
        notes: new Map(receiverNotes),
        owners: new Map(ownersByAccount),
      },
      ...(fee !== undefined && { fee }),
    })
  showReading()
  if (!rpcUrl) return
  if (request.chain.startsWith('solana:')) {
    const sentTokens = steps
      .flatMap((step) => (step.kind === 'send-token' ? [step] : []))
      .slice(0, maxLookups)
    await Promise.all(
      sentTokens.map(async ({ to: account, token: mint }) => {
        const openAccountStep = steps.find(
          (step) => step.kind === 'open-account' && step.account === account,
        )
        const namedOwner =
          openAccountStep?.kind === 'open-account' ? openAccountStep.owner : undefined
        const owner = await findOwner(rpcUrl, { account, mint, named: namedOwner })
        if (owner) ownersByAccount.set(account, owner)
        else
          receiverNotes.set(account, [
            ...new Set([...(receiverNotes.get(account) ?? []), words.ownerUnknown]),
          ])
      }),
    )
    if (sentTokens.length > 0) showReading()
  }
  if (!request.chain.startsWith('eip155:')) return
  const namedTokens = steps.flatMap((step) => ('token' in step && step.token ? [step.token] : []))
  await Promise.all([
    ...[...new Set(namedTokens)].slice(0, maxLookups).map(async (token) => {
      const tokenInfo = await readToken(rpcUrl, token)
      if (tokenInfo) tokens.set(token, tokenInfo)
    }),
    ...receiversOf(steps.filter(({ kind }) => kind.startsWith('send')))
      .slice(0, maxLookups)
      .map(async (receiver) => {
        if (await hasCode(rpcUrl, receiver))
          receiverNotes.set(receiver, [...(receiverNotes.get(receiver) ?? []), words.isContract])
      }),
  ])
  if (tokens.size > 0 || receiverNotes.size > 0) showReading()
}

/**
 * Uses the token account's owner that the transaction names, if the address proves it; else asks
 * the node.
 */
async function findOwner(
  rpcUrl: string,
  query: {
    readonly account: string
    readonly mint: string | undefined
    readonly named: string | undefined
  },
): Promise<string | null> {
  const { account, mint, named } = query
  if (mint === undefined) return null
  if (named !== undefined && isOwnerProven({ account, mint, owner: named })) return named
  return tokenOwner(rpcUrl, { account, mint })
}

/**
 * Name of the network to show. On Solana it is shown only when the network's node knows the
 * transaction's blockhash; a message is valid on all Solana networks.
 */
function networkOfReading(chain: string, reading: Reading): Network {
  const network = networkOfChain(chain)
  if (!chain.startsWith('solana:')) return network
  if (reading.kind !== 'transaction' && reading.kind !== 'unreadable')
    return { ...network, name: words.solanaAll }
  const isKnown = reading.kind === 'transaction' && !reading.warnings.includes('network-unchecked')
  return isKnown ? network : { ...network, name: words.solanaUnchecked }
}

export function receiversOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => stepReceiver(step) ?? []))]
}

function feeText(
  fee: bigint,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  return `${exactAmount(fee, decimals)} ${symbol}`
}
