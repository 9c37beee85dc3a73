import type { FrameToWindow, VaultProject } from '@latchkey/protocol/vault'
import { useEffect, useState } from 'react'
import { exactAmount } from '../../decode/amount.ts'
import { type Network, networkOf } from '../../decode/networks.ts'
import type { Reading, Step } from '../../decode/reading.ts'
import { evmAddress } from '../../decode/shapes.ts'
import { readOnNetwork } from '../../decode/solana/network.ts'
import { smartAddress } from '../../keys/smart-address.ts'
import { payloadHash } from '../../payload-hash.ts'
import { words } from '../words.ts'
import { askNode } from './ask-node.ts'
import { knownReceivers, lookAlike } from './known-receivers.ts'
import { hasCode, readToken, type TokenSaid } from './read-token.ts'
import { receiverOf, type StepWorld } from './StepCard.tsx'
import { provesOwner, tokenOwner } from './token-owner.ts'

export type Approval = Extract<FrameToWindow, { type: 'latchkey-frame-approval' }>

export interface Read {
  readonly reading: Reading
  readonly world: StepWorld
  /** Hash of what is shown, computed in this window. */
  readonly payload: string
  /** Whether the frame's hash differs. */
  readonly isMismatch: boolean
  /** Whether the account is the contract that derives from the operator's settings and the key. */
  readonly isContract: boolean
  readonly fee?: string
}

const mostLookups = 24

/** An address without its chain: the frame may send either form. */
export function bareAccount(account: string): string {
  return account.slice(account.lastIndexOf(':') + 1)
}

/**
 * Reads the request; then, as the project's node answers, the names of tokens and which receivers
 * are contracts.
 */
export function useReading(approval: Approval, project: VaultProject): Read | undefined {
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    const state = { isOver: false }
    const showRead = (next: Read): void => {
      if (!state.isOver) setRead(next)
    }
    void readAll(approval, project, showRead)
    return () => {
      state.isOver = true
    }
  }, [approval, project])
  return read
}

async function readAll(
  approval: Approval,
  project: VaultProject,
  show: (read: Read) => void,
): Promise<void> {
  const { request, site } = approval
  const account = bareAccount(approval.account)
  const rpc = Object.hasOwn(project.rpc, request.chain) ? project.rpc[request.chain] : undefined
  const says =
    project.smart && Object.hasOwn(project.smart, request.chain)
      ? project.smart[request.chain]
      : undefined
  const owner = evmAddress(approval.owner)
  const smart = says && owner ? { ...says, owner } : undefined
  const asked = { ...request, account, site, now: Date.now(), ...(smart && { smart }) }
  const askRpc = async (method: string, params: readonly unknown[]): Promise<unknown> =>
    rpc === undefined ? undefined : askNode(rpc, method, params, fetch)
  const [reading, payload] = await Promise.all([readOnNetwork(asked, askRpc), payloadHash(request)])
  const network = networkOfReading(request.chain, reading)
  const steps = 'steps' in reading ? reading.steps : []
  const known = knownReceivers(localStorage, account)
  const tokens = new Map<string, TokenSaid>()
  const notes = new Map<string, readonly string[]>()
  const owners = new Map<string, string>()
  for (const receiver of receiversOf(steps)) {
    const alike = lookAlike(known, receiver)
    const isFirst = receiver !== account.toLowerCase() && !known.includes(receiver)
    notes.set(receiver, [
      ...(alike ? [words.lookAlike(alike)] : []),
      ...(isFirst ? [words.firstTime] : []),
    ])
  }
  const isFree = 'warnings' in reading && reading.warnings.includes('other-payer')
  const paid =
    reading.kind === 'transaction' && reading.fee !== undefined
      ? feeText(reading.fee, network)
      : undefined
  const fee = isFree ? words.feeNone : paid
  const showReading = (): void =>
    show({
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
        notes: new Map(notes),
        owners: new Map(owners),
      },
      ...(fee !== undefined && { fee }),
    })
  showReading()
  if (!rpc) return
  if (request.chain.startsWith('solana:')) {
    const sent = steps
      .flatMap((step) => (step.kind === 'send-token' ? [step] : []))
      .slice(0, mostLookups)
    await Promise.all(
      sent.map(async ({ to: account, token: mint }) => {
        const opened = steps.find(
          (step) => step.kind === 'open-account' && step.account === account,
        )
        const named = opened?.kind === 'open-account' ? opened.owner : undefined
        const owner = await findOwner(rpc, { account, mint, named })
        if (owner) owners.set(account, owner)
        else notes.set(account, [...new Set([...(notes.get(account) ?? []), words.ownerUnknown])])
      }),
    )
    if (sent.length > 0) showReading()
  }
  if (!request.chain.startsWith('eip155:')) return
  const named = steps.flatMap((step) => ('token' in step && step.token ? [step.token] : []))
  await Promise.all([
    ...[...new Set(named)].slice(0, mostLookups).map(async (token) => {
      const said = await readToken(rpc, token)
      if (said) tokens.set(token, said)
    }),
    ...receiversOf(steps.filter(({ kind }) => kind.startsWith('send')))
      .slice(0, mostLookups)
      .map(async (receiver) => {
        if (await hasCode(rpc, receiver))
          notes.set(receiver, [...(notes.get(receiver) ?? []), words.isContract])
      }),
  ])
  if (tokens.size > 0 || notes.size > 0) showReading()
}

/** An owner named in the transaction is believed when the token account's address proves it. */
async function findOwner(
  rpc: string,
  of: {
    readonly account: string
    readonly mint: string | undefined
    readonly named: string | undefined
  },
): Promise<string | null> {
  const { account, mint, named } = of
  if (mint === undefined) return null
  if (named !== undefined && provesOwner({ account, mint, owner: named })) return named
  return tokenOwner(rpc, { account, mint })
}

/**
 * A Solana network is named when its node knows the transaction; a message belongs to no network.
 */
function networkOfReading(chain: string, reading: Reading): Network {
  const network = networkOf(chain)
  if (!chain.startsWith('solana:')) return network
  if (reading.kind !== 'transaction' && reading.kind !== 'unreadable')
    return { ...network, name: words.solanaAll }
  const isKnown = reading.kind === 'transaction' && !reading.warnings.includes('network-unchecked')
  return isKnown ? network : { ...network, name: words.solanaUnchecked }
}

export function receiversOf(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => receiverOf(step) ?? []))]
}

function feeText(
  fee: bigint,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  return `${exactAmount(fee, decimals)} ${symbol}`
}
